#include "kernel/factorised_derivative_pass.hpp"

#include <algorithm>

#include "kernel/neighbours.hpp"

namespace alembert {

template <int N, typename Work>
void FactorisedDerivativePass::each_pair(Work work) const {
  if constexpr (N > 0) {
    unrolled<(N + 1) / 2>([&](auto g) {
      constexpr int s = 2 * g, last = s + 1 < N ? s + 1 : s;
      work(s, [&](auto each) {
        unrolled<last + 1>([&](auto step) { each(std::integral_constant<int, last - step>()); });
      });
    });
  } else {
    for (int s = 0; s < n_; s += 2) {
      work(s, [&](auto each) {
        const int end = begins_[index(s / 2 + 1)];
        for (int e = begins_[index(s / 2)]; e < end; ++e) each(before_[index(e)]);
      });
    }
  }
}

bool FactorisedDerivativePass::run(const double* q, const double* v, const double* tau, double* a,
                                   const Outputs& out) {
  if (chain_ && n_ == 7) return run_steps<7>(q, v, tau, a, out);
  if (chain_ && n_ == 6) return run_steps<6>(q, v, tau, a, out);
  return run_steps<0>(q, v, tau, a, out);
}

template <int N>
bool FactorisedDerivativePass::run_steps(const double* q, const double* v, const double* tau,
                                         double* a, const Outputs& out) {
  move_all<N>(q, v);
  set_bodies<N>();
  sum_up<N>();
  set_columns<N>();
  pair_by_rates<N>();
  if (!drives_.empty()) {
    std::fill(drive_torques_.begin(), drive_torques_.end(), 0.0);
    drives_.add(q, v, static_cast<const double*>(zero_.data()), drive_torques_);
  }
  for (int s = 0; s < count<N>(); ++s) {
    const std::size_t j = index(slot(s).joint);
    rest_[index(s)] = tau[j] - drive_torques_[j] - rest_[index(s)];
  }
  if (!rows_.invert(floors_.data(), rest_.data())) return false;
  for (int s = 0; s < count<N>(); ++s) a[slot(s).joint] = rest_[index(s)];
  accelerate<N>(rest_.data());
  turn_columns<N>();
  pair_by_values<N>();
  write<N>(out);
  return true;
}

/// `link` is the parent's before and the joint's own after.
inline void FactorisedDerivativePass::place(const Joint& j, double x, double s, double c,
                                            Link& link, Motion6& S) {
  V ex = link.ex, ey = link.ey, ez = link.ez;
  if (!j.first_child) {
    const V turned = j.cos_beta * ex + j.sin_beta * ey;
    ey = j.cos_beta * ey - j.sin_beta * ex;
    ex = turned;
  }
  V o = link.o;
  if (j.p.x != 0.0) o += j.p.x * ex;
  if (j.p.y != 0.0) o += j.p.y * ey;
  if (j.p.z != 0.0) o += j.p.z * ez;
  V y = ey;
  if (j.twist == Twist::quarter) {
    y = ez;
    ez = -ey;
  } else if (j.twist == Twist::minus_quarter) {
    y = -ez;
    ez = ey;
  } else if (j.twist == Twist::general) {
    y = j.cos_alpha * ey + j.sin_alpha * ez;
    ez = j.cos_alpha * ez - j.sin_alpha * ey;
  }
  link.ex = c * ex + s * y;
  link.ey = c * y - s * ex;
  link.ez = ez;
  if (j.motion == JointMotion::prismatic) {
    o += x * ez;
    S = {{0.0, 0.0, 0.0}, ez};
  } else if (j.motion == JointMotion::helical) {
    o += (j.pitch * x) * ez;
    S = {ez, small::cross(o, ez) + j.pitch * ez};
  } else {
    S = {ez, small::cross(o, ez)};
  }
  link.o = o;
}

/// Base to tips: where links are, and how they move while no joint accelerates.
template <int N>
void FactorisedDerivativePass::move_all(const double* q, const double* v) {
  const int n = count<N>();
  for (int s = 0; s < n; ++s) {
    const Joint& j = joints_[index(s)];
    angles_[index(s)] = j.motion == JointMotion::prismatic ? j.theta0 : q[slot(s).joint] + j.theta0;
  }
  sincos_all(angles_.data(), n, sines_.data(), cosines_.data());
  const V zero{0.0, 0.0, 0.0};
  const Link base{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, zero,
                  {zero, zero},    {zero, up_}};
  Link link = base;
  for (int s = 0; s < n; ++s) {
    const int joint = slot(s).joint, lane = s % 2;
    if (N == 0 && slot(s).parent != s - 1) {
      link = slot(s).parent < 0 ? base : links_[index(slot(s).parent)];
    }
    Motion6 S;
    place(joints_[index(s)], q[joint], sines_[index(s)], cosines_[index(s)], link, S);
    Motion6 psid{};
    add_cross(link.velocity, S, psid);
    Neighbours& both = neighbours_[index(s / 2)];
    put(link.ex, lane, both.ex);
    put(link.ey, lane, both.ey);
    put(link.ez, lane, both.ez);
    put(link.o, lane, both.o);
    put(S, lane, both.S);
    put(link.velocity, lane, both.V_p);
    put(link.acceleration, lane, both.A_p);
    put(psid, lane, both.psid);
    put(v[joint], lane, both.rate);
    link.velocity = link.velocity + v[joint] * S;
    link.acceleration = link.acceleration + v[joint] * psid;
    if (N == 0 && joints_[index(s)].branches) links_[index(s)] = link;
  }
}

template <int N>
void FactorisedDerivativePass::set_bodies() {
  for (int s = 0; s < count<N>(); s += 2) set_body(neighbours_[index(s / 2)]);
}

/// Links alone, about the base's origin: as GroundPass has them.
inline void FactorisedDerivativePass::set_body(Neighbours& b) {
  const Vs x = b.ex, y = b.ey, z = b.ez, r = b.o;
  const Vs cx = b.Jxx * x + b.Jxy * y + b.Jxz * z, cy = b.Jxy * x + b.Jyy * y + b.Jyz * z;
  Vs cz = b.Jxz * x + b.Jyz * y, arm = b.hx * x + b.hy * y;
  Vs h = arm;
  if (!b.revolute) {
    cz += b.Jzz * z;
    arm += b.hz * z;
    h = arm + b.m * r;
  }
  const auto entry = [&](Two Vs::*i, Two Vs::*k) {
    return x.*i * (cx.*k) + y.*i * (cy.*k) + z.*i * (cz.*k) + r.*i * (arm.*k) + h.*i * (r.*k);
  };
  const small::Sym3<Two> J = {entry(&Vs::x, &Vs::x), entry(&Vs::y, &Vs::y), entry(&Vs::z, &Vs::z),
                              entry(&Vs::x, &Vs::y), entry(&Vs::x, &Vs::z), entry(&Vs::y, &Vs::z)};
  const Motions velocity = b.V_p + b.rate * b.S, acceleration = b.A_p + b.rate * b.psid;
  const Vs &w = velocity.w, &wd = acceleration.w;
  const Motions twice = velocity + velocity;
  b.sums.K = small::field_moment({b.m, h, J}, twice);
  Vs p = small::cross(twice.w, h);
  const Vs a = acceleration.v + small::cross(w, velocity.v);
  const Two xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const Two xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  const Vs U0{-(yy + zz), xy + wd.z, xz - wd.y}, U1{xy - wd.z, -(xx + zz), yz + wd.x},
      U2{xz + wd.y, yz - wd.x, -(xx + yy)};
  const Vs turning{J.xy * U0.z - J.xz * U0.y + J.yz * (zz - yy) + J.yy * U1.z - J.zz * U2.y,
                   J.xz * (xx - zz) + J.yz * U1.x - J.xx * U0.z - J.xy * U1.z + J.zz * U2.x,
                   J.xx * U0.y - J.yy * U1.x + J.xy * (yy - xx) + J.xz * U2.y - J.yz * U2.x};
  Forces f{turning + small::cross(h, a), h.x * U0 + h.y * U1 + h.z * U2};
  if (!b.revolute) {
    p += b.m * twice.v;
    f.f += b.m * a;
  }
  b.sums.h = h;
  b.sums.J = J;
  b.sums.p = p;
  b.sums.f = f;
}

template <int N>
void FactorisedDerivativePass::sum_up() {
  double sum[sum_count] = {};
  for (int s = count<N>(); s-- > 0;) {
    double* own = numbers(neighbours_[index(s / 2)].sums) + s % 2;
    // A tip begins; what follows a joint directly is behind it.
    if (N == 0 ? slot(s).end == s + 1 : s == N - 1) {
      unrolled<sum_count>([&](auto k) { sum[k] = own[2 * k]; });
    } else {
      unrolled<sum_count>([&](auto k) {
        sum[k] += own[2 * k];
        own[2 * k] = sum[k];
      });
    }
    if (N > 0 || slot(s).parent < 0 || slot(s).parent == s - 1) continue;
    double* to = numbers(neighbours_[index(slot(s).parent / 2)].sums) + slot(s).parent % 2;
    unrolled<sum_count>([&](auto k) { to[2 * k] += sum[k]; });
  }
}

/// What pairs need of the sums, as far as accelerations do not matter.
template <int N>
void FactorisedDerivativePass::set_columns() {
  for (int s = 0; s < count<N>(); s += 2) {
    Neighbours& both = neighbours_[index(s / 2)];
    const Sums& sums = both.sums;
    const Inertias I(both.mass, heavy_, sums.h, sums.J);
    const small::M3<Two>& K = sums.K;
    const Vs& p = sums.p;
    const Two trace = K.trace();
    const Motions& S = both.S;
    store_two(dot(S, sums.f), rest_.data() + s);
    Forces IS{}, t3{};
    I.add(S, IS);
    I.add(both.psid, t3);
    both.IS = IS;
    t3 += t3;
    add_coriolis(K, trace, p, S.w, t3);
    both.t3 = t3;
    Vs u = trace * S.w;
    for (const auto& [column, sum] : {std::pair(&K.c0, &u.x), {&K.c1, &u.y}, {&K.c2, &u.z}}) {
      *sum -= column->x * S.w.x;
      *sum -= column->y * S.w.y;
      *sum -= column->z * S.w.z;
    }
    add_cross(p, S.v, u);
    both.u = u;
  }
}

/// M and the derivatives by rates.
template <int N>
void FactorisedDerivativePass::pair_by_rates() {
  const int stride = this->stride<N>();
  double *matrix = by_v_.data(), *M = rows_.row(0);
  const Neighbours* neighbours = neighbours_.data();
  each_pair<N>([&](int s, auto each_before) {
    const Neighbours& both = neighbours[s / 2];
    const Forces IS = both.IS, t3 = both.t3;
    const Vs u = both.u;
    each_before([&](int i) {
      const double *S = numbers(neighbours[i / 2].S) + i % 2,
                   *psid = numbers(neighbours[i / 2].psid) + i % 2;
      const Two along = product(psid, IS), in_row = product(S, t3),
                in_column = product(S, u, along + along);
      store_two(product(S, IS), M + i * stride + s);
      matrix[s * stride + i] = in_row[0];
      matrix[(s + 1) * stride + i] = in_row[1];
      store_two(in_column, matrix + i * stride + s);
    });
  });
  if (drives_.empty()) return;
  for (int i = 0; i < n_; ++i) {
    M[i * stride + i] += joints_[index(i)].rotor;
    matrix[i * stride + i] += joints_[index(i)].viscous;
  }
}

/// How accelerations of joints change those of the links, and the forces behind them.
template <int N>
void FactorisedDerivativePass::accelerate(const double* a) {
  const int n = count<N>();
  const auto place = [&](int s) { return numbers(neighbours_[index(s / 2)]) + s % 2; };
  constexpr std::ptrdiff_t dA = offsetof(Neighbours, dA) / sizeof(double),
                           along = offsetof(Neighbours, S) / sizeof(double),
                           g = offsetof(Neighbours, g) / sizeof(double);
  for (int s = 0; s < n; ++s) {
    if (parent<N>(s) < 0) continue;
    double* to = place(s) + dA;
    const double* from = place(parent<N>(s));
    const double x = a[parent<N>(s)];
    unrolled<6>([&](auto k) { to[2 * k] = from[dA + 2 * k] + x * from[along + 2 * k]; });
  }
  for (int s = 0; s < n; s += 2) {
    Neighbours& both = neighbours_[index(s / 2)];
    const Two x = load_two(a + s);
    both.g = {x * both.IS.n, x * both.IS.f};
  }
  for (int s = n; s-- > 0;) {
    if (parent<N>(s) < 0) continue;
    double* to = place(parent<N>(s)) + g;
    const double* from = place(s) + g;
    unrolled<6>([&](auto k) { to[2 * k] += from[2 * k]; });
  }
}

template <int N>
void FactorisedDerivativePass::turn_columns() {
  for (int s = 0; s < count<N>(); s += 2) {
    Neighbours& both = neighbours_[index(s / 2)];
    const Sums& sums = both.sums;
    const Inertias I(both.mass, heavy_, sums.h, sums.J);
    const Motions &S = both.S, &psid = both.psid, &dA = both.dA;
    Motions psidd{};
    add_cross(both.A_p + dA, S, psidd);
    add_cross(both.V_p, psid, psidd);
    Forces f = sums.f + both.g;
    I.add(dA, f);
    Forces t2{};
    I.add(psidd, t2);
    add_coriolis(sums.K, sums.K.trace(), sums.p, psid.w, t2);
    add_cross(S, f, t2);
    both.t2 = t2;
    both.psidd = psidd;
  }
}

/// The derivatives by joint values.
template <int N>
void FactorisedDerivativePass::pair_by_values() {
  const int stride = this->stride<N>();
  double* matrix = by_q_.data();
  const Neighbours* neighbours = neighbours_.data();
  each_pair<N>([&](int s, auto each_before) {
    const Neighbours& both = neighbours[s / 2];
    const Forces IS = both.IS, t2 = both.t2;
    const Vs u = both.u;
    each_before([&](int i) {
      const Neighbours& shallow = neighbours[i / 2];
      const double *S = numbers(shallow.S) + i % 2, *psid = numbers(shallow.psid) + i % 2,
                   *psidd = numbers(shallow.psidd) + i % 2;
      const Two in_row = product(S, t2), in_column = product(psid, u, product(psidd, IS));
      matrix[s * stride + i] = in_row[0];
      matrix[(s + 1) * stride + i] = in_row[1];
      store_two(in_column, matrix + i * stride + s);
    });
  });
  if (drives_.empty()) return;
  for (int i = 0; i < n_; ++i) matrix[i * stride + i] += joints_[index(i)].stiffness;
}

template <int N>
void FactorisedDerivativePass::write(const Outputs& out) {
  const int stride = this->stride<N>(), n = count<N>();
  for (int s = 0; s < n; ++s) {
    const int j = slot(s).joint;
    double *dq = &out.dq(0, j), *dv = &out.dv(0, j), *dtau = &out.dtau(0, j);
    const double *by_q = by_q_.data() + s * stride, *by_v = by_v_.data() + s * stride,
                 *inverse = rows_.inverse(s);
    if (N > 0 || in_order_) {
      rows_.negative_product<N>(s, by_q, by_v, dq, dv);
      for (int r = 0; r + 1 < n; r += 2) store_two(load_two(inverse + r), dtau + r);
      if (n % 2 == 1) dtau[n - 1] = inverse[n - 1];
      continue;
    }
    rows_.negative_product<N>(s, by_q, by_v, x_.data(), y_.data());
    const double *x = x_.data(), *y = y_.data();
    for (const TreeSlot& row : slots_) {
      dq[row.joint] = *x++;
      dv[row.joint] = *y++;
      dtau[row.joint] = *inverse++;
    }
  }
}

}  // namespace alembert
