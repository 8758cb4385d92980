// One link after the other from the base to the tips, in the canonical base's frame, while no joint
// accelerates: where it is and how it moves.
#pragma once

#include "kernel/ground_link.hpp"
#include "kernel/link_body.hpp"

namespace alembert {

/// A joint's constants.
template <typename S>
struct MovingJoint : JointFrame<S> {
  using C = ConstantOf<S>;
  bool carries = false, branches = false;  // has a child that follows directly, and others
  LinkNumbers<C> own;
  C mass;  // of everything behind the joint, once told
  C rotor, viscous, stiffness;

  MovingJoint(const RegroupedJoint& j, const ModelJoint& model)
      : JointFrame<S>(j),
        own(LinkNumbers<C>::of(j)),
        mass(C(j.m)),
        rotor(C(model.rotor_inertia)),
        viscous(C(model.viscous)),
        stiffness(C(model.stiffness)) {}

  bool revolute() const { return this->motion == JointMotion::revolute; }
  /// Regrouped, nothing is in a robot without prismatic joints.
  bool heavy() const { return mass != C(0); }
};

/// What one link hands to the next.
template <typename S>
struct MovingLink : GroundFrame<S> {
  using Frame = GroundFrame<S>;
  using Motion6 = small::Motion6<S>;
  Motion6 velocity, acceleration;

  /// Of the base, which rests.
  static MovingLink base(const small::V3<S>& up) {
    const small::V3<S> none{S(0), S(0), S(0)};
    return {Frame::base(), {none, none}, {none, up}};
  }
};

}  // namespace alembert
