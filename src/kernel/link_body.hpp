// A rigid body in the frame of a link: what composite inertias are made of.
#pragma once

#include <vector>

#include "kernel/joint_frame.hpp"

namespace alembert {

/// h = int r dm and J = int r r^T dm about the link's origin. The mass is a constant: that of a
/// composite does not change as it moves. J and not the rotational inertia E tr J - J, in which
/// what lies far along one axis hides what lies near it.
template <typename S>
struct LinkBody {
  using V = small::V3<S>;
  using Force6 = small::Force6<S>;
  V h;
  small::Sym3<S> J;

  static LinkBody of(const RegroupedJointFor<S>& j) {
    const auto& J = j.J;
    return {{S(j.h.x()), S(j.h.y()), S(j.h.z())},
            {S(J(0, 0)), S(J(1, 1)), S(J(2, 2)), S(J(0, 1)), S(J(0, 2)), S(J(1, 2))}};
  }

  LinkBody& operator+=(const LinkBody& b) {
    h += b.h;
    J += b.J;
    return *this;
  }

  /// The force that gives the body the acceleration of one unit of its joint.
  template <JointKind K>
  Force6 times_joint(const JointFrame<S>& j, const InertialOf<S>& mass) const {
    const S turning = J.xx + J.yy;
    if (!j.template slides<K>()) return {{-J.xz, -J.yz, turning}, {-h.y, h.x, S(0)}};
    if (!j.template rotates<K>()) return {{h.y, -h.x, S(0)}, {S(0), S(0), S(mass)}};
    return {{j.pitch * h.y - J.xz, -(J.yz + j.pitch * h.x), turning},
            {-h.y, h.x, S(j.pitch * mass)}};
  }

  /// The same body seen from the parent, with p the link's origin there.
  template <JointKind K>
  LinkBody in_parent(const JointFrame<S>& j, const InertialOf<S>& mass, const S& s, const S& c,
                     const V& p) const {
    LinkBody body{j.template to_parent<K>(h, s, c), j.template to_parent<K>(J, s, c)};
    // int (r + p)(r + p)^T dm = int r r^T dm + p k^T + k p^T with k = h + m p / 2.
    const bool heavy = mass != InertialOf<S>(0);
    const V half = heavy ? V(S(InertialOf<S>(0.5) * mass) * p) : V{S(0), S(0), S(0)};
    if (heavy) body.h += half;
    const V& k = body.h;
    small::Sym3<S>& A = body.J;
    if (j.px) {
      A.xx += (p.x + p.x) * k.x;
      A.xy += p.x * k.y;
      A.xz += p.x * k.z;
    }
    if (j.py) {
      A.yy += (p.y + p.y) * k.y;
      A.xy += p.y * k.x;
      A.yz += p.y * k.z;
    }
    if (j.pz) {
      A.zz += (p.z + p.z) * k.z;
      A.xz += p.z * k.x;
      A.yz += p.z * k.y;
    }
    if (heavy) body.h += half;
    return body;
  }
};

/// To each joint of a pass: the mass of everything behind it, and whether it has a child that
/// follows directly (`carries`) and others (`branches`).
template <typename Joint>
void tell_what_is_behind(std::vector<Joint>& joints) {
  for (std::size_t i = joints.size(); i-- > 0;) {
    if (joints[i].parent < 0) continue;
    const auto parent = static_cast<std::size_t>(joints[i].parent);
    joints[parent].mass += joints[i].mass;
    (parent + 1 == i ? joints[parent].carries : joints[parent].branches) = true;
  }
}

}  // namespace alembert
