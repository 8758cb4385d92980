// Poses, rates and accelerations of bodies and attachments, base to tip: Book (3)-(17), (36), (37).
#pragma once

#include <cmath>

#include "flexible/equations_work.hpp"

namespace alembert {

template <typename S>
void FlexibleEquations<S>::Work::place_body(std::size_t b, VecIn<S> z, VecIn<S> v,
                                            const VecX<S>* acc, bool rates) {
  const FlexibleBody& body = model.bodies[b];
  const Link& link = constants.links[b];
  Body& w = bodies[b];
  const bool on_base = body.parent < 0;
  const Mat34 *W = &base, *Wd = nullptr, *Wdd = nullptr;
  if (!on_base) {
    Body& parent = bodies[body.parent];
    const bool bends = body.attachment >= 0;
    flexible::Motion<S>* at = bends ? &parent.places[body.attachment] : nullptr;
    W = bends ? &at->W : &parent.W;
    Wd = bends ? &at->Wd : &parent.Wd;
    Wdd = bends ? &at->Wdd : &parent.Wdd;
  }
  w.W = *W;
  step_to_joint(b, w.W);
  S q{}, qd{};
  if (body.coordinate >= 0) {
    q = z[body.coordinate];
    set_joint(b, q);
  }
  flexible::turn_columns(w.joint, 2, w.W);
  if (w.travel_used) w.W.col(0) += w.travel * w.W.col(3);
  if (rates) {
    if (on_base) {
      w.Wd.setZero();
      w.Wdd.setZero();
      w.Wdd.col(0) = base_acceleration;
    } else {
      w.Wd = *Wd;
      w.Wdd = *Wdd;
      for (Mat34* m : {&w.Wd, &w.Wdd}) {
        step_to_joint(b, *m);
        flexible::turn_columns(w.joint, 2, *m);
        if (w.travel_used) m->col(0) += w.travel * m->col(3);
      }
    }
    if (body.coordinate >= 0) {
      qd = v[body.coordinate];
      add_joint_rates(body, link, w, qd, acc ? &(*acc)[body.coordinate] : nullptr, on_base);
    }
  }
  w.WJ = w.W;
  for (Mat34* m : {&w.W, &w.Wd, &w.Wdd}) {
    flexible::turn_columns(w.d, 0, *m);
    flexible::turn_columns(w.e, 2, *m);
    if (!rates) break;
  }
  if (body.modes > 0) bend(b, z, v, acc, rates);
}

template <typename S>
void FlexibleEquations<S>::Work::set_joint(std::size_t b, const S& q) {
  const FlexibleBody& body = model.bodies[b];
  Body& w = bodies[b];
  if (body.turns) {
    using std::cos, std::sin;
    const S c = cos(q), s = sin(q);
    const Rotation o = flexible::rotation<S>(body.offset);
    w.joint.quarters = -1;
    switch (o.quarters) {
      case 0:
        w.joint.c = c, w.joint.s = s;
        break;
      case 1:
        w.joint.c = -s, w.joint.s = c;
        break;
      case 2:
        w.joint.c = -c, w.joint.s = -s;
        break;
      case 3:
        w.joint.c = s, w.joint.s = -c;
        break;
      default:
        w.joint.c = o.c * c - o.s * s;
        w.joint.s = o.s * c + o.c * s;
    }
  }
  w.travel_used = body.pitch != 0.0;
  if (w.travel_used) w.travel = body.turns ? constants.links[b].pitch * q : q;
}

/// (9), (10) with X = d/dq: W' = V + q' W X, W'' = A + (q' (V + W') + q'' W) X.
template <typename S>
void FlexibleEquations<S>::Work::add_joint_rates(const FlexibleBody& body, const Link& link,
                                                 Body& w, const S& qd, const S* qdd, bool on_base) {
  if (w.travel_used) {
    const S speed = body.turns ? link.pitch * qd : qd;
    w.Wdd.col(0) += (speed + speed) * w.Wd.col(3);
    if (qdd) w.Wdd.col(0) += (body.turns ? link.pitch * *qdd : *qdd) * w.W.col(3);
    w.Wd.col(0) += speed * w.W.col(3);
  }
  if (!body.turns) return;
  const Vec3<S> x = qd * w.W.col(1), y = qd * w.W.col(2);  // W X q' = [y, -x]
  Vec3<S> sum_x, sum_y;
  if (on_base) {
    w.Wd.col(1) = y;
    w.Wd.col(2) = -x;
    sum_x = qd * w.Wd.col(1);
    sum_y = qd * w.Wd.col(2);
  } else {
    sum_x = w.Wd.col(1) + w.Wd.col(1) + y;
    sum_y = w.Wd.col(2) + w.Wd.col(2) - x;
    sum_x *= qd;
    sum_y *= qd;
    w.Wd.col(1) += y;
    w.Wd.col(2) -= x;
  }
  if (qdd) {
    sum_x += *qdd * w.W.col(1);
    sum_y += *qdd * w.W.col(2);
  }
  w.Wdd.col(1) += sum_y;
  w.Wdd.col(2) -= sum_x;
}

/// Trans(p) Rz(a) Rx(alpha).
template <typename S>
void FlexibleEquations<S>::Work::step_to_joint(std::size_t b, Mat34& W) const {
  const FlexibleBody& body = model.bodies[b];
  const Link& link = constants.links[b];
  for (int i = 0; i < 3; ++i) {
    if (body.p[i] != 0.0) W.col(0) += link.p[i] * W.col(i + 1);
  }
  flexible::turn_columns(bodies[b].a, 2, W);
  flexible::turn_columns(bodies[b].alpha, 0, W);
}

/// (5), (13)-(17), (36), (37) of a bending link.
template <typename S>
void FlexibleEquations<S>::Work::bend(std::size_t b, VecIn<S> z, VecIn<S> v, const VecX<S>* acc,
                                      bool rates) {
  const FlexibleBody& body = model.bodies[b];
  const Link& link = constants.links[b];
  Body& w = bodies[b];
  const auto d = z.segment(body.first_mode, body.modes);
  for (std::size_t i = 0; i < w.places.size(); ++i) {
    if (hung[b][i]) move_place(b, i, z, v, acc, rates);
  }
  for (Mat43& D : w.D) D.setZero();
  w.G = link.C;
  Mat43 first = Mat43::Zero();  // sum d_k C_k
  for (const Entry& e : link.C_k) {
    w.D[e.k](e.row, e.column) += e.value;
    first(e.row, e.column) += d[e.k] * e.value;
  }
  for (const Entry& e : link.C_kl) w.D[e.l](e.row + 1, e.column) += d[e.k] * e.value;
  add_second_order(link, w, d, first);
}

template <typename S>
template <typename D>
void FlexibleEquations<S>::Work::add_second_order(const Link& link, Body& w, const D& d,
                                                  Mat43& first) {
  // G = C + A + A^T + sum d_k d_l C_kl, where A = sum d_k C_k + 1/2 sum d_k d_l Z_kl.
  if (!link.Z_kl.empty()) {
    for (const Entry& e : link.Z_kl) {
      const S term = d[e.l] * e.value;
      w.D[e.k](e.row, e.column) += term;
      first(e.row, e.column) += S(0.5) * d[e.k] * term;
    }
  }
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 3; ++c) {
      w.G(r, c + 1) += first(r, c);
      w.G(c + 1, r) += first(r, c);
    }
  }
  for (const Entry& e : link.C_kl) {
    if (e.k > e.l) continue;  // C_kl = C_lk^T
    const S term = d[e.k] * (d[e.l] * e.value);
    w.G(e.row + 1, e.column + 1) += term;
    if (e.k < e.l) w.G(e.column + 1, e.row + 1) += term;
  }
}

