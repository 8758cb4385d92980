// The production inverse dynamics: Newton-Euler on regrouped parameters (docs/equations/kernel.md).
//
//   forward   U = [w']x + [w]x[w]x       one matrix serves every acceleration
//             a = R^T (a_p + U_p p)      of the origin, less gravity
//             F = m a + U h
//             N = axial(U J - J U^T) + h x a,  J = int r r^T dm
//   backward  f, n  force and moment about the origin that the joint transmits
//
// Written for any scalar, and for a block of states taken joint by joint: what is known of a joint
// is asked once a block, and states that do not wait for each other fill the processor.
#pragma once

#include <array>
#include <vector>

#include "alembert/load.hpp"
#include "kernel/joint_turns.hpp"
#include "kernel/link_inertia.hpp"

namespace alembert {

template <typename S, int Block = 1>
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

  /// Joint values, rates and accelerations in; forces along the joints out: joint by joint, the
  /// states of the block together. `wrench` may be null.
  ALEMBERT_FLATTEN void run(const S* x, const S* rate, const S* acceleration, const Base& base,
                            const LinkWrench<S>* wrench, S* tau);

  /// Of the last run.
  const JointTurns<S, Block>& turns() const { return turns_; }

 private:
  /// On a base that does not turn, the first revolute link turns about a fixed axis: most of its
  /// rates are zero, and of its child's.
  enum class Role : unsigned char { root, second, other };
  struct Joint : JointFrame<S> {
    Role role;
    bool keeps = false;   // has a child that does not follow directly
    bool offset = false;  // has a child whose p is not zero
    LinkInertia<S> inertia;
    Constant J_axial;  // Jxx + Jyy

    explicit Joint(const RegroupedJoint& j);
  };
  /// How a link moves. Handed from link to link in a local variable: along a chain none of it ever
  /// goes through memory where the block is one state.
  struct LinkMotion {
    V w, wd, a;
    V U0, U1, U2;  // columns
  };
  using Force6 = small::Force6<S>;
  using Motions = std::array<LinkMotion, Block>;

  void forward_all(const S* x, const S* rate, const S* acceleration, const Base& base,
                   const LinkWrench<S>* wrench);
  void backward_all(S* tau);

  static LinkMotion ground(const Base& base);
  template <JointKind K>
  Force6 forward_root(const Joint& j, std::size_t k, const S& rate, const S& acceleration,
                      const Base& base, LinkMotion& motion) const;
  /// `motion` is the parent's before and the link's after.
  template <JointKind K>
  Force6 forward(const Joint& j, std::size_t k, const S& x, const S& rate, const S& acceleration,
                 LinkMotion& motion);
  template <JointKind K>
  Force6 forward_second(const Joint& j, std::size_t k, const S& rate, const S& acceleration,
                        LinkMotion& motion) const;
  template <JointKind K>
  static Force6 inertial_force(const Joint& j, const V& w, const V& wd, const V& a,
                               LinkMotion& motion);
  /// What the link's force adds to its parent's.
  template <JointKind K>
  Force6 backward(const Joint& j, std::size_t k, const Force6& force) const;
  template <JointKind K>
  S backward_to_root(const Joint& j, std::size_t k, const Force6& force) const;

  Role role(const Joint& j) const { return plain_roots_ ? j.role : Role::other; }

  std::size_t count_;
  std::vector<Joint> joints_;
  std::vector<Motions> kept_;  // of links with children that do not follow directly
  // Entry i * Block + b is joint i in state b.
  std::vector<Force6> forces_;
  std::vector<V> p_;  // origin in the parent's frame
  JointTurns<S, Block> turns_;
  bool plain_roots_ = true;
};

}  // namespace alembert

#include "kernel/newton_euler_pass_impl.hpp"
