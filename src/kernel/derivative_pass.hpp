// All first derivatives of inverse dynamics, in link frames (docs/equations/kernel.md). For joint j
// and its ancestors i, with sums over the subtree of j:
//
//   dtau_i/dq_j = S_i · t2_j                      t2 = 2B psid + I psidd + S x* f
//   dtau_j/dq_i = IS_j · psidd_i + u_j · psid_i   IS = I S,  u = (2B)^T S
//   dtau_i/dv_j = S_i · t3_j                      t3 = 2B S + 2 I psid
//   dtau_j/dv_i = u_j · S_i + 2 IS_j · psid_i
//   M_ij        = S_i · IS_j
//
// Moving the whole robot evenly adds to 2B S and 2 I psid what cancels in their sum, turning it
// what mostly does. So velocities are counted in frames that move with the links: the sums of 2B in
// frames that turn with them too, IS and u in frames whose origins do. A column that goes to the
// parent's frame takes 2 pd x IS with it, pd being the rate of its own frame's origin there.
//
// In the frame of its own link S is z, so that S_i · and IS and u cost nothing: t2, t3, IS and u of
// all joints behind i are carried together from frame to frame. The base rests, so that a first
// link turns about z: psid = 0 and of psidd gravity is left, and only moments about z are asked
// for.
#pragma once

#include <vector>

#include "kernel/joint_matrix.hpp"
#include "kernel/joint_sines.hpp"
#include "kernel/link_body.hpp"
#include "kernel/link_inertia.hpp"

namespace alembert {

template <typename S>
class DerivativePass {
 public:
  using V = small::V3<S>;

  /// `up` is minus gravity in the canonical base frame.
  DerivativePass(const RegroupedModelFor<S>& model, const Eigen::Vector3d& up);

  /// Joint values, rates and accelerations in; derivatives of joint forces by joint values, rates
  /// and accelerations out, zeros between branches left as they are.
  void run(const S* x, const S* rate, const S* acceleration, const JointMatrix<S>& dq,
           const JointMatrix<S>& dv, const JointMatrix<S>& M) {
    if constexpr (fast_scalar<S>) {
      run_flat(x, rate, acceleration, {dq, dv, M});
    } else {
      run_steps(x, rate, acceleration, {dq, dv, M});
    }
  }

 private:
  using Force6 = small::Force6<S>;
  struct Joint : JointFrame<S> {
    LinkInertia<S> inertia;
    LinkBody<S> body;
    InertialOf<S> mass;     // of everything behind the joint
    bool branches = false;  // has a child that does not follow directly
    bool carries = false;   // has one that does
    bool root = false;      // revolute and on the base
    bool leans = false;     // a root whose axis is not along gravity

    explicit Joint(const RegroupedJointFor<S>& j)
        : JointFrame<S>(j), inertia(j), body(LinkBody<S>::of(j)), mass(InertialOf<S>(j.m)) {}
  };
  /// How a link turns, and its origin's acceleration less gravity.
  struct LinkMotion {
    V w, wd, a;
  };
  /// psid = V_p x S, whose z are zero, and psidd = A_p x S + V_p x psid. In joints that do not
  /// slide vx, vy and vv.z stay zero.
  struct Psi {
    S wx, wy, vx, vy;
    V ww, vv;
    S wz;  // the parent turns by that about the joint
  };
  /// Sums over a subtree besides its inertia: D = 2B acts on turns; Q = 2 int u dm; f the force. u
  /// is the velocity in a frame that moves and turns with the link.
  struct SubtreeTerms {
    small::Full3<S> D;
    V Q;
    Force6 f;

    SubtreeTerms& operator+=(const SubtreeTerms& b) {
      D += b.D;
      Q += b.Q;
      f += b.f;
      return *this;
    }
  };
  struct Subtree {
    LinkBody<S> body;
    SubtreeTerms terms;

    Subtree& operator+=(const Subtree& b) {
      body += b.body;
      terms += b.terms;
      return *this;
    }
  };
  /// All that a root asks of the sums.
  struct RootSums {
    S Izz, hx, hy, Dzz;
  };
  struct Outputs {
    JointMatrix<S> dq, dv, M;
  };
  /// A joint's rows and columns.
  struct Crosses {
    Cross<S> dq, dv, M;

    Crosses(const Outputs& out, int joint)
        : dq(out.dq, joint), dv(out.dv, joint), M(out.M, joint) {}
  };
  using L = typename Lanes<S>::Type;
  struct Columns {
    small::Force6<L> t2, t3, IS;
    small::V3<L> u;
  };

  /// A joint as the columns that pass it see it.
  struct Passage {
    L s, c;
    small::V3<L> p, twice_pd;
  };

  /// What a group of joints sets in an ancestor's rows and columns.
  struct Entries {
    L dq_row, dq_column, dv_row, dv_column, M;
  };

  ALEMBERT_FLATTEN void run_flat(const S* x, const S* rate, const S* acceleration,
                                 const Outputs& out);
  void run_steps(const S* x, const S* rate, const S* acceleration, const Outputs& out);
  void forward_all(const S* x, const S* rate, const S* acceleration);
  void backward_all(const S* rate, const Outputs& out);
  template <JointKind K>
  void forward(const Joint& j, std::size_t i, const S& x, const S& rate, const S& acceleration,
               LinkMotion& motion);
  template <JointKind K>
  void forward_root(const Joint& j, std::size_t i, const S& rate, const S& acceleration,
                    LinkMotion& motion);
  template <JointKind K>
  static void set_psi(const Joint& j, const V& w, const V& wd, const V& a, Psi& psi);
  template <JointKind K>
  static void spin(const Joint& j, const S& rate, Subtree& sub);
  template <JointKind K>
  void begin_column(const Joint& j, std::size_t i, const Subtree& sub, const Outputs& out);
  template <JointKind K>
  SubtreeTerms in_parent(const Joint& j, std::size_t i, const S& rate, const SubtreeTerms& terms,
                         V h) const;
  static void add_sliding(const V& twice, const InertialOf<S>& mass, const V& h,
                          SubtreeTerms& terms);
  Passage passage(std::size_t i) const;
  /// Of a joint on a root: sums and columns end there.
  template <JointKind K>
  void end_on_root(const Joint& j, std::size_t i, const S& rate, const Subtree& sub,
                   const Outputs& out);
  /// Takes columns from a link to its parent; then their entries there.
  template <JointKind K>
  static void carry(const Joint& j, const Passage& passage, Columns& columns);
  template <JointKind Parent>
  void set_entries(const Joint& parent, const Psi& psi, int group, const Columns& columns,
                   const Crosses& across) const;
  void set_group(int group, const Crosses& across, const Entries& entries) const;

  std::size_t count_;
  ColumnOrder order_;
  LinkMotion ground_;
  std::vector<Joint> joints_;
  std::vector<LinkMotion> kept_;   // of links with children that do not follow directly
  std::vector<Subtree> branches_;  // sums of such children
  std::vector<RootSums> roots_;
  std::vector<V> p_;         // origins in parents' frames
  std::vector<V> twice_pd_;  // twice the velocities of origins there, less those of the parents'
  std::vector<Psi> psi_;
  std::vector<Force6> forces_;  // of links alone
  std::vector<Columns> columns_;
  JointSines<S> sines_;
};

}  // namespace alembert

#include "kernel/derivative_pass_impl.hpp"
