// Knots where they are needed: short segments where accelerations change fast, or where a simple
// profile switches.
#pragma once

#include <set>

#include "motion/program.hpp"

namespace alembert {

/// Where waypoints stand and where loads, bodies in hand and path limits begin and end: knots,
/// counted.
std::set<int> borders(const MotionProblem& problem);

/// Shares of a grid like the program's, on which every segment carries about as much of the
/// motion's change of acceleration at x. Knots at which something begins or ends stay at their
/// fraction of their time.
Eigen::MatrixXd adapted_shares(const MotionProgram& program, const Eigen::VectorXd& x);

/// A motion, as nearly as the program's grid lets it be. `x` is the motion on a grid of as many
/// segments, whose times stay.
Eigen::VectorXd moved_to(const MotionProgram& to, const Trajectory& motion,
                         const Eigen::VectorXd& x);

/// The quickest synchronised trapezoid of velocity that motors can deliver, as well as samples
/// tell, and grids with short segments where its slowest joint, and where any joint, stops to
/// accelerate and begins to brake.
struct TrapezoidKnots {
  double duration = infinity;  ///< s; infinite where motions may well be slower
  bool exact = false;          ///< no torque keeps it below its limits: knots belong there
  std::vector<Eigen::MatrixXd> shares = {};
};

/// Of a motion from joint values to joint values; nothing for other motions, and where time is not
/// minimized.
TrapezoidKnots trapezoid_knots(const Task& task);

}  // namespace alembert
