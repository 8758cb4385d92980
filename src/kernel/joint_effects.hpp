// What acts at a joint or a link besides its own inertia: drives and loads.
#pragma once

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Rotor, friction and spring of one joint, for its own value, rate and acceleration.
template <typename S>
S drive_force(const ModelJoint& joint, const S& x, const S& rate, const S& acceleration) {
  const double sign = static_cast<double>(rate > S(0)) - static_cast<double>(rate < S(0));
  return joint.rotor_inertia * acceleration + joint.viscous * rate + joint.coulomb * sign +
         joint.stiffness * (x - joint.spring_rest);
}

/// A load in the canonical frame of the link that carries `frame`; R_world is that link's rotation.
template <typename S>
LinkWrench<S> wrench_on_link(const ModelFrame& frame, const Load& load, const Mat3<S>& R_world) {
  const Mat3<S> R = load.axes == Load::Axes::world
                        ? Mat3<S>(R_world.transpose())
                        : Mat3<S>(frame.pose.linear().template cast<S>());
  const Vec3<S> at = (frame.pose * load.point).template cast<S>();
  LinkWrench<S> wrench;
  wrench.force = R * load.force.template cast<S>();
  wrench.moment = R * load.moment.template cast<S>() + at.cross(wrench.force);
  return wrench;
}

}  // namespace alembert
