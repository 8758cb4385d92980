// J, column by column from tip to base: Book (66)-(79).
#pragma once

#include "flexible/equations_work.hpp"

namespace alembert {

template <typename S>
void FlexibleEquations<S>::Work::inertia(MatOut<S> out) {
  out.setZero();
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    Body& w = bodies[b];
    w.F = model.bodies[b].modes > 0 ? w.G : constants.links[b].C;
    for (auto& place : w.places) place.loaded = false;
  }
  for (std::size_t b = bodies.size(); b-- > 0;) {
    const FlexibleBody& body = model.bodies[b];
    Body& w = bodies[b];
    if (body.modes > 0) {
      inertia_of_modes(b, out);
      for (auto& place : w.places) {
        if (place.loaded) add_raised(place, w.F);
      }
    }
    Mat4 F = w.F;
    flexible::turn_both(w.e, 2, F);
    flexible::turn_both(w.d, 0, F);
    if (body.coordinate >= 0) inertia_of_joint(b, F, out);
    if (body.parent >= 0) pass_inertia(b, F);
  }
  for (int j = 0; j < model.joints; ++j) {
    if (model.drives[j].rotor_inertia != 0.0) out(j, j) += S(model.drives[j].rotor_inertia);
  }
  for (int i = 0; i < model.size(); ++i) {
    for (int j = i + 1; j < model.size(); ++j) out(j, i) = out(i, j);
  }
}

template <typename S>
void FlexibleEquations<S>::Work::set(MatOut<S> out, int i, int j, const S& value) {
  out(std::min(i, j), std::max(i, j)) = value;
}

/// (79): F of the attachment into the body's frame, [1 0; t I+B] F [ ]^T.
template <typename S>
void FlexibleEquations<S>::Work::add_raised(const flexible::Motion<S>& at, Mat4& F) {
  const Mat4 left = flexible::raised(at.E, at.F, skew);
  F(0, 0) += left(0, 0);
  for (int r = 1; r < 4; ++r) {
    F(r, 0) += left(r, 0);
    F(0, r) = F(r, 0);
    for (int c = 1; c <= r; ++c) {
      S sum = left(r, 0) * at.E(c - 1, 0);
      for (int k = 0; k < 3; ++k) {
        if (skew && k == c - 1) continue;
        sum += left(r, k + 1) * at.E(c - 1, k + 1);
      }
      F(r, c) += left(r, c) + sum;
      F(c, r) = F(r, c);
    }
  }
}

template <typename S>
void FlexibleEquations<S>::Work::pass_inertia(std::size_t b, Mat4 F) {
  const FlexibleBody& body = model.bodies[b];
  Body& w = bodies[b];
  if (w.travel_used) shift(F, 3, w.travel);
  flexible::turn_both(w.joint, 2, F);
  flexible::turn_both(w.alpha, 0, F);
  flexible::turn_both(w.a, 2, F);
  for (int i = 0; i < 3; ++i) {
    if (body.p[i] != 0.0) shift(F, i + 1, constants.links[b].p[i]);
  }
  Body& parent = bodies[body.parent];
  Mat4* to = &parent.F;
  if (body.attachment >= 0) {
    flexible::Motion<S>& at = parent.places[body.attachment];
    to = &at.F;
    if (!at.loaded) {
      at.F = F;
      at.loaded = true;
      return;
    }
  }
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c <= r; ++c) {
      (*to)(r, c) += F(r, c);
      (*to)(c, r) = (*to)(r, c);
    }
  }
}

/// Everything moves by `by` along one axis.
template <typename S>
void FlexibleEquations<S>::Work::shift(Mat4& F, int axis, const S& by) {
  const S first = by * F(0, 0);
  const S square = by * (F(0, axis) + F(0, axis) + first);
  for (int k = 1; k < 4; ++k) {
    if (k == axis) continue;
    F(axis, k) += by * F(0, k);
    F(k, axis) = F(axis, k);
  }
  F(axis, axis) += square;
  F(0, axis) += first;
  F(axis, 0) = F(0, axis);
}

