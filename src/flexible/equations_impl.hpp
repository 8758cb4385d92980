// The equations of FlexibleEquations, for any scalar.
//
// Symbols (Book 1983; all matrices lose his first row [1 0 0 0], C and G his factor 1/2):
//   W     pose of a body, 3x4, columns [1 x y z]           (3)
//   E     motion of an attachment, H + sum d M + …         (5)
//   D_k   C_k + sum_l d_l C_lk + sum_l d_l Z_kl            (36)
//   G     int h h^T                                        (37), second order kept
//   Q     what a body and all beyond it ask of its frame   (88), accelerations included
//   F     G of a body and all beyond it, in its frame      (79)
// A coordinate t that moves its body by dW = W X adds the column Y = F X^T W^T to J: Y is carried
// down to the base (78), and every coordinate on the way reads its entry Tr(W X Y) (66)-(75).
// Gravity is an acceleration of the base, so it needs no recursion (89), (90) of its own.
// Cost: Q and F linear in the bodies; J quadratic in the coordinates, as there are entries.
#pragma once

#include <Eigen/Cholesky>
#include <cmath>
#include <vector>

#include "alembert/flexible_equations.hpp"

namespace alembert {

namespace flexible {

template <typename S>
using Mat34 = Eigen::Matrix<S, 3, 4>;
template <typename S>
using Mat43 = Eigen::Matrix<S, 4, 3>;
template <typename S>
using Mat4 = Eigen::Matrix<S, 4, 4>;

template <typename S>
struct Rotation {
  S c, s;
  int quarters = -1;  ///< 0 to 3 if it is exactly so many quarter turns
};

template <typename S>
Rotation<S> rotation(const Turn& turn) {
  Rotation<S> r{S(turn.cosine), S(turn.sine), -1};
  if (turn.cosine == 1.0) r.quarters = 0;
  if (turn.sine == 1.0) r.quarters = 1;
  if (turn.cosine == -1.0) r.quarters = 2;
  if (turn.sine == -1.0) r.quarters = 3;
  return r;
}

/// (a, b) to (c a + s b, c b - s a): columns of W R, or rows of R^T Y.
template <typename S, typename A, typename B>
void turn_pair(const Rotation<S>& r, A&& a, B&& b) {
  if (r.quarters == 0) return;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const S x = a[i], y = b[i];
    switch (r.quarters) {
      case 1:
        a[i] = y, b[i] = -x;
        break;
      case 2:
        a[i] = -x, b[i] = -y;
        break;
      case 3:
        a[i] = -y, b[i] = x;
        break;
      default:
        a[i] = r.c * x + r.s * y;
        b[i] = r.c * y - r.s * x;
    }
  }
}

/// W := W R about axis (0 x, 2 z): columns 1 + the two others.
template <typename S>
void turn_columns(const Rotation<S>& r, int axis, Mat34<S>& W) {
  const int i = axis == 0 ? 2 : 1, j = i + 1;
  turn_pair(r, W.col(i), W.col(j));
}

/// Y := R Y.
template <typename S>
void turn_rows(const Rotation<S>& r, int axis, Mat43<S>& Y) {
  const int i = axis == 0 ? 2 : 1, j = i + 1;
  turn_pair(r, Y.row(j), Y.row(i));
}

/// F := R F R^T, symmetric.
template <typename S>
void turn_both(const Rotation<S>& r, int axis, Mat4<S>& F) {
  if (r.quarters == 0) return;
  const int i = axis == 0 ? 2 : 1, j = i + 1;
  const S xx = F(i, i), yy = F(j, j), xy = F(i, j);
  for (int k = 0; k < 4; ++k) {
    if (k == i || k == j) continue;
    const S x = F(i, k), y = F(j, k);
    switch (r.quarters) {
      case 1:
        F(i, k) = -y, F(j, k) = x;
        break;
      case 2:
        F(i, k) = -x, F(j, k) = -y;
        break;
      case 3:
        F(i, k) = y, F(j, k) = -x;
        break;
      default:
        F(i, k) = r.c * x - r.s * y;
        F(j, k) = r.s * x + r.c * y;
    }
    F(k, i) = F(i, k);
    F(k, j) = F(j, k);
  }
  if (r.quarters == 1 || r.quarters == 3) {
    F(i, i) = yy, F(j, j) = xx, F(i, j) = -xy;
  } else if (r.quarters < 0) {
    const S cs = r.c * r.s, ss = r.s * r.s, both = cs * xy, spread = ss * (yy - xx);
    F(i, i) = xx + spread - (both + both);
    F(j, j) = yy - spread + (both + both);
    F(i, j) = cs * (xx - yy) + xy - (ss * xy + ss * xy);
  }
  F(j, i) = F(i, j);
}

/// One link's motion of an attachment at an instant.
template <typename S>
struct Motion {
  Mat34<S> E, Ed, Edd;      ///< E without the identity; Edd with the amplitudes' accelerations
  std::vector<Mat34<S>> M;  ///< derivative of E by each amplitude
  Mat34<S> W, Wd, Wdd;      ///< of the attachment in the world
  Mat4<S> F;                ///< of everything on it
  Mat43<S> Q;
  bool loaded = false;
};

/// W times the affine matrix [1 0; t I + B], B given in `E` as [t B].
template <typename S>
Mat34<S> moved(const Mat34<S>& W, const Mat34<S>& E, bool skew) {
  Mat34<S> out;
  for (int r = 0; r < 3; ++r) {
    const S x = W(r, 1), y = W(r, 2), z = W(r, 3);
    out(r, 0) = W(r, 0) + (x * E(0, 0) + y * E(1, 0) + z * E(2, 0));
    if (skew) {
      out(r, 1) = x + (y * E(1, 1) + z * E(2, 1));
      out(r, 2) = y + (x * E(0, 2) + z * E(2, 2));
      out(r, 3) = z + (x * E(0, 3) + y * E(1, 3));
    } else {
      for (int c = 1; c < 4; ++c) {
        out(r, c) = W(r, c) + (x * E(0, c) + y * E(1, c) + z * E(2, c));
      }
    }
  }
  return out;
}

/// W times [0 0; t B].
template <typename S>
Mat34<S> carried(const Mat34<S>& W, const Mat34<S>& E, bool skew) {
  Mat34<S> out;
  for (int r = 0; r < 3; ++r) {
    const S x = W(r, 1), y = W(r, 2), z = W(r, 3);
    out(r, 0) = x * E(0, 0) + y * E(1, 0) + z * E(2, 0);
    if (skew) {
      out(r, 1) = y * E(1, 1) + z * E(2, 1);
      out(r, 2) = x * E(0, 2) + z * E(2, 2);
      out(r, 3) = x * E(0, 3) + y * E(1, 3);
    } else {
      for (int c = 1; c < 4; ++c) out(r, c) = x * E(0, c) + y * E(1, c) + z * E(2, c);
    }
  }
  return out;
}

/// [1 0; t I + B] Y.
template <typename S>
Mat43<S> raised(const Mat34<S>& E, const Mat43<S>& Y, bool skew) {
  Mat43<S> out = Y;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      S sum = E(r, 0) * Y(0, c);
      for (int k = 0; k < 3; ++k) {
        if (skew && k == r) continue;
        sum += E(r, k + 1) * Y(k + 1, c);
      }
      out(r + 1, c) += sum;
    }
  }
  return out;
}

}  // namespace flexible

