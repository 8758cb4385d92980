// What a motion asks of every coordinate, tip to base: Book (85)-(88), loads, elasticity, drives.
#pragma once

#include "flexible/equations_work.hpp"
#include "kernel/drives.hpp"

namespace alembert {

/// From the body's frame to the frame its parent (or the attachment) has: the way back of
/// place_body, in two steps with the joint between them.
template <typename S>
void FlexibleEquations<S>::Work::to_joint(std::size_t b, Mat43& Y) const {
  flexible::turn_rows(bodies[b].e, 2, Y);
  flexible::turn_rows(bodies[b].d, 0, Y);
}

template <typename S>
void FlexibleEquations<S>::Work::to_parent(std::size_t b, Mat43& Y) const {
  const Body& w = bodies[b];
  if (w.travel_used) Y.row(3) += w.travel * Y.row(0);
  flexible::turn_rows(w.joint, 2, Y);
  flexible::turn_rows(w.alpha, 0, Y);
  flexible::turn_rows(w.a, 2, Y);
  for (int i = 0; i < 3; ++i) {
    if (model.bodies[b].p[i] != 0.0) Y.row(i + 1) += constants.links[b].p[i] * Y.row(0);
  }
}

/// Tr(W X Y) of the joint, Y in its frame.
template <typename S>
S FlexibleEquations<S>::Work::read_joint(std::size_t b, const Mat43& Y) const {
  const FlexibleBody& body = model.bodies[b];
  const Mat34& W = bodies[b].WJ;
  S sum{};
  const auto dot = [&](int column, int row) {
    return W(0, column) * Y(row, 0) + W(1, column) * Y(row, 1) + W(2, column) * Y(row, 2);
  };
  if (body.turns) sum = dot(2, 1) - dot(1, 2);
  if (bodies[b].travel_used) {
    const S along = dot(3, 0);
    sum = body.turns ? sum + constants.links[b].pitch * along : along;
  }
  return sum;
}

/// Tr(M (Y W)): what M reads of a column at its attachment.
template <typename S>
S FlexibleEquations<S>::Work::read_mode(std::size_t b, int i, int k, const Mat43& YW) const {
  S sum{};
  bool first = true;
  const auto add = [&](int row, int column, const S& value) {
    const S term = value * YW(column, row);
    sum = first ? term : sum + term;
    first = false;
  };
  if (constants.links[b].N[i].empty()) {
    for (const Entry& e : constants.links[b].M[i]) {
      if (e.k == k) add(e.row, e.column, e.value);
    }
  } else {
    const Mat34& M = bodies[b].places[i].M[k];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c) add(r, c, M(r, c));
    }
  }
  return sum;
}

template <typename S>
flexible::Mat43<S> FlexibleEquations<S>::Work::times_linear(const Mat43& Y, const Mat34& W) {
  return Y.lazyProduct(W.template rightCols<3>());
}

/// forces: what the motion of the last sweep asks of every coordinate, drives left out.
template <typename S>
void FlexibleEquations<S>::Work::gather(VecIn<S> v, const VecX<S>* acc, VecOut<S> forces) {
  for (Body& w : bodies) {
    for (auto& place : w.places) {
      place.Q.setZero();
      place.loaded = false;
    }
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) start_forces(b, v, acc, forces);
  for (const FlexibleLoad& load : loads) add_load(load);
  for (std::size_t b = bodies.size(); b-- > 0;) {
    const FlexibleBody& body = model.bodies[b];
    Body& w = bodies[b];
    for (std::size_t i = 0; i < w.places.size(); ++i) {
      flexible::Motion<S>& at = w.places[i];
      if (!at.loaded) continue;
      const Mat43 QW = times_linear(at.Q, w.W);
      for (int k = 0; k < body.modes; ++k) {
        forces[body.first_mode + k] += read_mode(b, static_cast<int>(i), k, QW);
      }
      w.Q += flexible::raised(at.E, at.Q, skew);
    }
    Mat43 Q = w.Q;
    to_joint(b, Q);
    if (body.coordinate >= 0) forces[body.coordinate] = read_joint(b, Q);
    if (body.parent < 0) continue;
    to_parent(b, Q);
    Body& parent = bodies[body.parent];
    if (body.attachment < 0) {
      parent.Q += Q;
    } else {
      flexible::Motion<S>& at = parent.places[body.attachment];
      if (at.loaded) {
        at.Q += Q;
      } else {
        at.Q = Q;
        at.loaded = true;
      }
    }
  }
}

