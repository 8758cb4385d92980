// A joint as the recursions in link frames see it: how vectors turn and where origins lie between a
// link and its parent. What a joint's constants make zero is left out: right-angle twists only
// swap, and of the offset p only the components that are not zero are multiplied.
#pragma once

#include "kernel/regrouped.hpp"
#include "kernel/scalar_traits.hpp"
#include "kernel/spatial.hpp"

namespace alembert {

/// What recursions are compiled for: a revolute joint to a first child, by its twist, and any other
/// joint, which asks for its motion, beta and twist as it goes.
enum class JointKind : unsigned char { straight, quarter, minus_quarter, twisted, any };

/// Calls body with the kind as a template argument: one branch for all that body does. Scalars that
/// need no speed are compiled for `any` alone, which does the same arithmetic.
template <typename S, typename Body>
void with_kind(JointKind kind, Body body) {
  if constexpr (!fast_scalar<S>) return body.template operator()<JointKind::any>();
  switch (kind) {
    case JointKind::straight:
      return body.template operator()<JointKind::straight>();
    case JointKind::quarter:
      return body.template operator()<JointKind::quarter>();
    case JointKind::minus_quarter:
      return body.template operator()<JointKind::minus_quarter>();
    case JointKind::twisted:
      return body.template operator()<JointKind::twisted>();
    case JointKind::any:
      return body.template operator()<JointKind::any>();
  }
}

/// The same where only the motion matters: `straight` stands for every revolute joint.
template <typename Body>
void with_motion(JointMotion motion, Body body) {
  if (motion == JointMotion::revolute) return body.template operator()<JointKind::straight>();
  return body.template operator()<JointKind::any>();
}

template <typename S>
struct JointFrame {
  using V = small::V3<S>;
  using Constant = ConstantOf<S>;

  int parent;
  JointMotion motion;
  Twist twist;
  JointKind kind;
  bool first_child;
  bool px, py, pz;        // p has this component; a joint that slides has all three
  bool pd_x, pd_y, pd_z;  // its rate in the parent's frame has
  bool shifted;           // its angle is its value and a theta0 that is not zero
  Constant sin_alpha, cos_alpha, sin_beta, cos_beta;
  Constant x, y, z;              // p in the parent's frame, before sliding
  Constant dir_x, dir_y, dir_z;  // the joint's axis in the parent's frame
  Constant theta0, pitch;

  explicit JointFrame(const RegroupedPlace& j)
      : parent(j.parent),
        motion(j.motion),
        twist(j.twist),
        kind(kind_of(j)),
        first_child(j.first_child),
        shifted(j.theta0 != 0.0 && j.motion != JointMotion::prismatic),
        sin_alpha(Constant(j.sin_alpha)),
        cos_alpha(Constant(j.cos_alpha)),
        sin_beta(Constant(j.sin_beta)),
        cos_beta(Constant(j.cos_beta)),
        x(Constant(j.cos_beta * j.p.x() - j.sin_beta * j.p.y())),
        y(Constant(j.cos_beta * j.p.y() + j.sin_beta * j.p.x())),
        z(Constant(j.p.z())),
        dir_x(Constant(j.sin_beta * j.sin_alpha)),
        dir_y(Constant(-j.cos_beta * j.sin_alpha)),
        dir_z(Constant(j.cos_alpha)),
        theta0(Constant(j.theta0)),
        pitch(Constant(j.pitch)) {
    const bool moves = slides<JointKind::any>();
    px = moves || x != Constant(0);
    py = moves || y != Constant(0);
    pz = moves || z != Constant(0);
    pd_x = py || pz;
    pd_y = px || pz;
    pd_z = px || py;
  }

  template <JointKind K>
  bool slides() const {
    if constexpr (K != JointKind::any) return false;
    return motion != JointMotion::revolute;
  }
  template <JointKind K>
  bool rotates() const {
    if constexpr (K != JointKind::any) return true;
    return motion != JointMotion::prismatic;
  }

  S angle(const S& value) const {
    if (!rotates<JointKind::any>()) return S(theta0);
    return shifted ? S(value + theta0) : value;
  }
  /// Distance, speed or acceleration along the axis, of a joint that slides.
  S slide(const S& value) const {
    return motion == JointMotion::helical ? S(pitch * value) : value;
  }
  /// p of a joint that slides by d.
  V slid(const S& d) const { return {x + dir_x * d, y + dir_y * d, z + dir_z * d}; }
  /// A vector of length d along the axis.
  V along_axis(const S& d) const { return {dir_x * d, dir_y * d, dir_z * d}; }
  /// p of a joint that does not.
  V still() const { return {S(x), S(y), S(z)}; }

