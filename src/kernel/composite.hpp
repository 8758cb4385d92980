// A subtree as its derivatives see it: inertia, inertia force, Coriolis operator, and the loads on
// it whose direction is fixed in the world (docs/equations/kernel.md). About the origin of the
// canonical base frame. Of one body first; then of all behind it.
#pragma once

#include "kernel/ground_link.hpp"

namespace alembert {

/// Loads whose direction is fixed in the world, gathered over a subtree: they do not turn with it.
template <typename S>
struct WorldLoad {
  small::V3<S> force, moment;  // sums
  small::M3<S> place;          // sum of r f^T

  WorldLoad& operator+=(const WorldLoad& b) {
    force += b.force;
    moment += b.moment;
    place += b.place;
    return *this;
  }
};

template <typename S>
struct Composite {
  using V = small::V3<S>;
  using Motion6 = small::Motion6<S>;
  using Force6 = small::Force6<S>;

  small::Body6<S> body;
  small::M3<S> K;  // int u r^T dm and
  V p;             // int u dm for the velocity field u: 2B (d, e) = (2 (tr K - K) d, 2 d x p)
  Force6 f;        // inertia force less loads
  WorldLoad<S> load;

  /// One body that moves with V and A, on which no load acts.
  void move(const Motion6& velocity, const Motion6& acceleration) {
    const V zero{S(0), S(0), S(0)};
    K = field_moment(body, velocity);
    p = body.m * velocity.v + small::cross(velocity.w, body.h);
    f = inertia_force(body, false, velocity, acceleration);
    load = {zero, zero, {zero, zero, zero}};
  }
  /// A load on it, fixed in the world or not.
  void apply(const V& at, const V& force, const V& moment, bool fixed) {
    f.n -= moment + small::cross(at, force);
    f.f -= force;
    if (!fixed) return;
    load.force += force;
    load.moment += moment;
    small::add_outer(load.place, at, force);
  }
  /// All but the loads.
  void add_motion(const Composite& b) {
    body += b.body;
    K += b.K;
    p += b.p;
    f += b.f;
  }

  /// The Coriolis operator 2B and its transpose; only angular parts meet it.
  Force6 coriolis(const V& d) const {
    const V moment = K.trace() * d - K * d, force = small::cross(d, p);
    return {moment + moment, force + force};
  }
  V coriolis_transposed(const Motion6& a) const {
    const V sum = K.trace() * a.w - small::transpose_times(K, a.w) + small::cross(p, a.v);
    return sum + sum;
  }
  /// How forces change when the subtree is displaced along xi on what carries it, loads that are
  /// fixed in the world apart: 2B psid + I psidd + xi x* f.
  Force6 displaced(const Motion6& xi, const Motion6& psid, const Motion6& psidd) const {
    return coriolis(psid.w) + body * psidd + cross(xi, f);
  }
  /// What those loads add when it is turned about z.
  Force6 load_turned(const V& z) const {
    return {load.place.trace() * z - small::transpose_times(load.place, z) +
                small::cross(z, load.moment),
            small::cross(z, load.force)};
  }
  /// The same seen from a motion `a` of the subtree, for a turn of what is before it.
  V load_against(const Motion6& a) const {
    return small::cross(load.force, a.v) + load.place.trace() * a.w - load.place * a.w +
           small::cross(load.moment, a.w);
  }
};

}  // namespace alembert
