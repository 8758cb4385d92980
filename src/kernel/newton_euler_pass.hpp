// The production inverse dynamics: Newton-Euler on regrouped parameters (docs/equations/kernel.md).
//
//   forward   U = [w']x + [w]x[w]x       one matrix serves every acceleration
//             a = R^T (a_p + U_p p)      of the origin, less gravity
//             F = m a + U h
//             N = axial(U J - J U^T) + h x a,  J = int r r^T dm
//   backward  f, n  force and moment about the origin that the joint transmits
//
// Written for any scalar. What a joint's constants make zero is left out: p keeps two components,
// right-angle twists only swap, and the first link of a fixed base turns about one axis only.
#pragma once

#include <vector>

#include "alembert/load.hpp"
#include "kernel/regrouped.hpp"
#include "kernel/scalar_traits.hpp"
#include "kernel/small.hpp"

namespace alembert {

/// Rotations between a link's frame and its parent's, for one joint.
template <typename S>
struct JointTurn {
  using V = small::V3<S>;
  using Constant = ConstantOf<S>;
  Constant sin_alpha, cos_alpha, sin_beta, cos_beta;
  bool first_child;

  V parent_to_turned(const V& u) const {
    if (first_child) return u;
    return {cos_beta * u.x + sin_beta * u.y, cos_beta * u.y - sin_beta * u.x, u.z};
  }
  V turned_to_parent(const V& u) const {
    if (first_child) return u;
    return {cos_beta * u.x - sin_beta * u.y, cos_beta * u.y + sin_beta * u.x, u.z};
  }

  template <Twist T>
  V to_link(const V& u_parent, const S& s, const S& c) const {
    const V u = parent_to_turned(u_parent);
    S y = u.y, z = u.z;
    if constexpr (T == Twist::quarter) {
      y = u.z;
      z = -u.y;
    } else if constexpr (T == Twist::minus_quarter) {
      y = -u.z;
      z = u.y;
    } else if constexpr (T == Twist::general) {
      y = cos_alpha * u.y + sin_alpha * u.z;
      z = cos_alpha * u.z - sin_alpha * u.y;
    }
    return {c * u.x + s * y, c * y - s * u.x, z};
  }
  /// The same for a vector (0, 0, u), which beta does not turn.
  template <Twist T>
  V axis_to_link(const S& u, const S& s, const S& c) const {
    if constexpr (T == Twist::none) return {S(0), S(0), u};
    if constexpr (T == Twist::quarter) return {s * u, c * u, S(0)};
    if constexpr (T == Twist::minus_quarter) return {-(s * u), -(c * u), S(0)};
    const S y = sin_alpha * u;
    return {s * y, c * y, cos_alpha * u};
  }

  template <Twist T>
  V to_parent(const V& u, const S& s, const S& c) const {
    const S x = c * u.x - s * u.y, y = s * u.x + c * u.y;
    if constexpr (T == Twist::none) return turned_to_parent({x, y, u.z});
    if constexpr (T == Twist::quarter) return turned_to_parent({x, -u.z, y});
    if constexpr (T == Twist::minus_quarter) return turned_to_parent({x, u.z, -y});
    return turned_to_parent({x, cos_alpha * y - sin_alpha * u.z, sin_alpha * y + cos_alpha * u.z});
  }
  /// The z component of to_parent.
  template <Twist T>
  S z_to_parent(const V& u, const S& s, const S& c) const {
    if constexpr (T == Twist::none) return u.z;
    const S y = s * u.x + c * u.y;
    if constexpr (T == Twist::quarter) return y;
    if constexpr (T == Twist::minus_quarter) return -y;
    return sin_alpha * y + cos_alpha * u.z;
  }
};

template <typename Body>
void with_twist(Twist twist, Body body) {
  switch (twist) {
    case Twist::none:
      return body.template operator()<Twist::none>();
    case Twist::quarter:
      return body.template operator()<Twist::quarter>();
    case Twist::minus_quarter:
      return body.template operator()<Twist::minus_quarter>();
    case Twist::general:
      return body.template operator()<Twist::general>();
  }
}

template <typename S>
class NewtonEulerPass {
 public:
  using V = small::V3<S>;
  using Constant = ConstantOf<S>;

  /// How the canonical base frame moves; `a` is less gravity.
  struct Base {
    bool moves = false;
    V w{S(0), S(0), S(0)}, wd{S(0), S(0), S(0)}, a{S(0), S(0), S(0)};
  };

  explicit NewtonEulerPass(const RegroupedModel& model);

  /// Joint values, rates and accelerations in; forces along the joints out. `wrench` may be null.
  ALEMBERT_FLATTEN void run(const S* x, const S* rate, const S* acceleration, const Base& base,
                            const LinkWrench<S>* wrench, S* tau);

 private:
  struct Joint {
    int parent;
    Motion motion;
    Twist twist;
    JointTurn<S> turn;
    bool px, py, pz;
    bool shifted;                  // theta0 is not zero
    bool keeps;                    // has a child that does not follow directly
    Constant x, y, z;              // p in the parent's frame
    Constant dir_x, dir_y, dir_z;  // the joint's axis in the parent's frame
    Constant theta0, pitch;
    Constant m, hx, hy, hz;
    Constant Jxx, Jyy, Jzz, Jxy, Jxz, Jyz;
    Constant J_axial;  // Jxx + Jyy
  };
  /// How a link moves. Handed from link to link in a local variable: along a chain none of it ever
  /// goes through memory.
  struct LinkMotion {
    V w, wd, a;
    V U0, U1, U2;  // columns
  };
  struct Link {
    V f, n;
    V slid;  // p + d z in the parent's frame, where the joint slides
  };

  LinkMotion ground(const Base& base) const;
  void forward_root(std::size_t i, const S& rate, const S& acceleration, const Base& base,
                    LinkMotion& motion);
  /// `motion` is the parent's before and the link's after.
  template <Twist T>
  void forward(std::size_t i, const S& x, const S& rate, const S& acceleration, LinkMotion& motion);
  template <Twist T>
  void forward_second(std::size_t i, const S& rate, const S& acceleration, LinkMotion& motion);
  static void inertial_wrench(const Joint& joint, LinkMotion& motion, Link& link);
  /// What the link's wrench adds to its parent's.
  template <Twist T>
  void backward(std::size_t i, const V& f, const V& n, V& f_parent, V& n_parent) const;
  template <Twist T>
  S backward_to_root(std::size_t i, const V& f, const V& n) const;

  /// Turns about a fixed axis: most of its rates are zero.
  bool is_plain_root(int i) const {
    return i >= 0 && plain_roots_ && joints_[static_cast<std::size_t>(i)].parent < 0 &&
           joints_[static_cast<std::size_t>(i)].motion == Motion::revolute;
  }

  std::size_t count_;
  std::vector<Joint> joints_;
  std::vector<Link> links_;
  std::vector<LinkMotion> kept_;  // of links with children that do not follow directly
  std::vector<S> theta_, sine_, cosine_;
  bool plain_roots_ = true;
};

}  // namespace alembert

#include "kernel/newton_euler_pass_impl.hpp"
