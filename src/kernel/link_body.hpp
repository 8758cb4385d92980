// A rigid body in the frame of a link: what composite inertias are made of.
#pragma once

#include "kernel/joint_frame.hpp"

namespace alembert {

/// First moment and rotational inertia, both about the link's origin. The mass is a constant: that
/// of a composite does not change as it moves.
template <typename S>
struct LinkBody {
  using V = small::V3<S>;
  using Force6 = small::Force6<S>;
  V h;
  small::Sym3<S> I;

  static LinkBody of(const RegroupedJoint& j) {
    const Eigen::Matrix3d I = j.J.trace() * Eigen::Matrix3d::Identity() - j.J;
    return {small::v3<S>(j.h),
            {S(I(0, 0)), S(I(1, 1)), S(I(2, 2)), S(I(0, 1)), S(I(0, 2)), S(I(1, 2))}};
  }

  LinkBody& operator+=(const LinkBody& b) {
    h += b.h;
    I += b.I;
    return *this;
  }

  /// The force that gives the body the acceleration of one unit of its joint.
  template <JointKind K>
  Force6 times_joint(const JointFrame<S>& j, const ConstantOf<S>& mass) const {
    if (!j.template slides<K>()) return {{I.xz, I.yz, I.zz}, {-h.y, h.x, S(0)}};
    if (!j.template rotates<K>()) return {{h.y, -h.x, S(0)}, {S(0), S(0), S(mass)}};
    return {{I.xz + j.pitch * h.y, I.yz - j.pitch * h.x, I.zz}, {-h.y, h.x, S(j.pitch * mass)}};
  }

  /// The same body seen from the parent, with p the link's origin there.
  template <JointKind K>
  LinkBody in_parent(const JointFrame<S>& j, const ConstantOf<S>& mass, const S& s, const S& c,
                     const V& p) const {
    LinkBody body{j.template to_parent<K>(h, s, c), j.template to_parent<K>(I, s, c)};
    // int (r + p)(r + p)^T dm = int r r^T dm + p k^T + k p^T with k = h + m p / 2.
    const bool heavy = mass != ConstantOf<S>(0);
    const V half = heavy ? V(S(ConstantOf<S>(0.5) * mass) * p) : V{S(0), S(0), S(0)};
    if (heavy) body.h += half;
    const V& k = body.h;
    small::Sym3<S>& A = body.I;
    if (j.px) {
      const S twice = (p.x + p.x) * k.x;
      A.yy += twice;
      A.zz += twice;
      A.xy -= p.x * k.y;
      A.xz -= p.x * k.z;
    }
    if (j.py) {
      const S twice = (p.y + p.y) * k.y;
      A.xx += twice;
      A.zz += twice;
      A.xy -= p.y * k.x;
      A.yz -= p.y * k.z;
    }
    if (j.pz) {
      const S twice = (p.z + p.z) * k.z;
      A.xx += twice;
      A.yy += twice;
      A.xz -= p.z * k.x;
      A.yz -= p.z * k.y;
    }
    if (heavy) body.h += half;
    return body;
  }
};

}  // namespace alembert
