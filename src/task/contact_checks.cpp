// What contacts of a problem cannot do, whatever the motion is.
#include <cmath>
#include <numbers>

#include "alembert/kinematics.hpp"
#include "alembert/standing.hpp"
#include "task/cone_facets.hpp"
#include "task/ground.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// m/s or rad/s: slower is at rest.
constexpr double slowest_impact = 1e-6;
/// Of the weight: what rounding leaves of a force at the edge of a cone.
constexpr double hardly_outside = 1e-9;

[[noreturn]] void refuse_contact(const std::string& reason, const std::string& fix) {
  throw Error(Error::Code::value, reason, fix);
}

/// What is asked at a knot, and how it is called.
struct Asked {
  const Condition* condition = nullptr;
  std::string place = {};
};

Asked asked_at(const MotionProblem& problem, int knot) {
  if (knot == 0) return {&problem.start, "the start"};
  if (knot == problem.spline.segments) return {&problem.goal, "the goal"};
  for (const Waypoint& waypoint : problem.waypoints) {
    if (nearest_knot(problem, waypoint.at) == knot) {
      return {&waypoint.condition, "waypoint '" + waypoint.name + "'"};
    }
  }
  return {};
}

/// Of a contact's frame, in the components that the contact holds.
double speed_of(const MotionProblem& problem, const GroundContact& contact,
                const Condition& condition) {
  Kinematics<double> kinematics(problem.model);
  kinematics.update(*condition.q);
  Eigen::Matrix<double, 6, Eigen::Dynamic> jacobian(6, problem.model.dofs());
  kinematics.jacobian(contact.frame, jacobian);
  const Eigen::Matrix<double, 6, 1> moves = jacobian * *condition.v;
  const Eigen::Matrix3d axes = place_of(problem.model, contact).linear().transpose();
  const Eigen::Vector3d along = axes * moves.head<3>(), about = axes * moves.tail<3>();
  const bool turns = contact.pivots || contact.rolls >= 0;
  double sum = 0.0;
  for (const int component : held_components(contact)) {
    if (component < 3) sum += along[component] * along[component];
    if (component >= 3 && !turns) sum += about[component - 3] * about[component - 3];
  }
  return std::sqrt(sum);
}

void refuse_impacts(const MotionProblem& problem) {
  for (const GroundContact& contact : problem.contacts) {
    if (goes_before(problem, contact)) continue;
    const Asked asked = asked_at(problem, nearest_knot(problem, contact.during.from));
    if (!asked.condition || !asked.condition->q || !asked.condition->v) continue;
    const double speed = speed_of(problem, contact, *asked.condition);
    if (speed < slowest_impact) continue;
    refuse_contact("contact '" + contact.name + "' begins at " + asked.place +
                       ", where its body is to move at " + std::to_string(speed) +
                       " m/s: that is an impact",
                   "let it come to rest there (leave v out): impacts are not known here");
  }
}

bool ends_at_rest(const Condition& end) { return end.v ? end.v->isZero(0.0) : !end.any_velocity; }

/// Along the edges of all pyramids of friction.
Eigen::MatrixXd pushes(const MotionProblem& problem) {
  Eigen::MatrixXd all(3, 0);
  for (const GroundContact& contact : problem.contacts) {
    if (contact.during.from == contact.during.to) continue;
    const Eigen::Matrix3d axes = place_of(problem.model, contact).linear();
    const Patch& patch = contact.patch;
    for (int side = 0; side < patch.sides; ++side) {
      const double angle = 2.0 * std::numbers::pi * side / patch.sides;
      all.conservativeResize(3, all.cols() + 1);
      all.rightCols<1>() = axes * Eigen::Vector3d(patch.friction * std::cos(angle),
                                                  patch.friction * std::sin(angle), 1.0);
    }
  }
  return all;
}

std::string footing_names(const MotionProblem& problem) {
  std::string names;
  for (const Footing& footing : problem.footings) {
    names += (names.empty() ? "'" : ", '") + footing.name + "'";
  }
  return names;
}

/// Momentum is the same at both ends, so that on the average contacts carry the weight: a sum of
/// what they can exert.
void refuse_falls(const MotionProblem& problem) {
  const bool returns =
      problem.repetition || (ends_at_rest(problem.start) && ends_at_rest(problem.goal));
  const Eigen::Vector3d gravity = problem.model.gravity();
  if (problem.ground_coordinates == 0 || !returns || !(gravity.norm() > 0.0)) return;
  const Eigen::VectorXd outside = cone_facets(pushes(problem)) * -gravity.normalized();
  if (outside.maxCoeff() <= hardly_outside) return;
  refuse_contact(
      "nothing that the robot touches can hold it: on the average of a motion from rest to "
      "rest contacts carry its weight, and friction and slopes of " +
          footing_names(problem) + " do not let them",
      "give more friction, or level places");
}

}  // namespace

void check_contacts(const MotionProblem& problem) {
  refuse_impacts(problem);
  refuse_falls(problem);
}

}  // namespace alembert