template <typename S>
struct FlexibleEquations<S>::Constants {
  struct Entry {
    int k, l, row, column;
    S value;
  };
  struct Link {
    flexible::Mat4<S> C;
    Vec3<S> p;
    S pitch;
    std::vector<Entry> C_k, C_kl, Z_kl;
    std::vector<std::vector<Entry>> M, N;  ///< of each attachment
    std::vector<S> x;                      ///< of each attachment
    MatX<S> stiffness, damping;
  };
  std::vector<Link> links;

  static std::vector<Entry> entries(const std::vector<ModeEntry>& from) {
    std::vector<Entry> made;
    for (const ModeEntry& e : from) made.push_back({e.k, e.l, e.row, e.column, S(e.value)});
    return made;
  }

  explicit Constants(const FlexibleModel& model) {
    for (const FlexibleBody& body : model.bodies) {
      Link link{body.C.cast<S>(),
                body.p.cast<S>(),
                S(body.pitch),
                entries(body.integrals.C_k),
                entries(body.integrals.C_kl),
                entries(body.integrals.Z_kl),
                {},
                {},
                {},
                body.integrals.stiffness.template cast<S>(),
                body.integrals.damping.template cast<S>()};
      for (const Attachment& at : body.attachments) {
        link.M.push_back(entries(at.M));
        link.N.push_back(entries(at.N));
        link.x.push_back(S(at.x));
      }
      links.push_back(std::move(link));
    }
  }
};

template <typename S>
struct FlexibleEquations<S>::Work {
  using Mat34 = flexible::Mat34<S>;
  using Mat43 = flexible::Mat43<S>;
  using Mat4 = flexible::Mat4<S>;
  using Rotation = flexible::Rotation<S>;
  using Link = typename Constants::Link;
  using Entry = typename Constants::Entry;

