// All second derivatives of all torques at once (docs/equations/kernel.md).
//
// Of joints a, b, c from the base outwards, of which some may be the same, first derivatives by a
// and b are made of I, 2B and f of the subtree behind b. By q_c these change by
//
//   I' = S_c x* I - I S_c x         2B'         f' = t2_c
//
// by v_c 2B becomes that of the velocity field S_c and f' = t3_c, by a_c f' = IS_c. That, and what
// a brings into b and c, leaves of every b and c, with u = (2B)^T S_c
//
//   changed = I' S_b             by_rate = (2B')^T S_b
//   carried = S_b x* IS_c        by_entering = psid_b x* IS_c - I' psid_b + S_b x* u
//   t2 = 2B' psid_b + I' psidd_b + S_b x* t2_c     t3 = I' psid_b + psid_b x* IS_c + S_b x* t3_c
//
// of which `changed` and `carried` have the same force, and those beside them none. All entries are
// products of these with what moves a; less = carried - changed.
//
//   torque a    qq(b, c) = S · t2            vv(b, c) = S · (carried + changed)
//               qv(b, c) = S · t3            qv(c, b) = S · (t3 + by_rate - by_entering)
//               qa(b, c) = S · carried       qa(c, b) = S · changed
//   torque c    qq(a, b) = psidd · carried + psid · by_entering      vv(a, b) = S · less
//               qv(a, b) = psid · less       qv(b, a) = S · by_entering + 2 psid · carried
//               qa(a, b) = 0                 qa(b, a) = S · carried
//   torque b    the same by a and c, with changed, by_rate and -less
#pragma once

#include <cstddef>
#include <vector>

#include "alembert/second_derivatives.hpp"
#include "kernel/ground_pass.hpp"
#include "kernel/joint_groups.hpp"
#include "kernel/joint_values.hpp"

namespace alembert {

class TensorPass {
 public:
  explicit TensorPass(const Model& model);
  TensorPass(const TensorPass&) = delete;
  TensorPass& operator=(const TensorPass&) = delete;

  /// Loads turn with their links.
  void run(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads,
           SecondDerivativeTensor& out);

 private:
  using Pass = GroundPass<double>;
  using P = Pack<double>;

  template <typename T>
  struct Moving {
    small::Motion6<T> S, psid, psidd;
  };
  /// What joint c changes.
  template <typename T>
  struct Change {
    small::Force6<T> IS, t2, t3;
    small::V3<T> u;
    small::Sym3<T> J;  // I' (w, v) = (J' w + h' x v, w x h')
    small::M3<T> W;    // 2B' (w, v) = (W w, w x Q)
    small::V3<T> Q;
  };
  /// Moments, and the force of the first two.
  template <typename T>
  struct Pair {
    small::V3<T> changed, carried, force, by_rate, by_entering;
    small::Force6<T> t2, t3;
  };
  /// Joints from the base to one of them, as many in a register as it holds.
  template <template <typename> typename Of>
  using Along = std::vector<Of<P>>;
  static std::size_t packs(std::size_t joints) { return (joints + P::width - 1) / P::width; }
  /// One joint's numbers, in all lanes.
  template <template <typename> typename Of>
  static Of<P> at(std::size_t joint, const Along<Of>& along) {
    const auto* lane = reinterpret_cast<const double*>(&along[joint / P::width]) + joint % P::width;
    return spread<Of<P>, P::width>(lane);
  }
  /// Numbers each `step` behind the one before, in all lanes.
  template <typename Packs, int step>
  static Packs spread(const double* from) {
    Packs x;
    auto* to = reinterpret_cast<P*>(&x);
    unrolled<sizeof x / sizeof *to>([&](auto k) { to[k] = P(from[k * step]); });
    return x;
  }
  /// A joint's row in a matrix, and where its column begins.
  struct Slot {
    std::ptrdiff_t row, column;
  };
  struct Path {
    std::vector<Slot> slots;
    double ratio;      // of the joint to its coordinate
    std::size_t leaf;  // of the joints behind: the path there begins so
    std::size_t place() const { return slots.size() - 1; }
  };
  /// What joints before two are multiplied with for the torque of one of them.
  struct Factors {
    small::Force6<P> along;
    small::V3<P> by_psid, less;
  };
  /// Of a register of joints and another one, and with rows and columns exchanged.
  struct Entries {
    P qq, vv, qv, vq, qa, aq;
  };
  /// The matrices of one torque. Where coordinates are shared, entries are sums.
  template <bool shared>
  struct Torque {
    double *qq, *qv, *vv, *qa;

    static void put(double* matrix, Slot row, Slot column, double value) {
      double& entry = matrix[column.column + row.row];
      entry = shared ? entry + value : value;
    }
    /// Of the joints from `first` to before `end`, as many as are in the register that begins with
    /// joint `i`.
    void put(const Path& path, std::size_t i, std::size_t first, std::size_t end, std::size_t other,
             const Entries& of) const;
  };

  void set_joints();
  ALEMBERT_FLATTEN static Change<double> change_by(const Pass::Link& link);
  ALEMBERT_FLATTEN static void set_pair(const Moving<P>& b, const Change<P>& c, Pair<P>& pair);
  void set_pairs();
  template <bool shared>
  void set_torque(std::size_t k, const Torque<shared>& torque) const;
  template <bool shared>
  ALEMBERT_FLATTEN void set_behind(std::size_t k, std::size_t c,
                                   const Torque<shared>& torque) const;
  template <bool shared>
  ALEMBERT_FLATTEN void set_before(const Path& path, std::size_t end, std::size_t other,
                                   const Factors& by, const Torque<shared>& torque) const;

  Coupling<double> coupling_;
  JointValues<double> values_;
  Pass pass_;
  std::vector<Pass::Link>& links_;
  bool chain_ = true, coupled_;
  std::vector<Path> paths_;
  std::vector<std::vector<std::size_t>> behind_;     // and the joint itself
  std::vector<std::vector<std::size_t>> joints_of_;  // a coordinate
  std::vector<Along<Moving>> moving_;                // on the paths to leaves
  std::vector<Along<Pair>> pairs_;
};

}  // namespace alembert
