// What a robot that touches the world weighs.
#pragma once

namespace alembert {

struct MotionProblem;

/// N, of a robot that touches the world; 0 of others.
double body_weight(const MotionProblem& problem);

}  // namespace alembert
