// Where a motion begins, passes and ends, before it is known: joint values for poses, ways round
// what is in between, and a duration.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "alembert/task.hpp"

namespace alembert {

/// Joint values at start, waypoints and goal, in order; poses by inverse kinematics from the last,
/// in postures that the motors can hold where the arm is to rest.
struct GuessedPlaces {
  std::vector<double> fractions;
  std::vector<Eigen::VectorXd> q;
  /// Corners of the way to each place from the one before, both included; none: straight.
  std::vector<std::vector<Eigen::VectorXd>> paths = {};
  bool held = true;  ///< false: for a pose at rest no posture was found that the motors can hold
};
GuessedPlaces guess_places(const Task& task);
/// Straight from place to place without touching anything.
bool straight_lines_are_clear(const Task& task, const GuessedPlaces& places);
/// The same places by ways that keep clear of everything, others for another seed; nothing where
/// none were found, or `go_on` said no.
std::optional<GuessedPlaces> by_collision_free_paths(const Task& task, GuessedPlaces places,
                                                     unsigned seed,
                                                     const std::function<bool()>& go_on);

/// The same with other postures at a goal that is given as a pose, the quickest first by the limits
/// on velocity and acceleration; none where the goal is not a pose.
std::vector<GuessedPlaces> other_postures(const Task& task, const GuessedPlaces& places);

/// No motion through the places is shorter, by the limits on velocity alone.
double least_duration(const MotionProblem& problem, const GuessedPlaces& places);

/// A duration of the right size, from the distances and the limits on velocity and acceleration.
double guess_duration(const MotionProblem& problem, const GuessedPlaces& places);

}  // namespace alembert
