// What can be timed.
#pragma once

#include "alembert/retime.hpp"

namespace alembert {

/// Throws Error for what cannot.
void check_timing(const MotionProblem& problem, const BSpline& path, const RetimeOptions& options);

}  // namespace alembert