  struct Body {
    Rotation a, alpha, joint, d, e;
    Mat34 W, Wd, Wdd;  ///< of the body
    Mat34 WJ;          ///< of its joint's frame, before the last constant turns
    S travel{};        ///< along z
    bool travel_used = false;
    Mat4 G, F;
    Mat43 Q;
    std::vector<Mat43> D;
    std::vector<flexible::Motion<S>> places;
  };

  FlexibleModel model;
  Constants constants;
  std::vector<Body> bodies;
  std::vector<FlexibleLoad> loads;
  Mat34 base;
  Vec3<S> base_acceleration;
  bool skew;                            ///< without stiffening the turns of E are skew-symmetric
  std::vector<std::vector<char>> hung;  ///< by body and attachment: is its motion needed?
  MatX<S> J;
  VecX<S> R, rhs;

  explicit Work(const FlexibleModel& from) : model(from), constants(from), skew(!from.stiffening) {
    const std::size_t n = model.bodies.size();
    bodies.resize(n);
    hung.resize(n);
    for (std::size_t b = 0; b < n; ++b) {
      const FlexibleBody& body = model.bodies[b];
      Body& work = bodies[b];
      work.a = flexible::rotation<S>(body.a);
      work.alpha = flexible::rotation<S>(body.alpha);
      work.joint = flexible::rotation<S>(body.offset);
      work.d = flexible::rotation<S>(body.d);
      work.e = flexible::rotation<S>(body.e);
      work.D.resize(static_cast<std::size_t>(body.modes));
      work.places.resize(body.attachments.size());
      hung[b].assign(body.attachments.size(), 0);
      for (auto& place : work.places) place.M.resize(static_cast<std::size_t>(body.modes));
      if (body.attachment >= 0) hung[body.parent][body.attachment] = 1;
    }
    const Eigen::Isometry3d& at = model.base;
    base << at.translation().cast<S>(), at.linear().cast<S>();
    base_acceleration = (-model.gravity).cast<S>();
    J.resize(model.size(), model.size());
    R.resize(model.size());
    rhs.resize(model.size());
  }

  // ---- forward: poses, rates and accelerations ------------------------------------------------

