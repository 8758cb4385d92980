#include "kernel/tensor_pass.hpp"

#include <algorithm>

#include "kernel/add_cross.hpp"

namespace alembert {

namespace {

/// Adds E times a motion, with E as in weighted_hessian_impl.hpp.
void add_curvature(const small::Sym3<double>& E, const small::V3<double>& momentum,
                   const small::Motion6<double>& a, small::Force6<double>& sum) {
  sum.n += E * a.w;
  add_cross(a.v, momentum, sum.n);
  add_cross(momentum, a.w, sum.f);
}

/// -a x* f.
small::Force6<double> against(const small::Motion6<double>& a, const small::Force6<double>& f) {
  small::Force6<double> sum{cross(f.n, a.w), cross(f.f, a.w)};
  add_cross(f.f, a.v, sum.n);
  return sum;
}

}  // namespace

TensorPass::TensorPass(const Model& model)
    : pass_(model),
      links_(pass_.links()),
      before_(links_.size()),
      behind_(links_.size()),
      columns_(links_.size()),
      ways_(links_.size()) {
  std::size_t all = 0, deepest = 0;
  for (int j = 0; j < model.joint_count(); ++j) {
    chain_ &= model.joint(j).parent == j - 1;
    for (int i = j; i >= 0; i = model.joint(i).parent) {
      behind_[index(i)].push_back(j);
      if (i != j) before_[index(j)].push_back(i);
    }
    Way& way = ways_[index(j)];
    way.joints.assign(before_[index(j)].rbegin(), before_[index(j)].rend());
    way.joints.push_back(j);
    deepest = std::max(deepest, way.joints.size());
  }
  // Ways along a chain are the beginnings of one. A register may begin at any joint: what it reads
  // beyond the last one is of no matter.
  for (Way& way : ways_) {
    if (!chain_) way.first = all;
    if (!chain_) all += way.joints.size();
  }
  stride_ = (chain_ ? deepest : all) + P::width;
  components_.assign(18 * stride_, 0.0);
  for (auto* row :
       {&rows_.qq, &rows_.vv, &rows_.qv_column, &rows_.qv_row, &rows_.qa_column, &rows_.qa_row}) {
    row->assign(deepest + P::width, 0.0);
  }
}

void TensorPass::run(const double* q, const double* v, const double* a,
                     SecondDerivativeTensor& out) {
  pass_.forward(q, v, a, {});
  pass_.gather();
  set_columns();
  set_ways();
  // One torque after the other: its four matrices stay near.
  for (int k = 0; k < static_cast<int>(links_.size()); ++k) {
    if (!chain_) {  // along a chain every entry is written
      for (auto* tensor : {&out.qq, &out.qv, &out.vv, &out.qa}) (*tensor)[index(k)].setZero();
    }
    const std::size_t place = ways_[index(k)].joints.size();
    for (const int j : behind_[index(k)]) {
      const Way& way = ways_[index(j)];
      if (j == k) {
        multiply(way, of_deeper(j, k), way.joints.size());
      } else {
        multiply(way, of_shallower(j, k), place);
      }
      write(way, j, k, out);
    }
    for (const int j : before_[index(k)]) {
      const Way& way = ways_[index(j)];
      multiply(way, of_deeper(j, k), way.joints.size());
      write(way, j, k, out);
    }
  }
}

auto TensorPass::curvature_of(const small::Body6<double>& body, const Motion6& S) -> Sym3 {
  const small::M3<double> Z = field_moment(body, S);
  const double twice = Z.trace() + Z.trace();
  return {Z.c0.x + Z.c0.x - twice, Z.c1.y + Z.c1.y - twice, Z.c2.z + Z.c2.z - twice,
          Z.c0.y + Z.c1.x,         Z.c0.z + Z.c2.x,         Z.c1.z + Z.c2.y};
}

auto TensorPass::times(const Column& column, const small::Body6<double>& body, const Motion6& a)
    -> Force6 {
  return {column.I * a.w + cross(body.h, a.v), body.m * a.v - cross(body.h, a.w)};
}

void TensorPass::set_columns() {
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    const Pass::Link& link = links_[j];
    Column& column = columns_[j];
    const Sym3& J = link.body.J;
    column.I = {J.yy + J.zz, J.xx + J.zz, J.xx + J.yy, -J.xy, -J.xz, -J.yz};
    const small::M3<double>& K = link.K;
    const double twice = K.trace() + K.trace();
    column.W = {{twice - 2.0 * K.c0.x, -2.0 * K.c1.x, -2.0 * K.c2.x},
                {-2.0 * K.c0.y, twice - 2.0 * K.c1.y, -2.0 * K.c2.y},
                {-2.0 * K.c0.z, -2.0 * K.c1.z, twice - 2.0 * K.c2.z}};
    column.Q = link.p + link.p;
    const Force6 Ipsid = times(column, link.body, link.psid);
    column.IS = times(column, link.body, link.S_);
    column.t2 =
        link.coriolis(link.psid.w) + times(column, link.body, link.psidd) + cross(link.S_, link.f);
    column.t3 = link.coriolis(link.S_.w) + Ipsid + Ipsid;
    column.u = column.W * link.S_.w + cross(column.Q, link.S_.v);
    column.E = curvature_of(link.body, link.S_);
  }
}