template <typename S>
void FlexibleEquations<S>::Work::move_place(std::size_t b, std::size_t i, VecIn<S> z, VecIn<S> v,
                                            const VecX<S>* acc, bool rates) {
  const FlexibleBody& body = model.bodies[b];
  const Link& link = constants.links[b];
  Body& w = bodies[b];
  flexible::Motion<S>& at = w.places[i];
  const auto d = z.segment(body.first_mode, body.modes);
  at.E.setZero();
  at.E(0, 0) = link.x[i];
  for (Mat34& M : at.M) M.setZero();
  for (const Entry& e : link.M[i]) {
    at.M[e.k](e.row, e.column) += e.value;
    at.E(e.row, e.column) += d[e.k] * e.value;
  }
  for (const Entry& e : link.N[i]) {
    const S term = d[e.l] * e.value;
    at.M[e.k](e.row, e.column) += term;
    at.E(e.row, e.column) += S(0.5) * d[e.k] * term;
  }
  at.W = flexible::moved(w.W, at.E, skew);
  if (!rates) return;
  const auto dd = v.segment(body.first_mode, body.modes);
  at.Ed.setZero();
  at.Edd.setZero();
  if (link.N[i].empty()) {
    for (const Entry& e : link.M[i]) {
      at.Ed(e.row, e.column) += dd[e.k] * e.value;
      if (acc) at.Edd(e.row, e.column) += (*acc)[body.first_mode + e.k] * e.value;
    }
  } else {
    for (int k = 0; k < body.modes; ++k) {
      at.Ed += dd[k] * at.M[k];
      if (acc) at.Edd += (*acc)[body.first_mode + k] * at.M[k];
    }
    for (const Entry& e : link.N[i]) at.Edd(e.row, e.column) += dd[e.k] * (dd[e.l] * e.value);
  }
  at.Wd = flexible::moved(w.Wd, at.E, skew) + flexible::carried(w.W, at.Ed, skew);  // (14)
  const Mat34 twice = w.Wd + w.Wd;
  at.Wdd = flexible::moved(w.Wdd, at.E, skew) + flexible::carried(twice, at.Ed, skew);  // (15)
  if (acc || !link.N[i].empty()) at.Wdd += flexible::carried(w.W, at.Edd, skew);
}

template <typename S>
void FlexibleEquations<S>::Work::sweep(VecIn<S> z, VecIn<S> v, const VecX<S>* acc, bool rates) {
  for (std::size_t b = 0; b < bodies.size(); ++b) place_body(b, z, v, acc, rates);
}

}  // namespace alembert
