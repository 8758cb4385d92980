#include "kernel/factorised_derivative_pass.hpp"

#include <algorithm>
#include <array>

#include "kernel/joint_groups.hpp"
#include "kernel/neighbours.hpp"

namespace alembert {

bool FactorisedDerivativePass::run(const double* q, const double* v, const double* tau, double* a,
                                   const Outputs& out) {
  if (coupled_) {
    return first_ == 0 ? run_coupled<0>(q, v, tau, a, out) : run_coupled<1>(q, v, tau, a, out);
  }
  if (first_ == 0) return run_steps<0, 0>(q, v, tau, a, out);
  if (chain_ && n_ == 7) return run_steps<7, 1>(q, v, tau, a, out);
  if (chain_ && n_ == 6) return run_steps<6, 1>(q, v, tau, a, out);
  return run_steps<0, 1>(q, v, tau, a, out);
}

template <int N, int first>
bool FactorisedDerivativePass::run_steps(const double* q, const double* v, const double* tau,
                                         double* a, const Outputs& out) {
  prepare<N, first>(q, v);
  const double* torque = without_drives(q, v, tau);
  for (int s = 0; s < count<N>(); ++s) rest_[s] = torque[slot(s).joint] - rest_[s];
  if (!rows_.invert(floors_.data(), rest_.data())) return false;
  for (int s = 0; s < count<N>(); ++s) a[slot(s).joint] = rest_[s];
  finish<N, first>(rest_.data());
  columns_.write<N>(rows_, {out.dq, out.dv, out.dtau});
  return true;
}

template <int first>
bool FactorisedDerivativePass::run_coupled(const double* q, const double* v, const double* tau,
                                           double* a, const Outputs& out) {
  coupled_->spread(q, v);
  prepare<0, first>(coupled_->values(), coupled_->rates());
  const double* torque = without_drives(q, v, tau);
  if (!coupled_->solve(rows_, rest_.data(), torque, a, rest_.data())) return false;
  finish<0, first>(rest_.data());
  coupled_->write(columns_, {out.dq, out.dv, out.dtau});
  return true;
}

const double* FactorisedDerivativePass::without_drives(const double* q, const double* v,
                                                       const double* tau) {
  if (drives_.empty()) return tau;
  std::fill(drive_torques_.begin(), drive_torques_.end(), 0.0);
  drives_.add(q, v, static_cast<const double*>(zero_.data()), drive_torques_);
  for (std::size_t c = 0; c < drive_torques_.size(); ++c) {
    drive_torques_[c] = tau[c] - drive_torques_[c];
  }
  return drive_torques_.data();
}

/// All that accelerations do not matter for.
template <int N, int first>
void FactorisedDerivativePass::prepare(const double* x, const double* rate) {
  move_all<N, first>(x, rate);
  set_bodies<N, first>();
  sum_up<N>();
  set_columns<N, first>();
  pair_masses<N, first>();
}

template <int N, int first>
void FactorisedDerivativePass::finish(const double* a) {
  accelerate<N>(a);
  turn_columns<N, first>();
  pair_all<N, first>();
}

/// Base to tips: where links are, and how they move while no joint accelerates.
template <int N, int first>
void FactorisedDerivativePass::move_all(const double* q, const double* v) {
  const int n = count<N>();
  sines_.set(0, n, q, [&](std::size_t s, double) { return joints_[s].angle(q[slots_[s].joint]); });
  const Link base = Link::base(up_);
  Link link = base;
  for (int s = 0; s < n; ++s) {
    const int joint = slot(s).joint, lane = (s - first) % 2;
    if (N == 0 && slot(s).parent != s - 1) {
      link = slot(s).parent < 0 ? base : links_[slot(s).parent];
    }
    link.place(joints_[s], q[joint], sines_.sine(s), sines_.cosine(s));
    const Motion6 S = link.motion(joints_[s]);
    if (s < first) {  // on a base that rests
      link.velocity = v[joint] * S;
      if (N == 0 && joints_[s].branches) links_[s] = link;
      set_root_body(link);
      continue;
    }
    Motion6 psid{};
    add_cross(link.velocity, S, psid);
    Neighbours& both = neighbours_[(s - first) / 2];
    put(static_cast<const GroundFrame<double>&>(link), lane, both.frame);
    put(S, lane, both.S);
    put(link.velocity, lane, both.V_p);
    put(link.acceleration, lane, both.A_p);
    put(psid, lane, both.psid);
    put(v[joint], lane, both.rate);
    link.velocity = link.velocity + v[joint] * S;
    link.acceleration = link.acceleration + v[joint] * psid;
    if (N == 0 && joints_[s].branches) links_[s] = link;
  }
}

template <int N, int first>
void FactorisedDerivativePass::set_bodies() {
  for (int s = first; s < count<N>(); s += 2) {
    const Neighbours& b = neighbours_[(s - first) / 2];
    const Sums sums{MovingBody<Two>::of(b.frame.body_of(b.own, b.revolute), b.revolute,
                                        b.V_p + b.rate * b.S, b.A_p + b.rate * b.psid),
                    Two(0)};
    unzip<sum_count>(pairs(sums), numbers(joint_terms_[s].sums), numbers(joint_terms_[s + 1].sums));
  }
}

/// Of the root only what turns it about z is asked for: its own part.
inline void FactorisedDerivativePass::set_root_body(const Link& link) {
  const V h = root_.hx * link.ex + root_.hy * link.ey;
  SumsOf<double> sums{};
  sums.h = h;
  sums.I.zz = root_.inertia;
  sums.f.n.z = h.x * up_.y - h.y * up_.x;
  joint_terms_[0].sums = sums;
}

template <int N>
void FactorisedDerivativePass::sum_up() {
  for (int s = count<N>(); s-- > 0;) {
    if (parent<N>(s) < 0) continue;
    const double* own = numbers(joint_terms_[s].sums);
    double* to = numbers(joint_terms_[parent<N>(s)].sums);
    unrolled<sum_count / 2>(
        [&](auto k) { store_two(load_two(to + 2 * k) + load_two(own + 2 * k), to + 2 * k); });
  }
}

/// What pairs need of the sums, as far as accelerations do not matter.
template <int N, int first>
void FactorisedDerivativePass::set_columns() {
  if constexpr (first == 1) rest_[0] = joint_terms_[0].sums.f.n.z;
  for (int s = first; s < count<N>(); s += 2) {
    Neighbours& both = neighbours_[(s - first) / 2];
    JointTerms &one = joint_terms_[s], &next = joint_terms_[s + 1];
    Sums sums;
    zip<sum_count>(numbers(one.sums), numbers(next.sums), pairs(sums));
    const Motions& S = both.S;
    store_two(dot(S, sums.f), rest_.data() + s);
    Forces IS{}, t3{};
    sums.add_inertia(both.mass, heavy_, S, IS);
    sums.add_inertia(both.mass, heavy_, both.psid, t3);
    t3 += t3;
    sums.add_coriolis(S.w, t3);
    both.t3 = t3;
    struct {
      small::V3<Two> u;
      Two none = Two(0);
    } last{sums.coriolis_transposed(S)};
    unzip<6>(pairs(S), one.S, next.S);
    unzip<6>(pairs(IS), one.descendant.IS, next.descendant.IS);
    unzip<4>(pairs(last), one.descendant.IS + 6, next.descendant.IS + 6);
  }
}

/// M, above its diagonal and on it.
template <int N, int first>
void FactorisedDerivativePass::pair_masses() {
  const JointTerms* const along = joint_terms_.data();
  const auto force = [&](int s) {
    const double* IS = along[s].descendant.IS;
    return std::array{load_two(IS), load_two(IS + 2), load_two(IS + 4)};
  };
  const auto entry = [&](int i, const std::array<Two, 3>& IS) {
    const double* S = along[i].S;
    const Two sum = load_two(S) * IS[0] + load_two(S + 2) * IS[1] + load_two(S + 4) * IS[2];
    return sum[0] + sum[1];
  };
  double* const M = rows_.column(0);
  if constexpr (first == 1) M[0] = along[0].sums.I.zz;
  if constexpr (N > 0) {
    unrolled<N - first>([&](auto step) {
      constexpr int s = first + step;
      const std::array<Two, 3> IS = force(s);
      unrolled<s + 1>([&](auto i) { M[s * TreeRows::column_step + i] = entry(i, IS); });
    });
  } else {
    for (int s = first; s < n_; ++s) {
      const std::array<Two, 3> IS = force(s);
      double* to = rows_.column(s) + columns_.depth(s);
      for (int i = s; i >= 0; i = parent<N>(i)) *to-- = entry(i, IS);
    }
  }
  if (drives_.empty()) return;
  for (int s = 0; s < n_; ++s) rows_.column(s)[columns_.depth(s)] += joints_[s].rotor;
}

/// How accelerations of joints change those of the links, and the forces behind them.
template <int N>
void FactorisedDerivativePass::accelerate(const double* a) {
  const int n = count<N>();
  JointTerms* const along = joint_terms_.data();
  for (int s = 0; s < n; ++s) {
    const Two x(a[s]);
    unrolled<3>([&](auto k) {
      store_two(x * load_two(along[s].descendant.IS + 2 * k), along[s].g + 2 * k);
    });
    if (parent<N>(s) < 0) continue;
    const JointTerms& before = along[parent<N>(s)];
    const Two of_parent(a[parent<N>(s)]);
    unrolled<3>([&](auto k) {
      store_two(load_two(before.dA + 2 * k) + of_parent * load_two(before.S + 2 * k),
                along[s].dA + 2 * k);
    });
  }
  for (int s = n; s-- > 0;) {
    if (parent<N>(s) < 0) continue;
    double* to = along[parent<N>(s)].g;
    unrolled<3>([&](auto k) {
      store_two(load_two(to + 2 * k) + load_two(along[s].g + 2 * k), to + 2 * k);
    });
  }
}

/// What pairs need besides.
template <int N, int first>
void FactorisedDerivativePass::turn_columns() {
  for (int s = first; s < count<N>(); s += 2) {
    const Neighbours& both = neighbours_[(s - first) / 2];
    JointTerms &one = joint_terms_[s], &next = joint_terms_[s + 1];
    Sums sums;
    Motions dA;
    Forces g;
    zip<sum_count>(numbers(one.sums), numbers(next.sums), pairs(sums));
    zip<6>(one.dA, next.dA, pairs(dA));
    zip<6>(one.g, next.g, pairs(g));
    const Motions &S = both.S, &psid = both.psid;
    Motions psidd{};
    add_cross(both.A_p + dA, S, psidd);
    add_cross(both.V_p, psid, psidd);
    Forces f = sums.f + g;
    sums.add_inertia(both.mass, heavy_, dA, f);
    Forces t2{};
    sums.add_inertia(both.mass, heavy_, psidd, t2);
    sums.add_coriolis(psid.w, t2);
    add_cross(S, f, t2);
    const Motions twice = psid + psid;
    side_by_side<6>(pairs(psidd), pairs(twice), one.turned, next.turned);
    side_by_side<3>(pairs(psid.w), pairs(S.w), one.turned + 6, next.turned + 6);
    side_by_side<6>(pairs(t2), pairs(both.t3), one.descendant.t, next.descendant.t);
  }
}

/// The derivatives by joint values and by rates.
template <int N, int first>
void FactorisedDerivativePass::pair_all() {
  const JointTerms* const along = joint_terms_.data();
  // What is written might be what is read, as far as compilers know: so of the deeper all is
  // copied.
  const auto pair = [&](const JointTerms& ancestor, const DescendantTerms& descendant,
                        double* in_row, double* in_column) {
    store_two(product<6>(ancestor.S, descendant.t), in_row);
    store_two(
        product<8>(descendant.IS, ancestor.turned) + Two(descendant.IS[8]) * ancestor.turned[8],
        in_column);
  };
  const auto with_root = [&](const DescendantTerms& descendant, double* in_row, double* in_column) {
    store_two(descendant.t[2], in_row);
    in_column[0] = up_.y * descendant.IS[3] - up_.x * descendant.IS[4];
    in_column[1] = descendant.IS[8];
  };
  if constexpr (N > 0) {
    double* const entries = columns_.own(0);
    unrolled<N - first>([&](auto step) {
      constexpr int s = first + step;
      const DescendantTerms descendant = along[s].descendant;
      store_two(product<6>(along[s].S, descendant.t), entries + 2 * (N + 1) * s);
      if (first == 1) with_root(descendant, entries + 2 * N * s, entries + 2 * s);
      unrolled<s - first>([&](auto k) {
        constexpr int i = first + k;
        pair(along[i], descendant, entries + 2 * (N * s + i), entries + 2 * (N * i + s));
      });
    });
  } else {
    for (int s = first; s < n_; ++s) {
      const DescendantTerms descendant = along[s].descendant;
      double* in_row = columns_.own(s);
      store_two(product<6>(along[s].S, descendant.t), in_row);
      for (int i = parent<N>(s); i >= first; i = parent<N>(i)) {
        in_row -= 2;
        pair(along[i], descendant, in_row, columns_.own(i) + 2 * (s - i));
      }
      if (first == 1) with_root(descendant, in_row - 2, columns_.own(0) + 2 * s);
    }
  }
  if constexpr (first == 1) {
    const SumsOf<double>& sums = along[0].sums;
    columns_.own(0)[0] = -(sums.h.x * up_.x + sums.h.y * up_.y);
    columns_.own(0)[1] = sums.D.c2.z;
  }
  if (drives_.empty()) return;
  for (int s = 0; s < n_; ++s) {
    columns_.own(s)[0] += joints_[s].stiffness;
    columns_.own(s)[1] += joints_[s].viscous;
  }
}

}  // namespace alembert
