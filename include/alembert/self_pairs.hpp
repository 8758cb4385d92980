// Which solids of an arm are worth keeping apart: not those that touch because the arm is built so.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "alembert/robot.hpp"

namespace alembert {

/// Pairs are indices into the list of solids.
struct SelfPairs {
  std::vector<std::pair<int, int>> kept;  ///< to be kept apart
  int rigid = 0;                          ///< pairs that never move against each other, left out
  int neighbours = 0;  ///< pairs on links that a joint connects, left out: they touch there
  /// Left out because they are nearer than the margin at the start already.
  std::vector<std::pair<int, int>> touching;
};

/// Adds what the robot keeps out of itself (its self_clearance) to a clearance; those pairs are
/// left out that never move against each other, and those nearer than the margin at the start.
SelfPairs keep_out_of_itself(const Robot& robot, const Model& model,
                             const std::optional<Eigen::VectorXd>& start, Clearance& clearance);

/// Without a start nothing is left out for touching there.
SelfPairs find_self_pairs(const Model& model, const std::vector<ArmSolid>& arm, double margin,
                          const std::optional<Eigen::VectorXd>& start);

/// How often pairs of an arm's solids touch, in states that are drawn evenly within the limits of
/// its joints (a whole turn, or a metre to either side, where one has none).
struct SampledPairs {
  std::vector<std::pair<int, int>> pairs;  ///< those looked at
  std::vector<int> touching;               ///< of each, in how many states
  int states = 0;                          ///< that were looked at
};

/// Loops are not closed in these states, and joints without motors stand anywhere. What touches in
/// none of them may in others.
SampledPairs sample_self_pairs(const Model& model, const std::vector<ArmSolid>& arm,
                               std::vector<std::pair<int, int>> pairs, int states,
                               unsigned seed = 1);

/// m between a solid of the arm at q and one of the world; negative: how deep they are in each
/// other.
double clearance_at(const Model& model, const Eigen::VectorXd& q, const ArmSolid& arm,
                    const Solid& obstacle);

}  // namespace alembert