  void place_body(std::size_t b, VecIn<S> z, VecIn<S> v, const VecX<S>* acc, bool rates) {
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

  void set_joint(std::size_t b, const S& q) {
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
  void add_joint_rates(const FlexibleBody& body, const Link& link, Body& w, const S& qd,
                       const S* qdd, bool on_base) {
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
  void step_to_joint(std::size_t b, Mat34& W) const {
    const FlexibleBody& body = model.bodies[b];
    const Link& link = constants.links[b];
    for (int i = 0; i < 3; ++i) {
      if (body.p[i] != 0.0) W.col(0) += link.p[i] * W.col(i + 1);
    }
    flexible::turn_columns(bodies[b].a, 2, W);
    flexible::turn_columns(bodies[b].alpha, 0, W);
  }

  /// (5), (13)-(17), (36), (37) of a bending link.
  void bend(std::size_t b, VecIn<S> z, VecIn<S> v, const VecX<S>* acc, bool rates) {
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

  template <typename D>
  void add_second_order(const Link& link, Body& w, const D& d, Mat43& first) {
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

  void move_place(std::size_t b, std::size_t i, VecIn<S> z, VecIn<S> v, const VecX<S>* acc,
                  bool rates) {
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

  void sweep(VecIn<S> z, VecIn<S> v, const VecX<S>* acc, bool rates) {
    for (std::size_t b = 0; b < bodies.size(); ++b) place_body(b, z, v, acc, rates);
  }

  // ---- backward: forces -----------------------------------------------------------------------

  /// From the body's frame to the frame its parent (or the attachment) has: the way back of
  /// place_body, in two steps with the joint between them.
  void to_joint(std::size_t b, Mat43& Y) const {
    flexible::turn_rows(bodies[b].e, 2, Y);
    flexible::turn_rows(bodies[b].d, 0, Y);
  }
  void to_parent(std::size_t b, Mat43& Y) const {
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
  S read_joint(std::size_t b, const Mat43& Y) const {
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
  S read_mode(std::size_t b, int i, int k, const Mat43& YW) const {
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

  static Mat43 times_linear(const Mat43& Y, const Mat34& W) {
    return Y.lazyProduct(W.template rightCols<3>());
  }

  /// forces: what the motion of the last sweep asks of every coordinate, drives left out.
  void gather(VecIn<S> v, const VecX<S>* acc, VecOut<S> forces) {
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
  void start_forces(std::size_t b, VecIn<S> v, const VecX<S>* acc, VecOut<S> forces) {
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
    if (acc || !link.Z_kl.empty()) {
      w.Q += once.lazyProduct(w.W.template rightCols<3>().transpose());
    }
    // Tr(W D_f^T W''^T) and so on: products of columns of W with those of its rates.
    const Mat34 T1 = w.W.template rightCols<3>().transpose().lazyProduct(w.Wdd);
    const Mat3<S> T2 =
        w.W.template rightCols<3>().transpose().lazyProduct(w.Wd.template rightCols<3>());
    Mat3<S> T3;
    if (acc) {
      T3 = w.W.template rightCols<3>().transpose().lazyProduct(w.W.template rightCols<3>());
    }
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

  void add_load(const FlexibleLoad& load) {
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
  void add_elasticity(VecIn<S> z, VecIn<S> v, const VecX<S>* acc, VecOut<S> forces) {
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
      if (drive.coulomb != 0.0 && v[j] != S(0.0)) {
        forces[j] += S(v[j] > S(0.0) ? drive.coulomb : -drive.coulomb);
      }
      if (drive.stiffness != 0.0) forces[j] += S(drive.stiffness) * (z[j] - S(drive.rest));
      if (acc && drive.rotor_inertia != 0.0) forces[j] += S(drive.rotor_inertia) * (*acc)[j];
    }
  }

  // ---- inertia --------------------------------------------------------------------------------

  void inertia(MatOut<S> out) {
    out.setZero();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      Body& w = bodies[b];
      w.F = model.bodies[b].modes > 0 ? w.G : constants.links[b].C;
      for (auto& place : w.places) {
        place.loaded = false;
      }
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

  static void set(MatOut<S> out, int i, int j, const S& value) {
    out(std::min(i, j), std::max(i, j)) = value;
  }

  /// (79): F of the attachment into the body's frame, [1 0; t I+B] F [ ]^T.
  void add_raised(const flexible::Motion<S>& at, Mat4& F) {
    const Mat4& f = at.F;
    Mat4 left = f;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 4; ++c) {
        S sum = at.E(r, 0) * f(0, c);
        for (int k = 0; k < 3; ++k) {
          if (skew && k == r) continue;
          sum += at.E(r, k + 1) * f(k + 1, c);
        }
        left(r + 1, c) += sum;
      }
    }
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

  void pass_inertia(std::size_t b, Mat4 F) {
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
  static void shift(Mat4& F, int axis, const S& by) {
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

  void inertia_of_joint(std::size_t b, const Mat4& F, MatOut<S> out) {
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
  void inertia_of_modes(std::size_t b, MatOut<S> out) {
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

  Mat43 times_mode(std::size_t b, int i, int k) const {
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
  void climb(std::size_t b, int t, Mat43 Y, MatOut<S> out) {
    while (model.bodies[b].parent >= 0) {
      to_parent(b, Y);
      const int i = model.bodies[b].attachment;
      b = static_cast<std::size_t>(model.bodies[b].parent);
      const FlexibleBody& body = model.bodies[b];
      if (i >= 0) {
        const Mat43 YW = times_linear(Y, bodies[b].W);
        for (int k = 0; k < body.modes; ++k) {
          set(out, body.first_mode + k, t, read_mode(b, i, k, YW));
        }
        Y = flexible::raised(bodies[b].places[i].E, Y, skew);
      }
      to_joint(b, Y);
      if (body.coordinate >= 0) set(out, body.coordinate, t, read_joint(b, Y));
    }
  }

  S kinetic(VecIn<S> v) {
    S twice{};
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const FlexibleBody& body = model.bodies[b];
      const Link& link = constants.links[b];
      const Body& w = bodies[b];
      const Mat4& G = body.modes > 0 ? w.G : link.C;
      const Mat34 WG = w.Wd.lazyProduct(G);
      twice += WG.cwiseProduct(w.Wd).sum();  // (22)
      if (body.modes == 0) continue;
      Mat43 moving = Mat43::Zero();
      for (int k = 0; k < body.modes; ++k) moving += v[body.first_mode + k] * w.D[k];
      const Mat3<S> lin = w.Wd.lazyProduct(moving);
      twice += S(2.0) * lin.cwiseProduct(w.W.template rightCols<3>()).sum();
      const Mat3<S> metric =
          w.W.template rightCols<3>().transpose().lazyProduct(w.W.template rightCols<3>());
      for (const Entry& e : link.C_kl) {
        twice +=
            v[body.first_mode + e.k] * v[body.first_mode + e.l] * e.value * metric(e.row, e.column);
      }
    }
    for (int j = 0; j < model.joints; ++j) twice += S(model.drives[j].rotor_inertia) * v[j] * v[j];
    return S(0.5) * twice;
  }
};

}  // namespace alembert
