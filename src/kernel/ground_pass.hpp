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
#include "kernel/ground_link.hpp"
#include "kernel/regrouped.hpp"
#include "kernel/scalar_traits.hpp"

namespace alembert {

template <typename S>
class GroundPass {
 public:
  using V = small::V3<S>;
  using M = small::M3<S>;
  using Motion6 = small::Motion6<S>;
  using Force6 = small::Force6<S>;
  using Body6 = small::Body6<S>;

  /// Loads whose direction is fixed in the world, gathered over a subtree: they do not turn with
  /// it.
  struct WorldLoad {
    V force, moment;  // sums
    M place;          // sum of r f^T
  };

  struct Link {
    int parent;
    V ex, ey, ez, o;  // frame and origin
    Motion6 S_, V_, A_, psid, psidd;
    Motion6 V_p, A_p;  // of the parent
    Body6 own, body;   // link alone, composite
    M K;
    V p;
    Force6 f;
    WorldLoad load;
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

  /// The Coriolis operator 2B of a subtree and its transpose; only angular parts meet it.
  static Force6 coriolis(const Link& link, const V& d) {
    const S trace = link.K.trace();
    const V moment = trace * d - link.K * d;
    const V force = small::cross(d, link.p);
    return {moment + moment, force + force};
  }
  static V coriolis_transposed(const Link& link, const Motion6& a) {
    const S trace = link.K.trace();
    const V sum = trace * a.w - small::transpose_times(link.K, a.w) + small::cross(link.p, a.v);
    return sum + sum;
  }
  /// How the subtree's world-fixed loads change when it turns about its joint.
  static Force6 load_turned(const Link& link) {
    const V& z = link.S_.w;
    const WorldLoad& load = link.load;
    return {load.place.trace() * z - small::transpose_times(load.place, z) +
                small::cross(z, load.moment),
            small::cross(z, load.force)};
  }
  /// The same seen from a motion `a` of the subtree, for a turn of an ancestor.
  static V load_against(const Link& link, const Motion6& a) {
    const WorldLoad& load = link.load;
    return small::cross(load.force, a.v) + load.place.trace() * a.w - load.place * a.w +
           small::cross(load.moment, a.w);
  }

 private:
  using Constant = ConstantOf<S>;
  /// A joint's constants, close together.
  struct Joint {
    JointMotion motion;
    bool first_child;
    Constant sin_alpha, cos_alpha, sin_beta, cos_beta, theta0, pitch;
    Constant px, py, pz;
    // Regrouped (regrouped.hpp): no torque depends on what was moved to the parent.
    LinkNumbers<InertialOf<S>> own;
  };

  ALEMBERT_FLATTEN void move_all_flat(const S* x, const S* rate, const S* acceleration);
  void move_all(const S* x, const S* rate, const S* acceleration);
  void place_all(const S* x);
  ALEMBERT_FLATTEN void place(std::size_t i, const S& x);
  ALEMBERT_FLATTEN void move(std::size_t i, const S& rate, const S& acceleration);
  void apply(Loads loads);

  Model model_;
  std::vector<Joint> joints_;
  std::vector<Link> links_;
  std::vector<S> theta_, sine_, cosine_;
  Motion6 base_A_;
  bool world_loads_ = false;
};

}  // namespace alembert

#include "kernel/ground_pass_impl.hpp"
