// A motion as controllers take it: a set point every period, and what those that test set points by
// their differences would say.
//
//   auto points = at_constant_rate(task, s.motion, 1000.0);
//   for (const LimitNote& note : differences(points, 1000.0, problem)) …
#pragma once

#include <vector>

#include "alembert/limit_note.hpp"
#include "alembert/motion_sample.hpp"

namespace alembert {

/// The motion every 1 / rate s (Hz) from its beginning on. The last one is at the end or, of a
/// motion that ends at rest, less than a period after it: the goal is held until then. Throws Error
/// for a rate that is not positive or makes more than ten million of them.
std::vector<MotionSample> at_constant_rate(const Task& task, const Trajectory& motion, double rate);

/// The largest first, second and third difference of every joint's set points, times rate, rate^2
/// and rate^3, beside its velocity, acceleration and jerk limit; the worst first, those without a
/// limit last. The arm stands still before the first and after the last point, where it is at rest
/// there. Rounding of the set points themselves is no violation.
std::vector<LimitNote> differences(const std::vector<MotionSample>& points, double rate,
                                   const MotionProblem& problem);

}  // namespace alembert
