// Where the solver starts: a smooth curve through the conditions, slow enough for the limits.
#pragma once

#include "alembert/trajectory.hpp"
#include "motion/guess_places.hpp"
#include "motion/transcribe.hpp"

namespace alembert {

/// Control points and times. `detour` > 0 bends the curve at random by that share of the joint
/// ranges, the same way for the same seed.
Eigen::VectorXd guess_unknowns(const GuessedPlaces& places, MotionProgram& program, double duration,
                               double detour, unsigned seed);

/// How far the constraints are from holding, in units of their scales.
double constraint_violation(MotionProgram& program, const Eigen::VectorXd& x);

/// Stretches the times until the constraints stop getting better, then by the factor asked for.
void slow_down(MotionProgram& program, Eigen::VectorXd& x, double factor);

/// A motion's coordinates, and forces if it has those of the program, as control points on these
/// knots of the program's grid.
void take_motion(const Trajectory& motion, const MotionProgram& program,
                 const Eigen::VectorXd& knots, Eigen::VectorXd& x);

/// The unknowns of a given motion, sampled onto the program's grid.
Eigen::VectorXd unknowns_of(const Trajectory& motion, const MotionProgram& program);

}  // namespace alembert
