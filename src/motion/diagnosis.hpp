// What a problem or an answer means, in numbers.
#pragma once

#include <functional>
#include <optional>

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"
#include "task/check_problem.hpp"

namespace alembert {

/// Throws Error for options that make no sense.
void check_options(const MotionProblem& problem, const SolveOptions& options);

/// Why there can be no answer, seen without solving; none if nothing speaks against it.
std::optional<InfeasibilityCause> obvious_contradiction(const Task& task);

/// Which pose the arm does not reach, even alone and without limits on its motion; none if it
/// reaches all of them. Inverse kinematics from many starts: costs as much as a small solve.
std::optional<InfeasibilityCause> pose_out_of_reach(const MotionProblem& problem);

/// At which pose the motors cannot hold the arm, by what the solution says; none if they can.
std::optional<InfeasibilityCause> pose_too_heavy_to_hold(const Solution& solution);

/// Fills in violations, active limits, certificate, objective terms and largest violation.
void describe(Candidate& candidate, double tolerance, Solution& solution);

/// Looks at every instant of an answer and adds what is passed there: then it does not count as
/// solved any more. One that breaks nothing does not count as infeasible.
void prove_answer(const Task& task, const std::function<void()>& checkpoint, Solution& solution);

}  // namespace alembert
