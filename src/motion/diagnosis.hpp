// What a problem or an answer means, in words.
#pragma once

#include <string>
#include <string_view>

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"
#include "task/check_problem.hpp"

namespace alembert {

/// Throws Error for options that make no sense.
void check_options(const MotionProblem& problem, const SolveOptions& options);

/// Of a coordinate's limit, by what its name ends with: "velocity", "goal velocity".
std::string unit_of(const Coordinate& coordinate, std::string_view limit);

/// Why there can be no answer, seen without solving; empty if nothing speaks against it.
std::string obvious_contradiction(const Task& task);

/// Which pose the arm does not reach, even alone and without limits on its motion; empty if it
/// reaches all of them. Inverse kinematics from many starts: costs as much as a small solve.
std::string pose_out_of_reach(const MotionProblem& problem);

/// Which solids are too close where the joint values are given; empty if none are.
std::string too_close_where_given(const MotionProblem& problem);

/// Which path limit a start or goal of given joint values is outside of; empty if none.
std::string outside_path_where_given(const MotionProblem& problem);

/// At which pose the motors cannot hold the arm, by what the solution says; empty if they can.
std::string pose_too_heavy_to_hold(const Solution& solution);

/// Fills in violations, active limits, objective terms, largest violation and message.
void describe(Candidate& candidate, double tolerance, Solution& solution);

}  // namespace alembert
