// Where the solver starts: a smooth curve through the conditions, slow enough for the limits.
#pragma once

#include <functional>
#include <optional>

#include "alembert/trajectory.hpp"
#include "motion/transcribe.hpp"

namespace alembert {

/// Joint values at start, waypoints and goal, in order; poses by inverse kinematics from the last,
/// in postures that the motors can hold where the arm is to rest.
struct GuessedPlaces {
  std::vector<double> fractions;
  std::vector<Eigen::VectorXd> q;
  /// Corners of the way to each place from the one before, both included; none: straight.
  std::vector<std::vector<Eigen::VectorXd>> ways = {};
  bool held = true;  ///< false: for a pose at rest no posture was found that the motors can hold
};
GuessedPlaces guess_places(const Task& task);
/// Straight from place to place without touching anything.
bool straight_ways_are_clear(const Task& task, const GuessedPlaces& places);
/// The same places by ways that keep clear of everything, others for another seed; nothing where
/// none were found, or `go_on` said no.
std::optional<GuessedPlaces> by_clear_ways(const Task& task, GuessedPlaces places, unsigned seed,
                                           const std::function<bool()>& go_on);

/// The same with other postures at a goal that is given as a pose, the quickest first by the limits
/// on velocity and acceleration; none where the goal is not a pose.
std::vector<GuessedPlaces> other_postures(const Task& task, const GuessedPlaces& places);

/// No motion through the places is shorter, by the limits on velocity alone.
double least_duration(const MotionProblem& problem, const GuessedPlaces& places);

/// A duration of the right size, from the distances and the limits on velocity and acceleration.
double guess_duration(const MotionProblem& problem, const GuessedPlaces& places);

/// Control points and times. `detour` > 0 bends the curve at random by that share of the joint
/// ranges, the same way for the same seed.
Eigen::VectorXd guess_unknowns(const MotionProblem& problem, const GuessedPlaces& places,
                               MotionProgram& program, double duration, double detour,
                               unsigned seed);

/// How far the constraints are from holding, in units of their scales.
double constraint_violation(MotionProgram& program, const Eigen::VectorXd& x);

/// Stretches the times until the constraints stop getting better, then by the factor asked for.
void slow_down(const MotionProblem& problem, MotionProgram& program, Eigen::VectorXd& x,
               double factor);

/// A motion's coordinates, and forces if it has those of the program, as control points on these
/// knots of the program's grid.
void take_motion(const Trajectory& motion, const MotionProgram& program,
                 const Eigen::VectorXd& knots, Eigen::VectorXd& x);

/// The unknowns of a given motion, sampled onto the program's grid.
Eigen::VectorXd unknowns_of(const Trajectory& motion, const MotionProgram& program);

}  // namespace alembert