/// (87) and the own-link part of (85), accelerations included.
template <typename S>
void FlexibleEquations<S>::Work::start_forces(std::size_t b, VecIn<S> v, const VecX<S>* acc,
                                              VecOut<S> forces) {
  const FlexibleBody& body = model.bodies[b];
  const Link& link = constants.links[b];
  Body& w = bodies[b];
  const Mat4& G = body.modes > 0 ? w.G : link.C;
  w.Q = G.lazyProduct(w.Wdd.transpose());
  if (body.modes == 0) return;
  const auto dd = v.segment(body.first_mode, body.modes);
  Mat43 twice = Mat43::Zero(), once = Mat43::Zero();
  for (int k = 0; k < body.modes; ++k) {
    twice += (dd[k] + dd[k]) * w.D[k];
    if (acc) once += (*acc)[body.first_mode + k] * w.D[k];
  }
  for (const Entry& e : link.Z_kl) once(e.row, e.column) += dd[e.k] * (dd[e.l] * e.value);
  w.Q += twice.lazyProduct(w.Wd.template rightCols<3>().transpose());
  if (acc || !link.Z_kl.empty()) w.Q += once.lazyProduct(w.W.template rightCols<3>().transpose());
  // Tr(W D_f^T W''^T) and so on: products of columns of W with those of its rates.
  const Mat34 T1 = w.W.template rightCols<3>().transpose().lazyProduct(w.Wdd);
  const Mat3<S> T2 =
      w.W.template rightCols<3>().transpose().lazyProduct(w.Wd.template rightCols<3>());
  Mat3<S> T3;
  if (acc) T3 = w.W.template rightCols<3>().transpose().lazyProduct(w.W.template rightCols<3>());
  for (int f = 0; f < body.modes; ++f) {
    S sum{};
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 3; ++c) sum += w.D[f](r, c) * T1(c, r);
    }
    forces[body.first_mode + f] = sum;
  }
  for (const Entry& e : link.C_kl) {
    S& force = forces[body.first_mode + e.k];
    S part = (dd[e.l] + dd[e.l]) * T2(e.row, e.column);
    if (acc) part += (*acc)[body.first_mode + e.l] * T3(e.row, e.column);
    force += e.value * part;
  }
}

template <typename S>
void FlexibleEquations<S>::Work::add_load(const FlexibleLoad& load) {
  const FlexiblePlace& place = model.places[load.place];
  if (place.body < 0) return;
  Body& w = bodies[place.body];
  const Eigen::Vector3d point = place.pose * load.point;
  Mat43 Y = Mat43::Zero();
  const Mat34& W = place.attachment >= 0 ? w.places[place.attachment].W : w.W;
  for (int c = 0; c < 3; ++c) {
    Y(0, c) = S(-load.force[c]);
    for (int r = 0; r < 3; ++r) Y(r + 1, c) = S(-load.force[c] * point[r]);
  }
  // A moment n works by 1/2 n · sum_i (axis_i x d axis_i).
  const Vec3<S> n = load.moment.cast<S>();
  for (int r = 0; r < 3; ++r) {
    const Vec3<S> axis = W.col(r + 1);
    const Vec3<S> across = n.cross(axis);
    for (int c = 0; c < 3; ++c) Y(r + 1, c) -= S(0.5) * across[c];
  }
  if (place.attachment >= 0) {
    flexible::Motion<S>& at = w.places[place.attachment];
    at.Q += Y;
    at.loaded = true;
  } else {
    w.Q += Y;
  }
}

/// What elasticity, damping and drives add to the forces a motion asks for.
template <typename S>
void FlexibleEquations<S>::Work::add_elasticity(VecIn<S> z, VecIn<S> v, const VecX<S>* acc,
                                                VecOut<S> forces) {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const FlexibleBody& body = model.bodies[b];
    const Link& link = constants.links[b];
    for (int k = 0; k < body.modes; ++k) {
      S& force = forces[body.first_mode + k];
      for (int l = 0; l < body.modes; ++l) {
        if (body.integrals.stiffness(k, l) != 0.0) {
          force += link.stiffness(k, l) * z[body.first_mode + l];
        }
        if (body.integrals.damping(k, l) != 0.0) {
          force += link.damping(k, l) * v[body.first_mode + l];
        }
      }
    }
  }
  for (int j = 0; j < model.joints; ++j) {
    const FlexibleDrive& drive = model.drives[j];
    if (drive.viscous != 0.0) forces[j] += S(drive.viscous) * v[j];
    if (drive.coulomb != 0.0) forces[j] += S(drive.coulomb) * Drive<S>::sign_of(v[j]);
    if (drive.stiffness != 0.0) forces[j] += S(drive.stiffness) * (z[j] - S(drive.rest));
    if (acc && drive.rotor_inertia != 0.0) forces[j] += S(drive.rotor_inertia) * (*acc)[j];
  }
}

}  // namespace alembert