void TensorPass::set_ways() {
  if (chain_) {
    for (int i = 0; i < static_cast<int>(links_.size()); ++i) set_place(i, components_.data() + i);
    return;
  }
  for (const Way& way : ways_) {
    double* place = components_.data() + way.first;
    for (const int i : way.joints) set_place(i, place++);
  }
}

void TensorPass::set_place(int joint, double* place) const {
  const Pass::Link& link = links_[index(joint)];
  for (const Motion6* m : {&link.S_, &link.psid, &link.psidd}) {
    for (const double x : {m->w.x, m->w.y, m->w.z, m->v.x, m->v.y, m->v.z}) {
      *place = x;
      place += stride_;
    }
  }
}

/// k is j or behind it: all that L moves is behind j, and the sums are k's own.
auto TensorPass::of_deeper(int j, int k) const -> Factors {
  const Pass::Link& link = links_[index(j)];
  const Column& deep = columns_[index(k)];
  const V zero{0.0, 0.0, 0.0};
  Factors by;
  by.cA = cross(link.S_, deep.IS);
  by.cv = {cross(link.S_.w, deep.u), zero};
  add_curvature(deep.E, deep.IS.f, link.psid, by.cv);
  add_cross(link.psid, deep.IS, by.cv);
  by.ev = by.cA;
  add_curvature(deep.E, deep.IS.f, link.S_, by.ev);
  by.g2 = by.g3 = by.gI = {zero, zero};
  return by;
}

/// k is before j: everything behind j moves with S_k.
auto TensorPass::of_shallower(int j, int k) const -> Factors {
  const Pass::Link& link = links_[index(j)];
  const Motion6& S = links_[index(k)].S_;
  const Column& mine = columns_[index(j)];
  const V zero{0.0, 0.0, 0.0};
  const Force6 mu = times(mine, link.body, S);
  const Sym3 E = curvature_of(link.body, S);
  const Motion6 psil = cross(S, link.S_);
  const Force6 turned = cross(link.S_, mu);
  V beta = mine.W * S.w;
  add_cross(mine.Q, S.v, beta);
  Factors by;
  by.cA = turned + times(mine, link.body, psil);
  by.cv = {mine.W * psil.w, zero};
  add_cross(mine.Q, psil.v, by.cv.n);
  add_cross(link.S_.w, beta, by.cv.n);
  add_curvature(E, mu.f, link.psid, by.cv);
  add_cross(link.psid, mu, by.cv);
  by.ev = turned;
  add_curvature(E, mu.f, link.S_, by.ev);
  by.g2 = against(S, mine.t2);
  by.g3 = against(S, mine.t3);
  by.gI = against(S, mine.IS);
  return by;
}

