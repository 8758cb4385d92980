#include "task/in_reach.hpp"

#include <algorithm>
#include <cmath>

#include "task/frame_motion.hpp"
#include "task/near_solids.hpp"

namespace alembert {
namespace {

/// m: what rounding may take from a distance, many times over.
constexpr double rounding_of_reach = 1e-9;

/// m: how far a joint slides from `from` within its limits, at most.
double slide_of(const ModelJoint& joint, const MotionLimits& limits, double from) {
  if (joint.motion == JointMotion::revolute) return 0.0;
  const double pitch = joint.motion == JointMotion::helical ? joint.pitch : 1.0;
  const auto far = [&](double q) {
    return std::abs(pitch * (joint.ratio * q + joint.offset) - from);
  };
  return std::max(far(limits.lower[joint.coordinate]), far(limits.upper[joint.coordinate]));
}

/// No point of a solid of the arm leaves the ball: about the origin of the first joint that carries
/// it, as far as the links behind that reach when they are stretched out.
Ball reach_of(const MotionProblem& problem, const PlacedLinks& zero, const ArmSolid& solid) {
  const Model& model = problem.model;
  const ModelFrame& frame = model.frame(solid.frame);
  const Ball around = ball_around(solid.solid);
  const std::vector<int> path = path_to(model, frame.joint);
  if (path.empty()) return {zero.link(frame.joint).at(frame.pose * around.centre), around.radius};
  double far = (frame.pose * around.centre).norm() + around.radius;
  for (const int i : path) {
    const ModelJoint& joint = model.joint(i);
    const bool first = i == path.front();
    const double pitch = joint.motion == JointMotion::helical ? joint.pitch : 1.0;
    far += slide_of(joint, problem.limits, first ? pitch * joint.offset : 0.0);
    if (!first) far += joint.p.norm();
  }
  return {zero.link(path.front()).o, far};
}

}  // namespace

MotionProblem in_reach(MotionProblem problem) {
  Clearance& clearance = problem.clearance;
  if (clearance.obstacles.empty() || clearance.arm.empty()) return problem;
  const bool bends = std::any_of(
      clearance.arm.begin(), clearance.arm.end(),
      [&](const ArmSolid& solid) { return FrameMotion(problem.model, solid.frame).is_bent(); });
  if (bends) return problem;
  PlacedLinks zero(problem.model);
  zero.update(Eigen::VectorXd::Zero(problem.model.dofs()));
  std::vector<Ball> reaches;
  for (const ArmSolid& solid : clearance.arm) reaches.push_back(reach_of(problem, zero, solid));
  std::vector<int> number;  // among those that stay; -1: does not
  int count = 0;
  for (const Obstacle& obstacle : clearance.obstacles) {
    const Block block = block_around(obstacle.solid);
    const bool reached = std::any_of(reaches.begin(), reaches.end(), [&](const Ball& reach) {
      const double beyond = block.distance(reach.centre) - reach.radius - clearance.margin;
      return !(beyond > rounding_of_reach * (1.0 + reach.centre.norm() + reach.radius));
    });
    number.push_back(reached ? count++ : -1);
  }
  if (count == static_cast<int>(number.size())) return problem;
  std::vector<Obstacle> kept;
  for (std::size_t k = 0; k < number.size(); ++k) {
    if (number[k] >= 0) kept.push_back(std::move(clearance.obstacles[k]));
  }
  clearance.obstacles = std::move(kept);
  std::erase_if(clearance.allowed, [&](const auto& pair) { return number[pair.second] < 0; });
  for (auto& [arm, obstacle] : clearance.allowed) obstacle = number[obstacle];
  return problem;
}

}  // namespace alembert
