#include "motion/passive.hpp"

#include <algorithm>

namespace alembert {
bool is_passive(const MotionLimits& limits, int j) {
  return limits.torque_lower[j] == limits.torque_upper[j];
}

bool has_passive(const MotionProblem& problem) {
  return (problem.limits.torque_lower.array() == problem.limits.torque_upper.array()).any();
}

bool is_underactuated(const MotionProblem& problem) {
  return problem.cut_joints.empty() && has_passive(problem);
}

bool is_free_flying(const MotionProblem& problem) {
  if (!problem.model.has_floating_base() || !problem.model.gravity().isZero() ||
      !problem.loads.empty() || !problem.cut_joints.empty()) {
    return false;
  }
  for (int j = 0; j < base_coordinates; ++j) {
    if (!is_passive(problem.limits, j)) return false;
  }
  return true;
}

Task with_richer_spline(const Task& task, int times) {
  constexpr int smooth_degree = 5;
  MotionProblem problem = task.problem();
  if (has_passive(problem)) problem.spline.degree = std::max(problem.spline.degree, smooth_degree);
  problem.spline.segments *= times;
  return Task(problem);
}

std::vector<int> acceleration_nodes(MotionProgram& program) {
  const TimeGrid& grid = program.grid();
  const Eigen::VectorXd times = Eigen::VectorXd::Ones(grid.times());
  const Eigen::VectorXd knots = grid.knots(times), at = grid.borders(times);
  const int degree = grid.degree() - 2;  // of accelerations
  std::vector<int> nodes;
  int e = 0;
  for (int l = 0; l < grid.controls() - 2; ++l) {
    const double t = knots.segment(l + 3, std::max(1, degree)).mean();
    while (e + 1 < grid.segments() && at[e + 1] <= t) ++e;
    nodes.push_back(program.node(e, std::clamp((t - at[e]) / (at[e + 1] - at[e]), 0.0, 1.0)));
  }
  return nodes;
}

}  // namespace alembert
