#include "alembert/smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "alembert/arm.hpp"
#include "alembert/mass_matrix.hpp"
#include "require.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

using Code = Error::Code;

/// What a joint without a velocity limit counts as being able to do, rad/s and m/s.
constexpr double usual_turning = 2.0, usual_sliding = 0.5;

void require_motors(const MotionProblem& problem) {
  problem.model.arm().require(ArmUse::smoothing);
  const char* const instead = "give limits.acceleration and limits.jerk, and ends `a`, instead";
  require(problem.cut_joints.empty(), "smooth is not known of closed loops", instead,
          Code::unsupported);
  const bool passive =
      (problem.limits.torque_lower.array() == 0.0 && problem.limits.torque_upper.array() == 0.0)
          .any();
  require(!passive && !problem.model.has_floating_base(),
          "smooth is not known of joints without motors", instead, Code::unsupported);
}

void require_positive(const Smoothing& how, int dofs) {
  require(how.speed_time > 0.0 && how.acceleration_time > 0.0 && how.jerk_share >= 0.0,
          "times and shares of a smooth motion that are not positive", "give seconds above 0");
  require(how.torque_rate.size() == 0 ||
              (how.torque_rate.size() == dofs && (how.torque_rate.array() > 0.0).all()),
          "torque rates that are not one a joint, or not positive", "give N m/s, one a joint");
}

/// Spread evenly over the joints' ranges, the same on every machine.
Eigen::VectorXd posture(const MotionProblem& problem, int number) {
  const MotionLimits& limits = problem.limits;
  Eigen::VectorXd q(problem.model.dofs());
  for (int j = 0; j < q.size(); ++j) {
    const double lower = std::isfinite(limits.lower[j]) ? limits.lower[j] : -std::numbers::pi;
    const double upper = std::isfinite(limits.upper[j]) ? limits.upper[j] : std::numbers::pi;
    const double share = std::fmod(number * std::sqrt(2.0 + 3.0 * j), 1.0);
    q[j] = std::min(lower, upper) + share * std::abs(upper - lower);
  }
  return q;
}

/// kg m^2 or kg that each joint moves by itself, at most.
Eigen::VectorXd largest_inertias(const MotionProblem& problem) {
  constexpr int postures = 64;
  const int n = problem.model.dofs();
  MassMatrix mass(problem.model);
  Eigen::MatrixXd M(n, n);
  Eigen::VectorXd largest = Eigen::VectorXd::Zero(n);
  for (int i = 0; i < postures; ++i) {
    mass(posture(problem, i), M);
    largest = largest.cwiseMax(M.diagonal());
  }
  return largest;
}

void limit_changes(const Smoothing& how, MotionProblem& problem) {
  MotionLimits& limits = problem.limits;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const bool turns = problem.model.coordinates()[j].angular;
    const double usual = turns ? usual_turning : usual_sliding;
    const double speed = std::isfinite(limits.velocity[j]) ? limits.velocity[j] : usual;
    double& acceleration = limits.acceleration[j];
    if (!std::isfinite(acceleration)) acceleration = speed / how.speed_time;
    if (!std::isfinite(limits.jerk[j])) limits.jerk[j] = acceleration / how.acceleration_time;
  }
  if (how.torque_rate.size() == 0) return;
  const Eigen::VectorXd inertias = largest_inertias(problem);
  for (int j = 0; j < problem.model.dofs(); ++j) {
    if (inertias[j] > 0.0) {
      limits.jerk[j] = std::min(limits.jerk[j], how.torque_rate[j] / inertias[j]);
    }
  }
}

}  // namespace

MotionProblem smoothed(MotionProblem problem, const Smoothing& how) {
  require_motors(problem);
  require_positive(how, problem.model.dofs());
  limit_changes(how, problem);
  for (Condition* end : {&problem.start, &problem.goal}) {
    const bool rests = must_be_held(*end) || (end->v && end->v->isZero(0.0));
    if (rests && !end->a && !problem.repetition) {
      end->a = Eigen::VectorXd::Zero(problem.model.dofs());
    }
  }
  if (problem.minimize.jerk == 0.0 && problem.minimize.time > 0.0) {
    problem.minimize.jerk =
        how.jerk_share * problem.minimize.time / problem.limits.jerk.squaredNorm();
  }
  problem.smooth = true;
  return problem;
}

}  // namespace alembert
