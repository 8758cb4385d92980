#include "simulate/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

/// What is no number is infinitely far away: a maximum would pass over it.
double distance(double a, double b) {
  const double apart = std::abs(a - b);
  return std::isfinite(apart) ? apart : infinity;
}

}  // namespace

Comparison::Comparison(const MotionProblem& problem, std::string integrator)
    : problem_(problem), kinematics_(problem.model) {
  result.integrator = std::move(integrator);
  result.joint_errors.assign(problem.model.dofs(), 0.0);
}

void Comparison::add(const MotionPoint& planned, VecIn<double> q, VecIn<double> v) {
  for (int j = 0; j < planned.dofs; ++j) {
    const double error = distance(q[j], planned.q()[j]);
    double& joint = result.joint_errors[j];
    joint = std::max(joint, error);
    if (error > result.position_error) {
      result.position_error = error;
      result.worst_time = planned.time;
      result.worst_joint = problem_.model.coordinates()[j].name;
    }
    result.velocity_error = std::max(result.velocity_error, distance(v[j], planned.v()[j]));
  }
  if (!problem_.cut_joints.empty()) add_gaps(q);
}

void Comparison::add_gaps(VecIn<double> q) {
  kinematics_.update(q);
  for (const CutJoint& cut : problem_.cut_joints) {
    const Pose<double> a = kinematics_.pose(cut.frame_a), b = kinematics_.pose(cut.frame_b);
    const Eigen::VectorXd gap = cut.directions * (b.translation() - a.translation());
    result.loop_gap = std::max(result.loop_gap, gap.norm());
    if (!cut.hold_orientation) continue;
    const Eigen::AngleAxisd turn((a.linear() * cut.rotation_ab).transpose() * b.linear());
    result.loop_turn = std::max(result.loop_turn, std::abs(turn.angle()));
  }
}

}  // namespace alembert
