// The limits of a problem that are looked at along the way, in the units they are compared in.
#pragma once

#include <string>
#include <vector>

#include "alembert/task.hpp"
#include "task/point_limit.hpp"

namespace alembert {

/// Torque and power of every stage, passive joints, path limits, clearances, closed loops.
std::vector<PointLimit> limits_during_motion(const MotionProblem& problem,
                                             const std::vector<Stage>& stages);

/// What is asked of frames or joints on the way, each with the term that it is a limit on.
PointLimit limit_on(const MotionProblem& problem, const PositionLimit& position);
PointLimit limit_on(const MotionProblem& problem, const LineLimit& line);
PointLimit limit_on(const MotionProblem& problem, const AxisLimit& axis);
PointLimit limit_on(const MotionProblem& problem, const SumLimit& sum);

/// A limit on a term over a span.
PointLimit over(const MotionProblem& problem, const During& during, PointTerm term);

/// What holds a loop or a contact closed: all values of the term are zero over a span.
PointLimit closed(const MotionProblem& problem, const During& during, PointTerm term,
                  const std::string& name);

/// Bounds the torque of every joint with a motor of limited torque.
void limit_motors(const MotionProblem& problem, LimitKind kind, LimitPlace place,
                  PointLimit& torque);

}  // namespace alembert
