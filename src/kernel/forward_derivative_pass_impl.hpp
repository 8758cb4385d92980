// The steps of ForwardDerivativePass; included by its header only.
#pragma once

#include "kernel/pivot_floors.hpp"

namespace alembert {

template <typename S>
ForwardDerivativePass<S>::ForwardDerivativePass(const Model& model)
    : ground_(model),
      drives_(model),
      zero_(model.joint_count(), S(0)),
      rest_(zero_),
      nodes_(zero_.size()),
      forces_(zero_.size()),
      jumps_(zero_.size()),
      turns_(zero_.size()) {
  set_order(model);
}

template <typename S>
void ForwardDerivativePass<S>::set_order(const Model& model) {
  const int n = model.joint_count();
  const std::vector<double> floors =
      pivot_floors<ConstantOf<S>>(model, Pivots::articulated_about_base);
  const std::vector<TreeSlot> slots = tree_slots(model);
  std::vector<int> children(n, 0), level(n, 0);
  for (const TreeSlot& slot : slots) {
    if (slot.parent >= 0) ++children[slot.parent];
  }
  int levels = 0;  // how many joints that branch are before one, at the most, and that
  for (int s = 0; s < n; ++s) {
    const auto [i, parent, end] = slots[s];
    const ModelJoint& joint = model.joint(i);
    const auto c = [](double x) { return static_cast<ConstantOf<S>>(x); };
    chain_ &= parent == s - 1;
    if (parent >= 0) level[s] = level[parent] + (children[parent] > 1);
    levels = std::max(levels, level[s] + 1);
    // The first child finds its parent's motions where they were computed.
    const int load = parent < 0 || parent == s - 1 ? -1 : level[parent];
    const int tree = parent < 0 ? s : order_[parent].tree;
    order_.push_back({i, parent, end, tree, slots[tree].end, load, children[s] > 1 ? level[s] : -1,
                      children[s] == 0, c(joint.rotor_inertia), c(joint.viscous),
                      c(joint.stiffness), c(floors[i])});
  }
  rows_.assign(n + 1, Row{});
  rests_.assign((n + 1) * block, Pair(S(0)));
  tau_rests_.assign(rests_.size(), S(0));
  kept_.resize(levels * together * 6);
  tau_kept_.resize(kept_.size());
}

template <typename S>
S ForwardDerivativePass<S>::run(const S* q, const S* v, const S* tau, Loads loads, S* a,
                                const Outputs& out) {
  ground_.forward(q, v, zero_.data(), loads);
  const S definite = set_bodies(q, v, tau);
  if constexpr (std::is_same_v<S, double>) {
    if (definite != static_cast<double>(order_.size())) return definite;
  }
  accelerate(a);
  const int n = static_cast<int>(order_.size());
  for (int first = 0; first < n;) {
    const int end = std::min(first + block, order_[first].tree_end);
    inward(first);
    for (int c = first; c < end; c += together) outward(c, out);
    for (int c = first; c < end; c += groups * width) outward_by_tau(c, out);
    first = end;
  }
  if (order_[0].tree_end < n) write_zeros(out);
  return definite;
}

/// Tips to base: articulated bodies, and what torques are left over without acceleration.
template <typename S>
S ForwardDerivativePass<S>::set_bodies(const S* q, const S* v, const S* tau) {
  for (std::size_t i = 0; i < rest_.size(); ++i) rest_[i] = S(0);
  drives_.add(q, v, static_cast<const S*>(zero_.data()), rest_);
  const S zero(0);
  const auto& links = ground_.links();
  for (std::size_t slot = 0; slot < order_.size(); ++slot) {
    const auto& link = links[order_[slot].joint];
    Node& node = nodes_[slot];
    node.I = ArticulatedBody<S>::of(link.body.m, link.body.h, link.body.J);
    // 2B d = (2 (tr K - K) d, 2 d x p), by columns.
    const small::M3<S>& K = link.K;
    const S twice = K.trace() + K.trace(), two(2);
    const V p = link.p + link.p;
    node.N[0] = {{twice - two * K.c0.x, -(two * K.c0.y), -(two * K.c0.z)}, {zero, -p.z, p.y}};
    node.N[1] = {{-(two * K.c1.x), twice - two * K.c1.y, -(two * K.c1.z)}, {p.z, zero, -p.x}};
    node.N[2] = {{-(two * K.c2.x), -(two * K.c2.y), twice - two * K.c2.z}, {-p.y, p.x, zero}};
    node.f = link.f;
    node.p = {{zero, zero, zero}, {zero, zero, zero}};
  }
  S definite(0);
  for (std::size_t slot = order_.size(); slot-- > 0;) {
    const Joint& joint = order_[slot];
    const Motion6& along = links[joint.joint].S_;
    Node& node = nodes_[slot];
    Row& row = rows_[slot];
    const Force6 U = node.I * along;
    const S D = dot(along, U) + joint.rotor;
    definite += Drive<S>::sign_of(S(D - joint.floor));
    const S reciprocal = S(1) / D;
    const Force6 U_D{reciprocal * U.n, reciprocal * U.f};
    const S rho[3] = {dot(along, node.N[0]), dot(along, node.N[1]), dot(along, node.N[2])};
    const S along_6[] = {along.w.x, along.w.y, along.w.z, along.v.x, along.v.y, along.v.z};
    const S U_6[] = {U_D.n.x, U_D.n.y, U_D.n.z, U_D.f.x, U_D.f.y, U_D.f.z};
    unrolled<6>([&](auto k) {
      row.along[k] = Twice(along_6[k]);
      row.U[k] = Twice(U_6[k]);
    });
    unrolled<3>([&](auto k) { row.rho[k] = Twice(reciprocal * rho[k]); });
    row.reciprocal = reciprocal;
    const std::size_t j = joint.joint;
    node.rest = tau[j] - rest_[j] - dot(along, node.f) - dot(along, node.p);
    if (joint.parent < 0) continue;
    Node& parent = nodes_[joint.parent];
    ArticulatedBody<S> freed = node.I;
    freed.subtract(U, reciprocal);
    parent.I += freed;
    for (int k = 0; k < 3; ++k) {
      parent.N[k].n += node.N[k].n - rho[k] * U_D.n;
      parent.N[k].f += node.N[k].f - rho[k] * U_D.f;
    }
    parent.f += node.f;
    parent.p.n += node.p.n + node.rest * U_D.n;
    parent.p.f += node.p.f + node.rest * U_D.f;
  }
  return definite;
}

/// Base to tips: accelerations, and with them the forces that columns begin with.
template <typename S>
void ForwardDerivativePass<S>::accelerate(S* a) {
  const V zero{S(0), S(0), S(0)};
  const Motion6 still{zero, zero};
  for (std::size_t slot = 0; slot < order_.size(); ++slot) {
    const Joint& joint = order_[slot];
    auto& link = ground_.links()[joint.joint];
    Node& node = nodes_[slot];
    const Motion6 &along = link.S_, &psid = link.psid;
    const Motion6& before = joint.parent < 0 ? still : nodes_[joint.parent].dA;
    const Row& row = rows_[slot];
    const Force6 U_D{{once(row.U[0]), once(row.U[1]), once(row.U[2])},
                     {once(row.U[3]), once(row.U[4]), once(row.U[5])}};
    const S x = row.reciprocal * node.rest - dot(before, U_D);
    a[joint.joint] = x;
    node.dA = before + x * along;
    link.psidd = link.psidd + small::cross(before, along);
    const Force6 f = node.f + (node.I * node.dA + node.p);
    const auto turned = [&](const V& d) {
      return Force6{d.x * node.N[0].n + d.y * node.N[1].n + d.z * node.N[2].n,
                    d.x * node.N[0].f + d.y * node.N[1].f + d.z * node.N[2].f};
    };
    const Force6 by_q = small::cross(along, f) + node.I * link.psidd + turned(psid.w);
    const Force6 faster = node.I * psid;
    const Force6 by_v = faster + faster + turned(along.w);
    const Motion6 &c_q = link.psidd, c_v = psid + psid;
    const V &w = psid.w, &z = along.w;
    forces_[slot] = {{{by_q.n.x, by_v.n.x},
                      {by_q.n.y, by_v.n.y},
                      {by_q.n.z, by_v.n.z},
                      {by_q.f.x, by_v.f.x},
                      {by_q.f.y, by_v.f.y},
                      {by_q.f.z, by_v.f.z}}};
    jumps_[slot] = {{{c_q.w.x, c_v.w.x},
                     {c_q.w.y, c_v.w.y},
                     {c_q.w.z, c_v.w.z},
                     {c_q.v.x, c_v.v.x},
                     {c_q.v.y, c_v.v.y},
                     {c_q.v.z, c_v.v.z}}};
    turns_[slot] = {Pair(w.x, z.x), Pair(w.y, z.y), Pair(w.z, z.z)};
  }
}

/// What acts on the columns' own links, carried to the base: two columns at a time, since one alone
/// would wait for itself.
template <typename S>
void ForwardDerivativePass<S>::inward(int first) {
  const int end = order_[first].tree_end;
  const int tree = order_[first].tree, last = std::min(first + block, end);
  // Rows that are not on a column's way have nothing left over; along a chain there are few.
  const int unset = (chain_ ? first : tree) * block;
  std::fill(rests_.begin() + unset, rests_.begin() + last * block, Pair(S(0)));
  std::fill(tau_rests_.begin() + unset, tau_rests_.begin() + last * block, S(0));
  for (int c = first; c < last; c += 2) {
    TwoColumns two;
    two.place = c - first;
    const bool alone = c + 1 == last;
    two.begin(forces_[c], forces_[alone ? c : c + 1]);
    // The second alone, until it meets the first, which is before it or beside it.
    int at_other = alone ? -1 : pass(c + 1, 1, true, two);
    int at = at_other == c ? pass_both(c, true, two) : pass(c, 0, true, two);
    if (at_other == c) at_other = at;
    while (at != at_other && at >= 0) {
      if (at > at_other) {
        at = pass(at, 0, false, two);
      } else {
        at_other = pass(at_other, 1, false, two);
      }
    }
    while (at >= 0 && at == at_other) at = at_other = pass_both(at, false, two);
  }
}

/// Takes one of two columns past a row; returns the next.
template <typename S>
int ForwardDerivativePass<S>::pass(int slot, int column, bool begins, TwoColumns& two) {
  const Row& row = rows_[slot];
  const Joint& joint = order_[slot];
  Pair rest = begins ? Pair(-S(joint.stiffness), -S(joint.viscous)) : Pair(S(0)),
       tau_rest = begins ? column == 0 ? Pair(S(1), S(0)) : Pair(S(0), S(1)) : Pair(S(0));
  Pair* t = two.t[column];
  unrolled<6>([&](auto k) {
    const Pair along = in_lanes<Pair>(row.along[k]);
    rest -= along * t[k];
    tau_rest -= along * two.by_tau[k];
  });
  // The other column is not here.
  tau_rest = column == 0 ? Pair(tau_rest.of_q(), S(0)) : Pair(S(0), tau_rest.of_v());
  unrolled<6>([&](auto k) {
    const Pair U = in_lanes<Pair>(row.U[k]);
    t[k] += U * rest;
    two.by_tau[k] += U * tau_rest;
  });
  const std::size_t place = slot * block + two.place + column;
  rests_[place] = Pair(row.reciprocal) * rest;
  tau_rests_[place] = row.reciprocal * (column == 0 ? tau_rest.of_q() : tau_rest.of_v());
  return joint.parent;
}

/// The same of both, the first of which may begin.
template <typename S>
int ForwardDerivativePass<S>::pass_both(int slot, bool begins, TwoColumns& two) {
  const Row& row = rows_[slot];
  const Joint& joint = order_[slot];
  Pair rest[2] = {begins ? Pair(-S(joint.stiffness), -S(joint.viscous)) : Pair(S(0)), Pair(S(0))};
  Pair tau_rest = begins ? Pair(S(1), S(0)) : Pair(S(0));
  unrolled<6>([&](auto k) {
    const Pair along = in_lanes<Pair>(row.along[k]);
    rest[0] -= along * two.t[0][k];
    rest[1] -= along * two.t[1][k];
    tau_rest -= along * two.by_tau[k];
  });
  unrolled<6>([&](auto k) {
    const Pair U = in_lanes<Pair>(row.U[k]);
    two.t[0][k] += U * rest[0];
    two.t[1][k] += U * rest[1];
    two.by_tau[k] += U * tau_rest;
  });
  const std::size_t place = slot * block + two.place;
  const Pair reciprocal(row.reciprocal);
  tau_rest = reciprocal * tau_rest;
  rests_[place] = reciprocal * rest[0];
  rests_[place + 1] = reciprocal * rest[1];
  tau_rests_[place] = tau_rest.of_q();
  tau_rests_[place + 1] = tau_rest.of_v();
  return joint.parent;
}

/// One row of some columns: x, and the motions of the row's link.
template <typename S>
template <bool Rest, bool Turned, typename T, int count, typename Write>
void ForwardDerivativePass<S>::step(const Joint& joint, const Row& row, T (&a)[count][6],
                                    const T* rest, const T (&turn)[count][3], Write write) {
  // All of them before any is written: compilers read a row again after every write.
  T x[count];
  unrolled<count>([&](auto b) { x[b] = Rest ? rest[b] : T(S(0)); });
  unrolled<6>([&](auto k) {
    const T U = in_lanes<T>(row.U[k]);
    unrolled<count>([&](auto b) { x[b] -= U * a[b][k]; });
  });
  if constexpr (Turned) {
    unrolled<3>([&](auto k) {
      const T rho = in_lanes<T>(row.rho[k]);
      unrolled<count>([&](auto b) { x[b] -= rho * turn[b][k]; });
    });
  }
  if (!joint.tip) {
    unrolled<6>([&](auto k) {
      const T along = in_lanes<T>(row.along[k]);
      unrolled<count>([&](auto b) { a[b][k] += along * x[b]; });
    });
  }
  unrolled<count>([&](auto b) { write(b, x[b]); });
}

template <typename S>
template <typename T, int count>
void ForwardDerivativePass<S>::begin(const Joint& joint, const std::vector<T>& kept,
                                     T (&a)[count][6]) {
  if (joint.load < 0) return;
  const T* from = kept.data() + joint.load * (count * 6);
  unrolled<count>([&](auto b) { unrolled<6>([&](auto k) { a[b][k] = from[b * 6 + k]; }); });
}
template <typename S>
template <typename T, int count>
void ForwardDerivativePass<S>::keep(const Joint& joint, const T (&a)[count][6],
                                    std::vector<T>& kept) {
  if (joint.save < 0) return;
  T* to = kept.data() + joint.save * (count * 6);
  unrolled<count>([&](auto b) { unrolled<6>([&](auto k) { to[b * 6 + k] = a[b][k]; }); });
}

template <typename S>
void ForwardDerivativePass<S>::outward(int first, const Outputs& out) {
  const int tree = order_[first].tree, end = order_[first].tree_end;
  const int offset = (first - tree) % block, last = std::min(first + together, end);
  const Pair zero(S(0));
  Pair a[together][6], turn[together][3];
  int columns[together], ends[together];
  S *dq[together], *dv[together];
  unrolled<together>([&](auto b) {
    unrolled<6>([&](auto k) { a[b][k] = zero; });
    unrolled<3>([&](auto k) { turn[b][k] = zero; });
    columns[b] = std::min(first + b, last - 1);  // the last of a tree more than once
    ends[b] = order_[columns[b]].end;
    const int joint = order_[columns[b]].joint;
    dq[b] = &out.dq(0, joint);
    dv[b] = &out.dv(0, joint);
  });
  const auto each_row = [&]<bool Rest, bool Turned>(int begin_row, int end_row) {
    for (int slot = begin_row; slot < end_row; ++slot) {
      const Joint& joint = order_[slot];
      begin(joint, kept_, a);
      if (Turned && joint.load >= 0) {  // subtrees have been left
        unrolled<together>([&](auto b) {
          if (slot >= ends[b]) unrolled<3>([&](auto k) { turn[b][k] = zero; });
        });
      }
      const std::ptrdiff_t to_q = joint.joint * out.dq.row_step,
                           to_v = joint.joint * out.dv.row_step;
      Pair rest[together];
      unrolled<together>(
          [&](auto b) { rest[b] = rests_[slot * block + offset + columns[b] - first]; });
      step<Rest, Turned>(joint, rows_[slot], a, rest, turn, [&](int b, const Pair& x) {
        dq[b][to_q] = x.of_q();
        dv[b][to_v] = x.of_v();
      });
      if (Rest && Turned) {
        unrolled<together>([&](auto b) {
          if (slot != columns[b]) return;
          unrolled<6>([&](auto k) { a[b][k] += jumps_[slot].k[k]; });
          unrolled<3>([&](auto k) { turn[b][k] = turns_[slot][k]; });
        });
      }
      keep(joint, a, kept_);
    }
  };
  each_row.template operator()<true, false>(tree, first);
  each_row.template operator()<true, true>(first, last);
  each_row.template operator()<false, true>(last, end);
}

/// The inverse of M is symmetric: rows up to the column's own.
template <typename S>
void ForwardDerivativePass<S>::outward_by_tau(int first, const Outputs& out) {
  const int tree = order_[first].tree, end = order_[first].tree_end;
  const int offset = (first - tree) % block, last = std::min(first + groups * width, end);
  constexpr int count = groups * width;
  L a[groups][6], nothing[groups][3];
  unrolled<groups>([&](auto b) { unrolled<6>([&](auto k) { a[b][k] = L(0); }); });
  int joints[count];
  for (int c = 0; c < count; ++c) joints[c] = order_[std::min(first + c, last - 1)].joint;
  const auto each_row = [&](int begin_row, int end_row, auto each_column) {
    for (int slot = begin_row; slot < end_row; ++slot) {
      const Joint& joint = order_[slot];
      begin(joint, tau_kept_, a);
      L rest[groups];
      __builtin_memcpy(rest, tau_rests_.data() + slot * block + offset, sizeof rest);
      S x[count];
      step<true, false>(joint, rows_[slot], a, rest, nothing, [&](int b, const L& some) {
        __builtin_memcpy(x + b * width, &some, sizeof some);
      });
      const Cross<S> cross(out.dtau, joint.joint);
      each_column(slot, [&](int c) { cross.set(joints[c], x[c], x[c]); });
      keep(joint, a, tau_kept_);
    }
  };
  const int columns = last - first;
  each_row(tree, first, [&](int, auto set) {
    if (columns == count) return unrolled<count>(set);
    for (int c = 0; c < columns; ++c) set(c);
  });
  each_row(first, last, [&](int slot, auto set) {
    for (int c = slot - first; c < columns; ++c) set(c);
  });
}

/// Between joints that have nothing but the base in common.
template <typename S>
void ForwardDerivativePass<S>::write_zeros(const Outputs& out) const {
  for (const Joint& row : order_) {
    for (const Joint& column : order_) {
      if (row.tree == column.tree) continue;
      const int i = row.joint, j = column.joint;
      out.dq(i, j) = out.dv(i, j) = out.dtau(i, j) = S(0);
    }
  }
}

}  // namespace alembert
