// Accelerations and all their first derivatives, O(n · links), in the canonical base's frame
// (docs/equations/kernel.md). No mass matrix and no derivative of a torque is formed: a column of
//
//   -dtau_i/dq_j = -S_i · t_j                for j and what is before it: a force on link j,
//                = -(IS_i · c_j + u_i · d_j) for what is behind it: the subtree accelerated by c_j
//
// is handed to articulated bodies as that force and that acceleration. (By q: c = psidd, d = psid;
// by v: c = 2 psid, d = S; by tau neither.) What u leaves behind goes the way of the inertia:
//
//   tips to base   I^A, U, D as in articulated_pass.hpp
//                  N = 2B of the link + sum over children of (N - U rho^T / D),  rho = N^T S
//   a force on j   t_q = S x* f + I^A psidd + N psid      t_v = N S + I^A 2 psid
//   rows inward    R_ij = -S_i · t_j for j behind i,      t_j += U_i R_ij / D_i
//   rows outward   x_ij = (R_ij - rho_i · d_j - U_i · a_j) / D_i,   a_j += S_i x_ij
//                  with a_j + c_j for a_j and d_j not zero behind j only
//
// Six-vectors of the columns by q and by v lie side by side and are computed on together.
#pragma once

#include <array>
#include <vector>

#include "kernel/articulated_body.hpp"
#include "kernel/drives.hpp"
#include "kernel/ground_pass.hpp"
#include "kernel/joint_matrix.hpp"
#include "kernel/tree_rows.hpp"
#include "kernel/unrolled.hpp"

namespace alembert {

/// The same of the column by q and of that by v.
template <typename S>
struct Both {
  S q, v;

  Both(const S& by_q, const S& by_v) : q(by_q), v(by_v) {}
  explicit Both(const S& x) : q(x), v(x) {}
  Both() = default;
  friend Both operator*(const Both& a, const Both& b) { return {a.q * b.q, a.v * b.v}; }
  Both& operator+=(const Both& b) {
    q += b.q;
    v += b.v;
    return *this;
  }
  Both& operator-=(const Both& b) {
    q -= b.q;
    v -= b.v;
    return *this;
  }
  S of_q() const { return q; }
  S of_v() const { return v; }
};
/// Two doubles are a register.
template <>
struct Both<double> : Pack<double, 2> {
  Both(const Pack<double, 2>& pack) : Pack<double, 2>(pack) {}  // NOLINT: the same thing
  Both(double by_q, double by_v) : Pack<double, 2>(Register{by_q, by_v}) {}
  explicit Both(double x) : Pack<double, 2>(x) {}
  Both() = default;
  double of_q() const { return lanes[0]; }
  double of_v() const { return lanes[1]; }
};

template <typename S>
class ForwardDerivativePass {
 public:
  struct Outputs {
    JointMatrix<S> dq, dv, dtau;
  };

  /// Of a model without coupled joints.
  explicit ForwardDerivativePass(const Model& model);

  /// Returns how many joints move mass, as far as rounding lets one tell: where it is fewer than
  /// there are, the results are of no use (of plain numbers: untouched). Loads must be fixed in
  /// frames of the robot.
  S run(const S* q, const S* v, const S* tau, Loads loads, S* a, const Outputs& out);

 private:
  using V = small::V3<S>;
  using Motion6 = small::Motion6<S>;
  using Force6 = small::Force6<S>;
  using Pair = Both<S>;
  /// A joint, in the order of rows and columns: parents before children, subtrees together.
  struct Joint {
    int joint, parent;   // the second in this order
    int end;             // of its subtree
    int tree, tree_end;  // everything on the same first joint
    int load, save;      // where motions of its parent and its own are kept; -1: need not be
    bool tip;
    ConstantOf<S> rotor, viscous, stiffness, floor;
  };
  /// All that columns need of a joint. Plain numbers twice, side by side: to double them where they
  /// are used would take as long as to use them.
  using Twice = std::conditional_t<std::is_same_v<S, double>, Pair, S>;
  struct Row {
    Twice along[6], U[6], rho[3];  // U and rho divided by D
    S reciprocal;
  };
  static S once(const Twice& x) {
    if constexpr (std::is_same_v<S, double>) {
      return x.of_q();
    } else {
      return x;
    }
  }
  /// In as many lanes as T has.
  template <typename T>
  static T in_lanes(const Twice& x) {
    if constexpr (std::is_constructible_v<T, const Twice&>) {
      return T(x);
    } else {
      return T(once(x));
    }
  }
  struct Node {
    ArticulatedBody<S> I;
    Force6 N[3];  // columns
    Force6 f;     // of the subtree
    Force6 p;     // what articulated bodies transmit more, without U r / D
    Motion6 dA;   // more than with no acceleration
    S rest;
  };
  /// Six-vectors of the columns of one joint, component by component.
  struct Six {
    Pair k[6];
  };
  using L = typename Lanes<S>::Type;
  static constexpr int width = Lanes<S>::width;
  /// Columns that are taken together: block of them inward; some of those, outward, in registers.
  static constexpr int block = 8, together = 4;
  static constexpr int groups = width * together <= block ? together : block / width;

  void set_order(const Model& model);
  ALEMBERT_FLATTEN S set_bodies(const S* q, const S* v, const S* tau);
  ALEMBERT_FLATTEN void accelerate(S* a);
  /// The columns from `first` on.
  ALEMBERT_FLATTEN void inward(int first);
  /// Two columns on their way to the base.
  struct TwoColumns {
    Pair t[2][6], by_tau[6];  // by_tau of both, side by side
    int place;

    void begin(const Six& first, const Six& second) {
      unrolled<6>([&](auto k) {
        t[0][k] = first.k[k];
        t[1][k] = second.k[k];
        by_tau[k] = Pair(S(0));
      });
    }
  };
  int pass(int slot, int column, bool begins, TwoColumns& two);
  int pass_both(int slot, bool begins, TwoColumns& two);
  ALEMBERT_FLATTEN void outward(int first, const Outputs& out);
  ALEMBERT_FLATTEN void outward_by_tau(int first, const Outputs& out);
  template <bool Rest, bool Turned, typename T, int count, typename Write>
  static void step(const Joint& joint, const Row& row, T (&a)[count][6], const T* rest,
                   const T (&turn)[count][3], Write write);
  void write_zeros(const Outputs& out) const;
  template <typename T, int count>
  static void begin(const Joint& joint, const std::vector<T>& kept, T (&a)[count][6]);
  template <typename T, int count>
  static void keep(const Joint& joint, const T (&a)[count][6], std::vector<T>& kept);

  GroundPass<S> ground_;
  Drives<S> drives_;
  std::vector<S> zero_, rest_;
  bool chain_ = true;
  std::vector<Joint> order_;
  std::vector<Node> nodes_;
  std::vector<Row> rows_;                   // and one of zeros
  std::vector<Six> forces_;                 // by q and v
  std::vector<Six> jumps_;                  // c
  std::vector<std::array<Pair, 3>> turns_;  // d
  std::vector<Pair> rests_;                 // R / D of a block, row by row
  std::vector<S> tau_rests_;
  std::vector<Pair> kept_;
  std::vector<L> tau_kept_;
};

}  // namespace alembert

#include "kernel/forward_derivative_pass_impl.hpp"

namespace alembert {

extern template class ForwardDerivativePass<double>;

}  // namespace alembert
