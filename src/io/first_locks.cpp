#include "io/first_locks.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/mass_matrix.hpp"

namespace alembert::io {
namespace {

/// Of the third strongest motor of its kind (files have a wheel or a head of thousands of N m), or
/// of an arm's: a weaker one drives a finger.
constexpr double tiny_motor = 0.06, of_an_arm = 50.0;
/// kg m^2 or kg: what moves less moves nothing.
constexpr double no_inertia = 1e-9;
constexpr double finger = 0.1;

double strong_motor(const Model& model, bool angular) {
  std::vector<double> torques;
  for (const Coordinate& joint : model.coordinates()) {
    if (joint.angular == angular && std::isfinite(joint.limits.torque)) {
      torques.push_back(joint.limits.torque);
    }
  }
  if (torques.empty()) return 0.0;
  std::sort(torques.rbegin(), torques.rend());
  return std::min(of_an_arm, torques[std::min<std::size_t>(2, torques.size() - 1)]);
}

bool has_tiny_motor(const Model& model, const Coordinate& joint) {
  const double torque = joint.limits.torque;
  return torque > 0.0 && torque < tiny_motor * strong_motor(model, joint.angular);
}

}  // namespace

double resting_place(const Limits& limits) {
  const double lower = std::isfinite(limits.lower) ? limits.lower : -1.0;
  const double upper = std::isfinite(limits.upper) ? limits.upper : 1.0;
  const double edge = 0.05 * (upper - lower);
  return lower + edge < 0.0 && 0.0 < upper - edge ? 0.0 : 0.5 * (lower + upper);
}

bool is_finger(const Coordinate& joint) {
  return !joint.angular && joint.limits.upper - joint.limits.lower < finger;
}

bool can_be_locked(const Robot& robot, const std::string& coordinate) {
  const Joint* joint = robot.find_joint(coordinate);
  return joint && coordinate_suffixes(joint->type).size() == 1;
}

std::vector<LockedJoint> first_locks(const Robot& robot) {
  const Model model = compile(robot);
  const int n = model.dofs();
  Eigen::VectorXd q(n);
  for (int j = 0; j < n; ++j) {
    q[j] = resting_place(model.coordinates()[static_cast<std::size_t>(j)].limits);
  }
  Eigen::MatrixXd M(n, n);
  MassMatrix mass(model);
  mass(q, M);
  std::vector<LockedJoint> locks;
  for (int j = 0; j < n; ++j) {
    const Coordinate& joint = model.coordinates()[static_cast<std::size_t>(j)];
    const bool idle = is_finger(joint) || has_tiny_motor(model, joint) || M(j, j) < no_inertia;
    if (idle && can_be_locked(robot, joint.name)) locks.push_back({joint.name, q[j]});
  }
  if (static_cast<int>(locks.size()) == n) locks.clear();
  return locks;
}

}  // namespace alembert::io