template <typename S>
void FlexibleEquations<S>::Work::inertia_of_joint(std::size_t b, const Mat4& F, MatOut<S> out) {
  const FlexibleBody& body = model.bodies[b];
  const Mat34& W = bodies[b].WJ;
  Mat43 Y;
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 3; ++c) {
      if (body.turns) {
        Y(r, c) = F(r, 1) * W(c, 2) - F(r, 2) * W(c, 1);
        if (bodies[b].travel_used) Y(r, c) += constants.links[b].pitch * (F(r, 0) * W(c, 3));
      } else {
        Y(r, c) = F(r, 0) * W(c, 3);
      }
    }
  }
  set(out, body.coordinate, body.coordinate, read_joint(b, Y));
  climb(b, body.coordinate, Y, out);
}

/// (68)-(75) of a bending link's own amplitudes.
template <typename S>
void FlexibleEquations<S>::Work::inertia_of_modes(std::size_t b, MatOut<S> out) {
  const FlexibleBody& body = model.bodies[b];
  const Link& link = constants.links[b];
  Body& w = bodies[b];
  Mat3<S> metric;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j <= i; ++j) {
      metric(i, j) = w.W(0, i + 1) * w.W(0, j + 1) + w.W(1, i + 1) * w.W(1, j + 1) +
                     w.W(2, i + 1) * w.W(2, j + 1);
      metric(j, i) = metric(i, j);
    }
  }
  for (const Entry& e : link.C_kl) {  // (72)
    if (e.k <= e.l) {
      out(body.first_mode + e.k, body.first_mode + e.l) += e.value * metric(e.row, e.column);
    }
  }
  for (int k = 0; k < body.modes; ++k) {
    Mat43 column = w.D[k];
    for (std::size_t i = 0; i < w.places.size(); ++i) {
      flexible::Motion<S>& at = w.places[i];
      if (!at.loaded) continue;
      const Mat43 A = times_mode(b, static_cast<int>(i), k);  // F M_k^T
      const Mat43 AS = A.lazyProduct(metric);
      for (int f = 0; f <= k; ++f) {  // (73)
        out(body.first_mode + f, body.first_mode + k) += read_mode(b, static_cast<int>(i), f, AS);
      }
      column += flexible::raised(at.E, A, skew);
    }
    Mat43 Y = column.lazyProduct(w.W.template rightCols<3>().transpose());
    to_joint(b, Y);
    if (body.coordinate >= 0) set(out, body.coordinate, body.first_mode + k, read_joint(b, Y));
    climb(b, body.first_mode + k, Y, out);
  }
}

template <typename S>
flexible::Mat43<S> FlexibleEquations<S>::Work::times_mode(std::size_t b, int i, int k) const {
  const flexible::Motion<S>& at = bodies[b].places[i];
  Mat43 A = Mat43::Zero();
  if (constants.links[b].N[i].empty()) {
    for (const Entry& e : constants.links[b].M[i]) {
      if (e.k == k) A.col(e.row) += e.value * at.F.col(e.column);
    }
  } else {
    A = at.F.lazyProduct(at.M[k].transpose());
  }
  return A;
}

/// (78): a column in the joint frame of body b, down to the base.
template <typename S>
void FlexibleEquations<S>::Work::climb(std::size_t b, int t, Mat43 Y, MatOut<S> out) {
  while (model.bodies[b].parent >= 0) {
    to_parent(b, Y);
    const int i = model.bodies[b].attachment;
    b = model.bodies[b].parent;
    const FlexibleBody& body = model.bodies[b];
    if (i >= 0) {
      const Mat43 YW = times_linear(Y, bodies[b].W);
      for (int k = 0; k < body.modes; ++k) set(out, body.first_mode + k, t, read_mode(b, i, k, YW));
      Y = flexible::raised(bodies[b].places[i].E, Y, skew);
    }
    to_joint(b, Y);
    if (body.coordinate >= 0) set(out, body.coordinate, t, read_joint(b, Y));
  }
}

}  // namespace alembert
