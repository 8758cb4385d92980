// Knots for motions that switch where a simple profile does.
#pragma once

#include <vector>

#include "alembert/task.hpp"

namespace alembert {

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
