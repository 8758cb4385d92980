// Everything that first and second derivatives are made of, in one frame: the canonical base's.
//
//   forward    S       the joint's motion, per unit of its rate
//              V, A    the link's velocity and acceleration (less gravity), as spatial vectors
//              psid    = V_p x S                    psidd = A_p x S + V_p x psid
//   backward   body    composite inertia of the subtree; f its inertia force less loads
//              K, p    int u r^T dm and int u dm for the velocity field u: the Coriolis operator
//                      2B (d, e) = (2 (tr K - K) d, 2 d x p)
//
// Why this is enough: docs/equations/kernel.md. Turning a subtree about its joint is the same as
// turning what comes into it the other way, so every derivative is a product of a composite of the
// deeper joint with a vector of the shallower one.
#pragma once

#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "kernel/composite.hpp"
#include "kernel/joint_sines.hpp"

namespace alembert {

template <typename S>
class GroundPass {
 public:
  using V = small::V3<S>;
  using Motion6 = small::Motion6<S>;
  using Force6 = small::Force6<S>;

  /// Composites are of the link alone until gather().
  struct Link : GroundFrame<S>, Composite<S> {
    int parent;
    Motion6 S_, V_, A_, psid, psidd;
  };

  explicit GroundPass(const Model& model);

  /// Frames, bodies and everything that moves.
  void forward(const S* x, const S* rate, const S* acceleration, Loads loads) {
    if constexpr (fast_scalar<S>) {
      move_all_flat(x, rate, acceleration);
    } else {
      move_all(x, rate, acceleration);
    }
    world_loads_ = false;
    if (!loads.empty()) apply(loads);
  }
  /// Sums composites from the tips to the base.
  ALEMBERT_FLATTEN void gather();

  std::vector<Link>& links() { return links_; }
  bool world_loads() const { return world_loads_; }

 private:
  struct Joint : JointFrame<S> {
    // Regrouped (regrouped.hpp): no torque depends on what was moved to the parent.
    LinkNumbers<InertialOf<S>> own;

    explicit Joint(const RegroupedJointFor<S>& j)
        : JointFrame<S>(j), own(LinkNumbers<InertialOf<S>>::of(j)) {}
  };

  ALEMBERT_FLATTEN void move_all_flat(const S* x, const S* rate, const S* acceleration);
  void move_all(const S* x, const S* rate, const S* acceleration);
  ALEMBERT_FLATTEN void place(std::size_t i, const S& x);
  ALEMBERT_FLATTEN void move(std::size_t i, const S& rate, const S& acceleration);
  void apply(Loads loads);

  Model model_;
  std::vector<Joint> joints_;
  std::vector<Link> links_;
  JointSines<S> sines_;
  Motion6 base_A_;
  bool world_loads_ = false;
};

}  // namespace alembert

#include "kernel/ground_pass_impl.hpp"