  // What follows takes vectors of S, or of packs of S that turn together.

  /// Adds A p, for the columns of A.
  void add_product(const V& A0, const V& A1, const V& A2, const V& p, V& sum) const {
    if (px) sum += p.x * A0;
    if (py) sum += p.y * A1;
    if (pz) sum += p.z * A2;
  }
  /// Adds p x u.
  template <typename L>
  void add_p_cross(const small::V3<L>& p, const small::V3<L>& u, small::V3<L>& sum) const {
    add_cross<+1>(px, py, pz, p, u, sum);
  }
  /// Adds pd x u, with pd the rate of p.
  template <typename L>
  void add_pd_cross(const small::V3<L>& pd, const small::V3<L>& u, small::V3<L>& sum) const {
    add_cross<+1>(pd_x, pd_y, pd_z, pd, u, sum);
  }

  /// Subtracts p x u.
  void subtract_p_cross(const V& p, const V& u, V& sum) const {
    add_cross<-1>(px, py, pz, p, u, sum);
  }
  void subtract_pd_cross(const V& pd, const V& u, V& sum) const {
    add_cross<-1>(pd_x, pd_y, pd_z, pd, u, sum);
  }

  /// A vector; or the three axes of the parent, of which it makes those of the link.
  template <JointKind K, typename L, typename Sine>
  small::V3<L> to_link(const small::V3<L>& u, const Sine& s, const Sine& c) const {
    L x1 = u.x, y1 = u.y;
    if (turned_first<K>()) {
      x1 = cos_beta * u.x + sin_beta * u.y;
      y1 = cos_beta * u.y - sin_beta * u.x;
    }
    L y2 = y1, z2 = u.z;
    if (twisted_by<K>(Twist::quarter)) {
      y2 = u.z;
      z2 = -y1;
    } else if (twisted_by<K>(Twist::minus_quarter)) {
      y2 = -u.z;
      z2 = y1;
    } else if (twisted_by<K>(Twist::general)) {
      y2 = cos_alpha * y1 + sin_alpha * u.z;
      z2 = cos_alpha * u.z - sin_alpha * y1;
    }
    return {c * x1 + s * y2, c * y2 - s * x1, z2};
  }
  /// The same for a vector (0, 0, u), which beta does not turn.
  template <JointKind K>
  V axis_to_link(const S& u, const S& s, const S& c) const {
    if (twisted_by<K>(Twist::none)) return {S(0), S(0), u};
    if (twisted_by<K>(Twist::quarter)) return {s * u, c * u, S(0)};
    if (twisted_by<K>(Twist::minus_quarter)) return {-(s * u), -(c * u), S(0)};
    const S y1 = sin_alpha * u;
    return {s * y1, c * y1, cos_alpha * u};
  }

