#include "task/contact_forces.hpp"

#include <Eigen/Geometry>

#include "alembert/body_weight.hpp"
#include "alembert/ground_coordinates.hpp"
#include "task/footing_patch.hpp"
#include "task/ground.hpp"
#include "task/spans.hpp"

namespace alembert {

namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;

/// Where in a plane a wrench has no moment in that plane. The point of the wrench lies in it.
std::optional<Eigen::Vector3d> pressure_point(const Eigen::Vector3d& point,
                                              const Eigen::Vector3d& normal,
                                              const Eigen::Vector3d& force,
                                              const Eigen::Vector3d& moment, double least) {
  const double presses = normal.dot(force);
  if (!(presses > least)) return {};
  return point + normal.cross(moment) / presses;
}

Vector6 carried(VecIn<double> tau, int first = 0) {
  Vector6 wrench;
  for (int k = 0; k < placing_coordinates; ++k) wrench[k] = tau[first + carrying_torque(k)];
  return wrench;
}

/// `wrench` in components of the patch's place, moved to where the body touches.
ContactForce in_the_world(const Eigen::Isometry3d& place, const std::string& name,
                          const Patch& patch, const Vector6& wrench, double least) {
  ContactForce out{.name = name,
                   .force = place.linear() * wrench.head<3>(),
                   .moment = place.linear() * wrench.tail<3>(),
                   .origin = place.translation()};
  const Eigen::Vector3d corner = place * patch.corners.front();
  out.pressure = pressure_point(corner, place.linear() * patch.normal.normalized(), out.force,
                                out.moment - (corner - out.origin).cross(out.force), least);
  return out;
}

}  // namespace

double body_weight(const MotionProblem& problem) {
  if (!problem.touches()) return 0.0;
  if (problem.ground_coordinates > 0 || problem.bodies.empty()) return weight_of(problem.model);
  // An arm that is bolted down: what it pushes.
  double mass = 0.0;
  for (const PushedBody& body : problem.bodies) mass += body.inertia.mass;
  return mass * problem.model.gravity().norm();
}

ContactForces::ContactForces(const MotionProblem& problem)
    : problem_(problem),
      kinematics_(problem.model),
      least_(least_pressure * body_weight(problem)) {}

GroundReaction ContactForces::at(int segment, VecIn<double> q, VecIn<double> tau,
                                 VecIn<double> forces) {
  GroundReaction out;
  kinematics_.update(q);
  for (const PushedBody& body : problem_.bodies) {
    const Eigen::Isometry3d place =
        kinematics_.pose(problem_.model.frame(body.frame)) * patch_pose(body);
    out.bodies.push_back(
        in_the_world(place, body.name, patch_of(body), carried(tau, body.first), least_));
  }
  const GroundContact* first = nullptr;
  Eigen::Index next = problem_.force_count();
  for (const GroundContact& contact : problem_.contacts) {
    if (!covers(problem_, contact.during, segment)) continue;
    Vector6 wrench = Vector6::Zero();
    Eigen::Isometry3d place = place_of(problem_.model, contact);
    if (contact.carries) {
      place.translation() += found_shift(contact, q);
      wrench = carried(tau);
    } else {
      place.translation() = kinematics_.pose(contact.frame).translation();
      const auto count = static_cast<Eigen::Index>(pushed_components(contact).size());
      wrench = wrench_of(contact, forces.segment(next, count));
      next += count;
    }
    if (!first) first = &contact;
    out.contacts.push_back(in_the_world(place, contact.name, contact.patch, wrench, least_));
  }
  if (!first) return out;
  const Eigen::Isometry3d place = place_of(problem_.model, *first);
  const Eigen::Vector3d point = place * first->patch.corners.front();
  out.zero_moment_point = pressure_point(point, place.linear() * first->patch.normal.normalized(),
                                         out.force(), out.moment_about(point), least_);
  return out;
}

}  // namespace alembert