/// Products with the joints of a way; from place `behind` on, those behind k.
void TensorPass::multiply(const Way& way, const Factors& by, std::size_t behind) {
  using Motions = small::Motion6<P>;
  const double* components = components_.data() + way.first;
  // Of S (0), psid (6) or psidd (12), from place i on.
  const auto load = [&](std::size_t first, std::size_t i) {
    const auto one = [&](std::size_t k) {
      P x;
      std::memcpy(&x, components + (first + k) * stride_ + i, sizeof x);
      return x;
    };
    return Motions{{one(0), one(1), one(2)}, {one(3), one(4), one(5)}};
  };
  // There are enough of them side by side: each may wait for itself.
  const auto dot = [](const Motions& x, const Force6& f) {
    return P(f.n.x) * x.w.x + P(f.n.y) * x.w.y + P(f.n.z) * x.w.z + P(f.f.x) * x.v.x +
           P(f.f.y) * x.v.y + P(f.f.z) * x.v.z;
  };
  const auto add = [](P sum, const Motions& x, const Force6& f) {
    sum += P(f.n.x) * x.w.x;
    sum += P(f.n.y) * x.w.y;
    sum += P(f.n.z) * x.w.z;
    sum += P(f.f.x) * x.v.x;
    sum += P(f.f.y) * x.v.y;
    sum += P(f.f.z) * x.v.z;
    return sum;
  };
  const auto store = [](const P& x, double* to) { std::memcpy(to, &x, sizeof x); };
  const std::size_t count = way.joints.size();
  constexpr std::size_t step = P::width;
  double *qq = rows_.qq.data(), *qv = rows_.qv_column.data();
  for (std::size_t i = 0; i < count; i += step) {
    const Motions S = load(0, i), psid = load(6, i), psidd = load(12, i);
    const P along = dot(psid, by.cA), of_q = add(dot(psidd, by.cA), psid, by.cv);
    const P of_v = dot(S, by.ev), column = dot(psid, by.ev), row = add(along + along, S, by.cv);
    const P of_a = dot(S, by.cA);
    store(of_q, qq + i);
    store(of_v, rows_.vv.data() + i);
    store(column, qv + i);
    store(row, rows_.qv_row.data() + i);
    store(of_a, rows_.qa_row.data() + i);
    store(P(0), rows_.qa_column.data() + i);
  }
  for (std::size_t i = behind; i < count; i += step) {
    const Motions S = load(0, i);
    P of_q, column;
    std::memcpy(&of_q, qq + i, sizeof of_q);
    std::memcpy(&column, qv + i, sizeof column);
    const P of_a = dot(S, by.gI);
    store(add(of_q, S, by.g2), qq + i);
    store(add(column, S, by.g3), qv + i);
    store(of_a, rows_.qa_column.data() + i);
  }
}

void TensorPass::write(const Way& way, int j, int k, SecondDerivativeTensor& out) const {
  const std::size_t n = columns_.size(), row = index(j), column = index(j) * n;
  double *qq = out.qq[index(k)].data(), *qv = out.qv[index(k)].data(),
         *vv = out.vv[index(k)].data(), *qa = out.qa[index(k)].data();
  for (std::size_t place = 0; place < way.joints.size(); ++place) {
    const std::size_t i = index(way.joints[place]), mirrored = i * n + row;
    // The diagonal belongs to columns, which come last.
    qv[mirrored] = rows_.qv_row[place];
    qa[mirrored] = rows_.qa_row[place];
    qq[mirrored] = rows_.qq[place];
    vv[mirrored] = rows_.vv[place];
    qq[column + i] = rows_.qq[place];
    vv[column + i] = rows_.vv[place];
    qv[column + i] = rows_.qv_column[place];
    qa[column + i] = rows_.qa_column[place];
  }
}

}  // namespace alembert
