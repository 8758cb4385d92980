#include "kernel/tensor_pass.hpp"

#include "kernel/add_cross.hpp"

namespace alembert {

TensorPass::TensorPass(const Model& model)
    : coupling_(model),
      values_(model),
      pass_(model),
      links_(pass_.links()),
      coupled_(model.coupled()),
      paths_(links_.size()),
      behind_(paths_.size()),
      joints_of_(model.dofs()),
      moving_(paths_.size()) {
  for (std::size_t c = 0; c < paths_.size(); ++c) {
    const ModelJoint& joint = model.joint(static_cast<int>(c));
    chain_ &= joint.parent == static_cast<int>(c) - 1;
    joints_of_[joint.coordinate].push_back(c);
    Path& path = paths_[c];
    if (joint.parent >= 0) path = paths_[joint.parent];
    path.slots.push_back({joint.coordinate, joint.coordinate * model.dofs()});
    path.ratio = joint.ratio;
    pairs_.emplace_back(packs(path.slots.size()));
    for (int k = static_cast<int>(c); k >= 0; k = model.joint(k).parent) {
      behind_[k].push_back(c);
      paths_[k].leaf = c;
    }
  }
  for (const Path& path : paths_) moving_[path.leaf].resize(packs(paths_[path.leaf].slots.size()));
}

void TensorPass::run(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads,
                     SecondDerivativeTensor& out) {
  values_.set(coupling_, q, v, a);
  pass_.forward(values_.x.data(), values_.rate.data(), values_.acceleration.data(), loads);
  pass_.gather();
  set_joints();
  set_pairs();
  // One torque after the other: its four matrices stay near.
  for (std::size_t t = 0; t < joints_of_.size(); ++t) {
    double* matrices[4];
    double** matrix = matrices;
    for (auto* tensor : {&out.qq, &out.qv, &out.vv, &out.qa}) {
      if (!chain_ || coupled_) (*tensor)[t].setZero();  // along a chain every entry is written
      *matrix++ = (*tensor)[t].data();
    }
    const auto [qq, qv, vv, qa] = matrices;
    for (const std::size_t k : joints_of_[t]) {
      if (coupled_) {
        set_torque<true>(k, {qq, qv, vv, qa});
      } else {
        set_torque<false>(k, {qq, qv, vv, qa});
      }
    }
  }
}

/// What moves joints, for each unit of their coordinates.
void TensorPass::set_joints() {
  for (std::size_t j = 0; j < links_.size(); ++j) {
    for (auto* motion : {&links_[j].S_, &links_[j].psid, &links_[j].psidd}) {
      *motion = paths_[j].ratio * *motion;
    }
  }
  for (std::size_t leaf = 0; leaf < links_.size(); ++leaf) {
    if (paths_[leaf].leaf != leaf) continue;
    std::size_t j = leaf;
    for (std::size_t place = paths_[leaf].slots.size(); place-- > 0;) {
      const Pass::Link& link = links_[j];
      put(Moving<double>{link.S_, link.psid, link.psidd}, static_cast<int>(place % P::width),
          moving_[leaf][place / P::width]);
      j = static_cast<std::size_t>(link.parent);
    }
  }
}

auto TensorPass::change_by(const Pass::Link& link) -> Change<double> {
  const auto& [w, v] = link.S_;
  const small::M3<double>& K = link.K;
  const auto Ipsid = link.body * link.psid;
  Change<double> change;
  change.IS = link.body * link.S_;
  change.t2 = link.displaced(link.S_, link.psid, link.psidd);
  change.t3 = link.coriolis(w) + Ipsid + Ipsid;
  change.u = link.coriolis_transposed(link.S_);
  const small::M3<double> Z = field_moment(link.body, link.S_);
  const double twice = Z.trace() + Z.trace();
  change.J = {twice - 2.0 * Z.c0.x, twice - 2.0 * Z.c1.y, twice - 2.0 * Z.c2.z,
              -(Z.c0.y + Z.c1.x),   -(Z.c0.z + Z.c2.x),   -(Z.c1.z + Z.c2.y)};
  // Velocities turn and psid is added, places are displaced.
  small::M3<double> D = field_moment(link.body, link.psid);
  D += {cross(w, K.c0), cross(w, K.c1), cross(w, K.c2)};
  D += {w.y * K.c2 - w.z * K.c1, w.z * K.c0 - w.x * K.c2, w.x * K.c1 - w.y * K.c0};
  add_outer(D, link.p, v);
  const double all = D.trace() + D.trace();
  change.W = {-2.0 * D.c0, -2.0 * D.c1, -2.0 * D.c2};
  change.W.c0.x += all;
  change.W.c1.y += all;
  change.W.c2.z += all;
  change.Q = 2.0 * (cross(w, link.p) + Ipsid.f);
  return change;
}

void TensorPass::set_pair(const Moving<P>& b, const Change<P>& c, Pair<P>& pair) {
  const small::V3<P>& h = c.IS.f;
  const auto hv = cross(h, b.S.v), hpsid = cross(h, b.psid.v), Jpsid = c.J * b.psid.w,
             turned = cross(b.psid.w, c.IS.n), across = cross(b.psid.w, h);
  pair.changed = c.J * b.S.w + hv;
  pair.carried = cross(b.S.w, c.IS.n) - hv;
  pair.force = cross(b.S.w, h);
  pair.by_rate = transpose_times(c.W, b.S.w) + cross(c.Q, b.S.v);
  pair.by_entering = turned - Jpsid - hpsid - hpsid + cross(b.S.w, c.u);
  small::Force6<P> t2{c.W * b.psid.w + c.J * b.psidd.w + cross(h, b.psidd.v),
                      cross(b.psid.w, c.Q) + cross(b.psidd.w, h)};
  add_cross(b.S, c.t2, t2);
  pair.t2 = t2;
  small::Force6<P> t3{Jpsid + turned, across + across};
  add_cross(b.S, c.t3, t3);
  pair.t3 = t3;
}

void TensorPass::set_pairs() {
  for (std::size_t c = 0; c < links_.size(); ++c) {
    const Change<double> change = change_by(links_[c]);
    const auto spread_change = spread<Change<P>, 1>(reinterpret_cast<const double*>(&change));
    const Moving<P>* before = moving_[paths_[c].leaf].data();
    for (Pair<P>& pair : pairs_[c]) set_pair(*before++, spread_change, pair);
  }
}

/// The torque of joint k as a, b and c.
template <bool shared>
void TensorPass::set_torque(std::size_t k, const Torque<shared>& torque) const {
  const std::size_t place = paths_[k].place();
  for (const std::size_t c : behind_[k]) {
    set_behind(k, c, torque);
    const auto pair = at(place, pairs_[c]);
    set_before(paths_[c], place, paths_[c].place(),
               {{pair.changed, pair.force}, pair.by_rate, pair.changed - pair.carried}, torque);
  }
  for (std::size_t b = 0; b < place; ++b) {
    const auto pair = at(b, pairs_[k]);
    set_before(paths_[k], b + 1, b,
               {{pair.carried, pair.force}, pair.by_entering, pair.carried - pair.changed}, torque);
  }
}

/// Torque k as a: by c and all b between.
template <bool shared>
void TensorPass::set_behind(std::size_t k, std::size_t c, const Torque<shared>& torque) const {
  const Path& path = paths_[c];
  const std::size_t first = paths_[k].place();
  const small::Motion6<P> S = at(first, moving_[path.leaf]).S;
  for (std::size_t i = first / P::width * P::width; i <= path.place(); i += P::width) {
    const Pair<P>& pair = pairs_[c][i / P::width];
    const P force = dot(S.v, pair.force), t2 = dot(S, pair.t2), t3 = dot(S, pair.t3);
    const P changed = dot(S.w, pair.changed) + force, carried = dot(S.w, pair.carried) + force;
    const P vq = t3 + dot(S.w, pair.by_rate - pair.by_entering);
    torque.put(path, i, first, path.slots.size(), path.place(),
               {t2, carried + changed, t3, vq, carried, changed});
  }
}

/// The torque of b or c, by the other of them and the joints before `end`.
template <bool shared>
void TensorPass::set_before(const Path& path, std::size_t end, std::size_t other, const Factors& by,
                            const Torque<shared>& torque) const {
  for (std::size_t i = 0; i < end; i += P::width) {
    const Moving<P>& a = moving_[path.leaf][i / P::width];
    const P along = dot(a.psid, by.along);
    torque.put(
        path, i, 0, end, other,
        {dot(a.psidd, by.along) + dot(a.psid.w, by.by_psid), dot(a.S.w, by.less),
         dot(a.psid.w, by.less), dot(a.S.w, by.by_psid) + along + along, P(0), dot(a.S, by.along)});
  }
}

template <bool shared>
inline void TensorPass::Torque<shared>::put(const Path& path, std::size_t i, std::size_t first,
                                            std::size_t end, std::size_t other,
                                            const Entries& of) const {
  const Slot b = path.slots[other];
  unrolled<P::width>([&](auto l) {
    if (i + l < first || i + l >= end) return;
    const Slot a = path.slots[i + l];
    if (!shared || i + l != other) {
      put(qq, a, b, of.qq[l]);
      put(qv, a, b, of.qv[l]);
      put(vv, a, b, of.vv[l]);
      put(qa, a, b, of.qa[l]);
    }
    put(qq, b, a, of.qq[l]);
    put(qv, b, a, of.vq[l]);
    put(vv, b, a, of.vv[l]);
    put(qa, b, a, of.aq[l]);
  });
}

}  // namespace alembert
