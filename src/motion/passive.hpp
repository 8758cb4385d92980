// Joints without motors, outside of loops: what they do follows from what the others do, by
// equations that the spline must be rich enough for.
#pragma once

#include "motion/program.hpp"

namespace alembert {

bool is_passive(const MotionLimits& limits, int j);

bool has_passive(const MotionProblem& problem);

/// Some joint has no motor, and no loop moves it.
bool is_underactuated(const MotionProblem& problem);

/// Nothing acts on the robot from outside: a free base without gravity or loads. Its momentum stays
/// what it is, so that where its base ends, and that it rests where the joints rest, is not asked
/// for twice.
bool is_free_flying(const MotionProblem& problem);
/// Coordinates of the free base come first: three that slide, three that turn.
inline constexpr int base_slides = 3, base_coordinates = 6;

/// The task on splines of `times` as many segments; where joints without motors ask for smooth
/// accelerations, of degree 5 at least.
Task with_richer_spline(const Task& task, int times);

/// As many nodes as accelerations have freedom, ends included: where their control points sit.
std::vector<int> acceleration_nodes(MotionProgram& program);

}  // namespace alembert
