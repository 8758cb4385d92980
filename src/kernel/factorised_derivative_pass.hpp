// Accelerations and all their first derivatives by the factor of M, in the canonical base's frame:
// short chains and trees that branch soon. The formulas of derivatives_impl.hpp, with everything
// that is known before accelerations are done once:
//
//   base to tips   frames, S, V_p, psid, and A_p of no joint acceleration
//   each joint     its own inertia, force, K and p; summed from tips to base
//   each joint     IS, u, t3, the torque left over
//   each pair      M;   then M a = what is left over
//   base to tips   dA_p = sum of S a;   tips to base  g = sum of IS a
//   each joint     psidd of A_p + dA_p,   t2 with the force f + I dA_p + g
//   each pair      dtau/dq and dtau/dv together;   then -M^-1 dtau/dq, -M^-1 dtau/dv
//
// Joints stand in an order in which what is behind a joint follows it; two neighbours are computed
// on together. What is summed along the tree, and what pairs take, lies together joint by joint.
#pragma once

#include <optional>
#include <vector>

#include "alembert/model.hpp"
#include "kernel/coupled_equations.hpp"
#include "kernel/drives.hpp"
#include "kernel/joint_matrix.hpp"
#include "kernel/joint_sines.hpp"
#include "kernel/moving_link.hpp"
#include "kernel/tree_columns.hpp"
#include "kernel/tree_rows.hpp"

namespace alembert {

class FactorisedDerivativePass {
 public:
  struct Outputs {
    JointMatrix<double> dq, dv, dtau;  // whose columns lie together
  };

  explicit FactorisedDerivativePass(const Model& model);

  /// False, with nothing written, if some joint moves no mass to rounding.
  [[nodiscard]] bool run(const double* q, const double* v, const double* tau, double* a,
                         const Outputs& out);

 private:
  using V = small::V3<double>;
  using Motion6 = small::Motion6<double>;
  using Motions = small::Motion6<Two>;
  using Forces = small::Force6<Two>;

  using Link = MovingLink<double>;
  /// Sums over what is behind a joint, or each of two neighbours.
  template <typename S>
  struct SumsOf : MovingBody<S> {
    S none;  // of no use: an even count
  };
  using Sums = SumsOf<Two>;
  static constexpr int sum_count = sizeof(Sums) / sizeof(Two);
  /// Two neighbours.
  struct Neighbours {
    bool revolute;  // both
    LinkNumbers<Two> own;
    Two mass;  // of everything behind each
    GroundFrame<Two> frame;
    Motions S, V_p, A_p, psid;
    Two rate;
    Forces IS, t3;
  };
  /// What a joint is in pairs with those before it.
  struct DescendantTerms {
    Two t[6];       // t2, t3
    double IS[10];  // and u
  };
  /// One joint, as the recursions and pairs see it.
  struct JointTerms {
    SumsOf<double> sums;
    double S[6];
    DescendantTerms descendant;
    double dA[6], g[6];
    Two turned[9];  // psidd, 2 psid; then what turns of psid, S
  };

  void set_constants(const Model& model);
  void set_root(const RegroupedModel& regrouped);
  // Of a chain of N joints, or of anything where N is zero.
  template <int N, int first>
  bool run_steps(const double* q, const double* v, const double* tau, double* a,
                 const Outputs& out);
  template <int first>
  bool run_coupled(const double* q, const double* v, const double* tau, double* a,
                   const Outputs& out);
  const double* without_drives(const double* q, const double* v, const double* tau);
  template <int N, int first>
  void prepare(const double* x, const double* rate);
  template <int N, int first>
  void finish(const double* a);
  template <int N, int first>
  ALEMBERT_FLATTEN void move_all(const double* q, const double* v);
  template <int N, int first>
  ALEMBERT_FLATTEN void set_bodies();
  void set_root_body(const Link& link);
  template <int N>
  ALEMBERT_FLATTEN void sum_up();
  template <int N, int first>
  ALEMBERT_FLATTEN void set_columns();
  template <int N, int first>
  ALEMBERT_FLATTEN void pair_masses();
  template <int N>
  ALEMBERT_FLATTEN void accelerate(const double* a);
  template <int N, int first>
  ALEMBERT_FLATTEN void turn_columns();
  template <int N, int first>
  ALEMBERT_FLATTEN void pair_all();

  const TreeSlot& slot(int s) const { return slots_[s]; }
  template <int N>
  int count() const {
    return N > 0 ? N : n_;
  }
  template <int N>
  int parent(int s) const {
    return N > 0 ? s - 1 : slot(s).parent;
  }

  int n_ = 0;
  bool chain_ = true;
  int first_ = 0;  // slot of the first two neighbours: 1 if there is a root
  struct {
    double hx, hy, inertia;
  } root_{};
  bool heavy_ = false;  // regrouped, some subtree has mass
  V up_;
  std::vector<TreeSlot> slots_;
  std::vector<MovingJoint<double>> joints_;  // slot by slot, as all that follows but sines_
  std::vector<double> floors_;
  Drives<double> drives_;
  JointSines<double> sines_;
  std::vector<double> zero_, drive_torques_, rest_;
  std::vector<Link> links_;  // of joints that branch
  std::vector<Neighbours> neighbours_;
  std::vector<JointTerms> joint_terms_;
  TreeRows rows_;
  TreeColumns columns_;  // of dtau/dq, dtau/dv
  std::optional<CoupledEquations> coupled_;
};

}  // namespace alembert
