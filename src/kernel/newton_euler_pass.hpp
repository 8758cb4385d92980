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
#include "kernel/joint_sines.hpp"
#include "kernel/link_inertia.hpp"

namespace alembert {

template <typename S, int Block = 1>
class NewtonEulerPass {
 public:
  using V = small::V3<S>;
  using Constant = ConstantOf<S>;

  /// Rates of a link, and the acceleration, less gravity, of its origin or of the next one's.
  /// Handed from link to link in a local variable: along a chain none of it goes through memory
  /// where the block is one state.
  struct LinkMotion {
    V w, wd, a;
  };
  /// How the canonical base frame moves, as set_base leaves it.
  struct Base {
    /// `a` at a first joint: along its axis and across it; turned by q + shift in the link.
    struct Up {
      Constant along = 0, across = 0, shift = 0;
    };
    bool rotates = false;
    LinkMotion motion;
    std::vector<Up> ups;  // of joints, where they stand on the base
  };

  explicit NewtonEulerPass(const RegroupedModelFor<S>& model);

  void set_base(const Model& model, const BaseMotion& motion, Base& base) const;

  /// Joint values, rates and accelerations in; forces along the joints out: joint by joint, the
  /// states of the block together. `wrench` may be null.
  void run(const S* x, const S* rate, const S* acceleration, const Base& base,
           const LinkWrench<S>* wrench, S* tau) {
    if constexpr (fast_scalar<S>) {
      run_flat(x, rate, acceleration, base, wrench, tau);
    } else {
      run_steps(x, rate, acceleration, base, wrench, tau);
    }
  }

  /// Of the last run; on a base that does not turn, those of first joints are not their own.
  const JointSines<S, Block>& sines() const { return sines_; }

 private:
  /// On a base that does not turn, the first revolute link turns about a fixed axis: most of its
  /// rates are zero, and of its child's.
  enum class Role : unsigned char { root, second, other };
  struct Joint : JointFrame<S> {
    Role role;
    bool keeps = false;    // has a child that does not follow directly
    bool follows = false;  // its parent is the joint before
    bool next_x = false, next_y = false, next_z = false;  // p of the joint that follows it
    LinkInertia<S> inertia;
    InertialOf<S> J_axial;  // Jxx + Jyy

    explicit Joint(const RegroupedJointFor<S>& j);
  };
  using Force6 = small::Force6<S>;
  using Motions = std::array<LinkMotion, Block>;

  ALEMBERT_FLATTEN void run_flat(const S* x, const S* rate, const S* acceleration, const Base& base,
                                 const LinkWrench<S>* wrench, S* tau);
  void run_steps(const S* x, const S* rate, const S* acceleration, const Base& base,
                 const LinkWrench<S>* wrench, S* tau);
  void set_sines(const S* x, const Base& base);
  void forward_all(const S* rate, const S* acceleration, const Base& base,
                   const LinkWrench<S>* wrench);
  void backward_all(S* tau);
  /// Before a joint that does not follow: where its motion comes from.
  void begin_branch(const Joint& j, std::size_t i, const Base& base, Motions& motions) const;

  template <JointKind K>
  Force6 forward_root(const Joint& j, std::size_t k, const S& rate, const S& acceleration,
                      const typename Base::Up& up, LinkMotion& motion);
  /// `motion` is the parent's before and the link's after.
  template <JointKind K>
  Force6 forward(const Joint& j, std::size_t k, const S& rate, const S& acceleration,
                 LinkMotion& motion);
  template <JointKind K>
  Force6 forward_second(const Joint& j, std::size_t k, const S& rate, const S& acceleration,
                        LinkMotion& motion);
  template <JointKind K>
  Force6 inertial_force(const Joint& j, std::size_t k, const V& w, const V& wd, const V& a,
                        LinkMotion& motion);

  Role role(const Joint& j) const { return plain_roots_ ? j.role : Role::other; }

  std::size_t count_;
  std::vector<Joint> joints_;
  // Entry i * Block + b is joint i in state b.
  std::vector<LinkMotion> kept_;  // of links with children that do not follow directly
  std::vector<Force6> forces_;
  std::vector<V> p_;  // origin in the parent's frame
  JointSines<S, Block> sines_;
  bool slides_ = false;  // some joint does
  bool plain_roots_ = true;
};

}  // namespace alembert

#include "kernel/newton_euler_pass_impl.hpp"
