// Knots where they are needed: short segments where accelerations change fast.
#pragma once

#include <optional>

#include "motion/program.hpp"

namespace alembert {

/// Shares of a grid like the program's, on which every segment carries about as much of the
/// motion's change of acceleration at x. Knots at which something begins or ends stay at their
/// fraction of their time.
Eigen::MatrixXd adapted_shares(const MotionProgram& program, const Eigen::VectorXd& x);

/// The same for a motion from joint values to joint values whose slowest joint does as a trapezoid
/// of velocity within its limits: short segments where that stops to accelerate and begins to
/// brake. Nothing for other motions, and where time is not minimized.
std::optional<Eigen::MatrixXd> trapezoid_shares(const Task& task);

/// The same motion, as nearly as the other program's grid lets it be.
Eigen::VectorXd moved_to(const MotionProgram& to, const MotionProgram& from,
                         const Eigen::VectorXd& x);

}  // namespace alembert
