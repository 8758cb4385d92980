// What contacts of a problem cannot do, whatever the motion is.
#include <cmath>
#include <numbers>

#include "alembert/kinematics.hpp"
#include "alembert/standing.hpp"
#include "require.hpp"
#include "task/cone_facets.hpp"
#include "task/footing_patch.hpp"
#include "task/ground.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// m/s or rad/s: slower is at rest.
constexpr double slowest_impact = 1e-6;
/// Of the weight: what rounding leaves of a force at the edge of a cone.
constexpr double hardly_outside = 1e-9;

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
    require(speed < slowest_impact,
            "contact '" + contact.name + "' begins at " + asked.place +
                ", where its body is to move at " + std::to_string(speed) +
                " m/s: that is an impact",
            "let it come to rest there (leave v out): impacts are not known here");
  }
}

bool ends_at_rest(const Condition& end) { return end.v ? end.v->isZero(0.0) : !end.any_velocity; }

/// Along the edges of the pyramid of a patch, z of `axes` its normal.
void add_pyramid(const Eigen::Matrix3d& axes, const Patch& patch, Eigen::MatrixXd& all) {
  for (int side = 0; side < patch.sides; ++side) {
    const double angle = 2.0 * std::numbers::pi * side / patch.sides;
    all.conservativeResize(3, all.cols() + 1);
    all.rightCols<1>() = axes * Eigen::Vector3d(patch.friction * std::cos(angle),
                                                patch.friction * std::sin(angle), 1.0);
  }
}

/// Along the edges of all pyramids of friction.
Eigen::MatrixXd pushes(const MotionProblem& problem) {
  Eigen::MatrixXd all(3, 0);
  for (const GroundContact& contact : problem.contacts) {
    if (contact.during.from == contact.during.to) continue;
    add_pyramid(place_of(problem.model, contact).linear(), contact.patch, all);
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
  require(outside.maxCoeff() <= hardly_outside,
          "nothing that the robot touches can hold it: on the average of a motion from rest to "
          "rest contacts carry its weight, and friction and slopes of " +
              footing_names(problem) + " do not let them",
          "give more friction, or level places");
}

/// Joint values of an end that have a body that slides elsewhere: behind where it begins, say.
void refuse_other_place(const MotionProblem& problem, const GroundContact& contact,
                        const Condition& end, double along, const std::string& place) {
  constexpr double elsewhere = 1e-3;  // m: more than numbers written by hand leave
  if (!end.q) return;
  Kinematics<double> kinematics(problem.model);
  kinematics.update(*end.q);
  const Eigen::Vector3d off =
      place_of(problem.model, contact).inverse() * kinematics.pose(contact.frame).translation();
  const double distance = (off - Eigen::Vector3d(along, 0.0, 0.0)).norm();
  require(distance < elsewhere,
          "contact '" + contact.name + "' slides " + std::to_string(contact.slides) +
              " m, and joint values at " + place + " have its body " + std::to_string(distance) +
              " m from where it is then",
          "leave q out there: the way that it slides says where it is");
}

void refuse_other_ways(const MotionProblem& problem) {
  for (const GroundContact& contact : problem.contacts) {
    if (contact.slides == 0.0) continue;
    if (contact.during.from == 0.0) {
      refuse_other_place(problem, contact, problem.start, 0.0, "the start");
    }
    if (contact.during.to == 1.0) {
      refuse_other_place(problem, contact, problem.goal, contact.slides, "the goal");
    }
  }
}

/// A body that slides all the way does not turn: the way that its hand pushes does not change. On
/// the average what it slides on and the hand carry its weight.
void refuse_slips(const MotionProblem& problem, const PushedBody& body, const Footing& footing) {
  const GroundContact* slides = nullptr;
  for (const GroundContact& contact : problem.contacts) {
    const bool whole = contact.during.from == 0.0 && contact.during.to == 1.0;
    if (contact.name == footing.name && contact.slides > 0.0 && whole) slides = &contact;
  }
  if (!slides) return;
  Eigen::MatrixXd all(3, 1);
  all.col(0) = place_of(problem.model, *slides).linear() *
               Eigen::Vector3d(-slides->patch.friction, 0.0, 1.0);
  const Eigen::Matrix3d hand =
      footing.place.linear() * body.pose.linear().transpose() * patch_pose(body).linear();
  add_pyramid(hand, patch_of(body), all);
  const Eigen::VectorXd outside = cone_facets(all) * -problem.model.gravity().normalized();
  require(outside.maxCoeff() <= hardly_outside,
          "'" + body.frame + "' cannot push '" + body.name + "' the way that '" + footing.name +
              "' slides: it would slip, or have to pull, since its normal is too far off "
              "for its friction",
          "turn the patch towards the way, or give it more friction");
}

/// Where a body has other contacts as well, those carry some of it.
void refuse_slips(const MotionProblem& problem) {
  const bool returns =
      problem.repetition || (ends_at_rest(problem.start) && ends_at_rest(problem.goal));
  if (!returns || !(problem.model.gravity().norm() > 0.0)) return;
  for (const PushedBody& body : problem.bodies) {
    const Footing* only = nullptr;
    int count = 0;
    for (const Footing& footing : problem.footings) {
      if (footing.frame != body.name) continue;
      only = &footing;
      ++count;
    }
    if (count == 1) refuse_slips(problem, body, *only);
  }
}

}  // namespace

void check_contacts(const MotionProblem& problem) {
  refuse_impacts(problem);
  refuse_falls(problem);
  refuse_slips(problem);
  refuse_other_ways(problem);
}

}  // namespace alembert
