// A subtree as its derivatives see it: inertia, inertia force, Coriolis operator, and the loads on
// it whose direction is fixed in the world (docs/equations/kernel.md). About the origin of the
// canonical base frame; nothing is regrouped, so that joints may be moved on their links.
#pragma once

#include "kernel/spatial.hpp"

namespace alembert {

struct Composite {
  using V = small::V3<double>;
  using M = small::M3<double>;
  using Motion6 = small::Motion6<double>;
  using Force6 = small::Force6<double>;

  small::Body6<double> body{};
  Force6 f{};  // inertia force less loads
  M K{};       // int u r^T dm and
  V p{};       // int u dm for the velocity field u
  // World-fixed loads: sums of force, moment and r f^T.
  V load_force{}, load_moment{};
  M load_place{};

  /// One body that moves with V and A.
  void set(const small::Body6<double>& own, const Motion6& velocity, const Motion6& acceleration) {
    *this = {};
    body = own;
    const Force6 momentum = own * velocity;
    f = own * acceleration + cross(velocity, momentum);
    K = field_moment(own, velocity);
    p = momentum.f;
  }

  Composite& operator+=(const Composite& b) {
    body += b.body;
    f += b.f;
    K += b.K;
    p += b.p;
    load_force += b.load_force;
    load_moment += b.load_moment;
    load_place += b.load_place;
    return *this;
  }

  /// How the forces of the subtree change when it is displaced along xi on what carries it, which
  /// moves with V and A: 2B psid + I psidd + xi x* f, and what the world-fixed loads do not follow.
  Force6 displaced(const Motion6& xi, const Motion6& psid, const Motion6& psidd) const {
    const V moment = K.trace() * psid.w - K * psid.w, force = cross(psid.w, p);
    const Force6 held = {
        load_place.trace() * xi.w - transpose_times(load_place, xi.w) + cross(xi.w, load_moment),
        cross(xi.w, load_force)};
    return Force6{moment + moment, force + force} + body * psidd + cross(xi, f) + held;
  }
  /// (2B)^T S, which meets psid of a displacement further up.
  V against_psid(const Motion6& S) const {
    const V sum = K.trace() * S.w - transpose_times(K, S.w) + cross(p, S.v);
    return sum + sum;
  }
  /// What a turn of everything further up does to the world-fixed loads, along S.
  V against_turn(const Motion6& S) const {
    return cross(load_force, S.v) + load_place.trace() * S.w - load_place * S.w +
           cross(load_moment, S.w);
  }
};

}  // namespace alembert
