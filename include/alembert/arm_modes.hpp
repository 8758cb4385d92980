// An arm that bends, linearised where it rests: natural frequencies and shapes of the whole arm,
// and state-space matrices for control design.
//
//   ArmModes modes = arm_modes(model, q);                   // joints free
//   ArmModes held = arm_modes(model, q, {.locked = {0, 1}}); // held by their brakes
#pragma once

#include <vector>

#include "alembert/flexible_model.hpp"

namespace alembert {

struct ModesOptions {
  std::vector<int> locked = {};  ///< joints that do not move
  bool undeformed = false;       ///< linearise the straight arm, not the one that gravity bends
};

/// mass z'' + damping z' + stiffness z = torques, all about the configuration `z`.
struct Linearised {
  Eigen::VectorXd z;
  Eigen::MatrixXd mass, damping, stiffness;
  Eigen::VectorXd torques;  ///< that hold the joints there
};

/// x = (z, z') about the configuration, u = torques: x' = A x + B u.
struct StateSpace {
  Eigen::MatrixXd A, B;  ///< 2 n x 2 n, and 2 n x joints: of n coordinates
};

struct ArmModes {
  Eigen::VectorXd frequencies;  ///< Hz, rising
  Eigen::VectorXd damping;      ///< ratios, as if modes were not coupled by it
  Eigen::MatrixXd shapes;       ///< one column a mode, one row a coordinate; largest entry 1
  int rigid = 0;                ///< motions that nothing resists: free joints
  int unstable = 0;             ///< motions that gravity drives away
  Linearised at;                ///< what these are the modes of, locked joints included
};

/// The amplitudes at which the arm rests with its joints held at q. Throws Error where it finds
/// none: the arm buckles.
Eigen::VectorXd resting(const FlexibleModel& model, const Eigen::VectorXd& q);

/// `z`: joints, and amplitudes if it has them; joints alone come to rest first.
Linearised linearise(const FlexibleModel& model, const Eigen::VectorXd& z, bool undeformed = false);
StateSpace state_space(const Linearised& arm, int joints);
ArmModes arm_modes(const FlexibleModel& model, const Eigen::VectorXd& z,
                   const ModesOptions& options = {});

}  // namespace alembert