  template <JointKind K, typename L>
  small::V3<L> to_parent(const small::V3<L>& u, const L& s, const L& c) const {
    const L x1 = c * u.x - s * u.y, y1 = s * u.x + c * u.y;
    L y2 = y1, z2 = u.z;
    if (twisted_by<K>(Twist::quarter)) {
      y2 = -u.z;
      z2 = y1;
    } else if (twisted_by<K>(Twist::minus_quarter)) {
      y2 = u.z;
      z2 = -y1;
    } else if (twisted_by<K>(Twist::general)) {
      y2 = cos_alpha * y1 - sin_alpha * u.z;
      z2 = sin_alpha * y1 + cos_alpha * u.z;
    }
    L x3 = x1, y3 = y2;
    if (turned_first<K>()) {
      x3 = cos_beta * x1 - sin_beta * y2;
      y3 = cos_beta * y2 + sin_beta * x1;
    }
    return {x3, y3, z2};
  }
  /// The z component of to_parent.
  template <JointKind K, typename L>
  L z_to_parent(const small::V3<L>& u, const L& s, const L& c) const {
    if (twisted_by<K>(Twist::none)) return u.z;
    const L y1 = s * u.x + c * u.y;
    if (twisted_by<K>(Twist::quarter)) return y1;
    if (twisted_by<K>(Twist::minus_quarter)) return -y1;
    return sin_alpha * y1 + cos_alpha * u.z;
  }
  /// Its y component.
  template <JointKind K, typename L>
  L y_to_parent(const small::V3<L>& u, const L& s, const L& c) const {
    if (turned_first<K>()) return to_parent<K>(u, s, c).y;
    if (twisted_by<K>(Twist::quarter)) return -u.z;
    if (twisted_by<K>(Twist::minus_quarter)) return u.z;
    const L y1 = s * u.x + c * u.y;
    if (twisted_by<K>(Twist::none)) return y1;
    return cos_alpha * y1 - sin_alpha * u.z;
  }
  /// A force in the link, with its moment about the link's origin, seen from the parent's.
  template <JointKind K, typename L>
  small::Force6<L> to_parent(const small::Force6<L>& force, const L& s, const L& c,
                             const small::V3<L>& p) const {
    small::Force6<L> seen{to_parent<K>(force.n, s, c), to_parent<K>(force.f, s, c)};
    add_p_cross(p, seen.f, seen.n);
    return seen;
  }
  /// The z component of that moment.
  template <JointKind K, typename L>
  L z_moment_to_parent(const small::Force6<L>& force, const L& s, const L& c,
                       const small::V3<L>& p) const {
    L moment = z_to_parent<K>(force.n, s, c);
    if (py) {
      const small::V3<L> turned = to_parent<K>(force.f, s, c);
      moment -= p.y * turned.x;
      if (px) moment += p.x * turned.y;
    } else if (px) {
      moment += p.x * y_to_parent<K>(force.f, s, c);
    }
    return moment;
  }
  /// R A R^T, of a symmetric matrix or any other.
  template <JointKind K, template <typename> typename Matrix>
  requires requires(Matrix<S> A) { A.quarter_turn(); }
  Matrix<S> to_parent(Matrix<S> A, const S& s, const S& c) const {
    A.turn_about_z(s, c);
    if (twisted_by<K>(Twist::quarter)) {
      A = A.quarter_turn();
    } else if (twisted_by<K>(Twist::minus_quarter)) {
      A = A.minus_quarter_turn();
    } else if (twisted_by<K>(Twist::general)) {
      A.turn_about_x(S(sin_alpha), S(cos_alpha));
    }
    if (turned_first<K>()) A.turn_about_z(S(sin_beta), S(cos_beta));
    return A;
  }

 private:
  /// Adds or subtracts p x u, of which p has these components.
  template <int sign, typename L>
  static void add_cross(bool has_x, bool has_y, bool has_z, const small::V3<L>& p,
                        const small::V3<L>& u, small::V3<L>& sum) {
    const auto turn = [](const L& by, const L& from, const L& to, L& less, L& more) {
      if constexpr (sign > 0) {
        less -= by * from;
        more += by * to;
      } else {
        less += by * from;
        more -= by * to;
      }
    };
    if (has_x) turn(p.x, u.z, u.y, sum.y, sum.z);
    if (has_y) turn(p.y, u.x, u.z, sum.z, sum.x);
    if (has_z) turn(p.z, u.y, u.x, sum.x, sum.y);
  }
  static JointKind kind_of(const RegroupedPlace& j) {
    if (j.motion != JointMotion::revolute || !j.first_child) return JointKind::any;
    switch (j.twist) {
      case Twist::none:
        return JointKind::straight;
      case Twist::quarter:
        return JointKind::quarter;
      case Twist::minus_quarter:
        return JointKind::minus_quarter;
      case Twist::general:
        break;
    }
    return JointKind::twisted;
  }
  template <JointKind K>
  bool turned_first() const {
    if constexpr (K != JointKind::any) return false;
    return !first_child;
  }
  template <JointKind K>
  bool twisted_by(Twist t) const {
    if constexpr (K == JointKind::straight) return t == Twist::none;
    if constexpr (K == JointKind::quarter) return t == Twist::quarter;
    if constexpr (K == JointKind::minus_quarter) return t == Twist::minus_quarter;
    if constexpr (K == JointKind::twisted) return t == Twist::general;
    return twist == t;
  }
};

/// A force's share along the joint, the rest being borne by its bearings.
template <JointKind K, typename S, typename L>
L along_joint(const JointFrame<S>& j, const small::Force6<L>& force) {
  if (!j.template slides<K>()) return force.n.z;
  if (!j.template rotates<K>()) return force.f.z;
  return force.n.z + j.pitch * force.f.z;
}

}  // namespace alembert
