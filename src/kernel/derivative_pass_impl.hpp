// The steps of DerivativePass; included by its header only.
#pragma once

namespace alembert {

template <typename S>
DerivativePass<S>::DerivativePass(const RegroupedModelFor<S>& model, const Eigen::Vector3d& up)
    : count_(model.joints.size()),
      order_(model, Lanes<S>::width),
      kept_(count_),
      branches_(count_),
      roots_(count_),
      twice_pd_(count_),
      psi_(count_),
      forces_(count_),
      columns_(order_.groups()),
      sines_(count_) {
  const V zero{S(0), S(0), S(0)};
  ground_ = {zero, zero, small::v3<S>(up)};
  for (const auto& joint : model.joints) {
    Joint& own = joints_.emplace_back(joint);
    p_.push_back(own.still());
    own.root = own.parent < 0 && own.motion == JointMotion::revolute;
    const auto a = own.template to_link<JointKind::any>(small::v3<double>(up), 0.0, 1.0);
    own.leans = own.root && (a.x != 0.0 || a.y != 0.0);
  }
  tell_what_is_behind(joints_);
}

template <typename S>
void DerivativePass<S>::run_flat(const S* x, const S* rate, const S* acceleration,
                                 const Outputs& out) {
  run_steps(x, rate, acceleration, out);
}

template <typename S>
void DerivativePass<S>::run_steps(const S* x, const S* rate, const S* acceleration,
                                  const Outputs& out) {
  sines_.set_unrounded(joints_, x);
  forward_all(x, rate, acceleration);
  backward_all(rate, out);
}

template <typename S>
void DerivativePass<S>::forward_all(const S* x, const S* rate, const S* acceleration) {
  LinkMotion motion = ground_;
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    if (joint.parent < 0) {
      motion = ground_;
    } else if (joint.parent != static_cast<int>(i) - 1) {
      motion = kept_[joint.parent];
    }
    with_kind<S>(joint.kind, [&]<JointKind K>() {
      if (joint.root) return forward_root<K>(joint, i, rate[i], acceleration[i], motion);
      forward<K>(joint, i, x[i], rate[i], acceleration[i], motion);
    });
    if (joint.branches) kept_[i] = motion;
  }
}

template <typename S>
template <JointKind K>
void DerivativePass<S>::forward_root(const Joint& j, std::size_t i, const S& rate,
                                     const S& acceleration, LinkMotion& motion) {
  const S zero(0);
  motion = {{zero, zero, rate},
            {zero, zero, acceleration},
            j.template to_link<K>(ground_.a, sines_.sine(i), sines_.cosine(i))};
  psi_[i].vv = {motion.a.y, -motion.a.x, zero};
}

/// `motion` is the parent's before and the link's after.
template <typename S>
template <JointKind K>
void DerivativePass<S>::forward(const Joint& j, std::size_t i, const S& x, const S& rate,
                                const S& acceleration, LinkMotion& motion) {
  const S s = sines_.sine(i), c = sines_.cosine(i), zero(0);
  V pd{zero, zero, zero};
  if (j.template slides<K>()) {
    p_[i] = j.slid(j.slide(x));
    pd = j.along_axis(j.slide(rate));
  }
  V a_p = motion.a;
  j.subtract_p_cross(p_[i], motion.w, pd);
  j.subtract_p_cross(p_[i], motion.wd, a_p);
  j.subtract_pd_cross(pd, motion.w, a_p);
  twice_pd_[i] = pd + pd;
  V w = j.template to_link<K>(motion.w, s, c), wd = j.template to_link<K>(motion.wd, s, c),
    a = j.template to_link<K>(a_p, s, c);
  if (j.template slides<K>()) {
    const S speed = j.slide(rate);
    a.x += speed * w.y;
    a.y -= speed * w.x;
    a.z += j.slide(acceleration);
  }
  set_psi<K>(j, w, wd, a, psi_[i]);
  if (j.template rotates<K>()) {
    wd.x += rate * w.y;
    wd.y -= rate * w.x;
    wd.z += acceleration;
    w.z += rate;
  }
  motion = {w, wd, a};
  forces_[i] = j.inertia.template force<K>(j, AccelerationField<S>::of(w, wd), a);
}

/// From how the parent turns, and from the acceleration of the link's origin.
template <typename S>
template <JointKind K>
void DerivativePass<S>::set_psi(const Joint& j, const V& w, const V& wd, const V& a, Psi& psi) {
  // (w, w') about z, twice applied.
  const V turning{wd.y + w.x * w.z, w.y * w.z - wd.x, -(w.x * w.x + w.y * w.y)};
  if (!j.template rotates<K>()) {
    const S zero(0);
    psi = {zero, zero, w.y, -w.x, {zero, zero, zero}, turning, w.z};
    return;
  }
  psi.wx = w.y;
  psi.wy = -w.x;
  psi.wz = w.z;
  psi.ww = turning;
  psi.vv.x = a.y;
  psi.vv.y = -a.x;
  if (j.template slides<K>()) {
    psi.vx = j.pitch * w.y;
    psi.vy = -(j.pitch * w.x);
    psi.vv.x += j.pitch * turning.x;
    psi.vv.y += j.pitch * turning.y;
    psi.vv.z = j.pitch * turning.z;
  }
}

template <typename S>
void DerivativePass<S>::backward_all(const S* rate, const Outputs& out) {
  Subtree sub{};  // of a joint, then the same seen from its parent
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    if (joint.root) {
      roots_[i] = {joint.body.J.xx + joint.body.J.yy, joint.body.h.x, joint.body.h.y, S(0)};
    } else if (joint.branches) {
      branches_[i] = Subtree{};
    }
  }
  for (std::size_t i = count_; i-- > 0;) {
    const Joint& joint = joints_[i];
    if (joint.root) {
      const int index = static_cast<int>(i);
      const V& turned = psi_[i].vv;
      const RootSums& sums = roots_[i];
      out.dq(index, index) = sums.hx * turned.y - sums.hy * turned.x;
      out.dv(index, index) = sums.Dzz;
      out.M(index, index) = sums.Izz;
      continue;
    }
    with_kind<S>(joint.kind, [&]<JointKind K>() {
      if (joint.branches && !joint.carries) sub = branches_[i];
      if (joint.branches || joint.carries) {
        sub.body += joint.body;
        sub.terms.f += forces_[i];
      } else {
        sub = {joint.body, {{}, {}, forces_[i]}};
      }
      if (joint.branches && joint.carries) sub += branches_[i];
      spin<K>(joint, rate[i], sub);
      begin_column<K>(joint, i, sub, out);
      if (joint.parent < 0) return;
      const auto parent_index = static_cast<std::size_t>(joint.parent);
      const Joint& parent = joints_[parent_index];
      if (parent.root) return end_on_root<K>(joint, i, rate[i], sub, out);
      sub.body = sub.body.template in_parent<K>(joint, joint.mass, sines_.sine(i), sines_.cosine(i),
                                                p_[i]);
      sub.terms = in_parent<K>(joint, i, rate[i], sub.terms, sub.body.h);
      const Crosses across{out, joint.parent};
      const Passage passed = passage(i);
      with_motion(parent.motion, [&]<JointKind Parent>() {
        for (int g = order_.first(i); g <= order_.last(i); ++g) {
          Columns& columns = columns_[g];
          carry<K>(joint, passed, columns);
          set_entries<Parent>(parent, psi_[parent_index], g, columns, across);
        }
      });
      if (joint.parent == static_cast<int>(i) - 1) return;
      branches_[parent_index] += sub;
    });
  }
}

/// From velocities as the link sees them to those that its parent sees: q' z x r is added to u.
template <typename S>
template <JointKind K>
void DerivativePass<S>::spin(const Joint& j, const S& rate, Subtree& sub) {
  if (!j.template rotates<K>()) return;
  const V& h = sub.body.h;
  const small::Sym3<S>& J = sub.body.J;
  const S twice = rate + rate;
  small::Full3<S>& D = sub.terms.D;
  const S xy = twice * J.xy;
  D.xx += xy;
  D.xy += twice * J.yy;
  D.xz += twice * J.yz;
  D.yx -= twice * J.xx;
  D.yy -= xy;
  D.yz -= twice * J.xz;
  sub.terms.Q.x -= twice * h.y;
  sub.terms.Q.y += twice * h.x;
}

template <typename S>
template <JointKind K>
void DerivativePass<S>::begin_column(const Joint& j, std::size_t i, const Subtree& sub,
                                     const Outputs& out) {
  const Psi& psi = psi_[i];
  const V& h = sub.body.h;
  const small::Sym3<S>& J = sub.body.J;
  const small::Full3<S>& d = sub.terms.D;
  const Force6& f = sub.terms.f;
  const S zero(0);
  const Force6 IS = sub.body.template times_joint<K>(j, j.mass);

  const S wx = psi.wx, wy = psi.wy;
  const V& vv = psi.vv;
  // Twice the parent's turning w, of which psid is w x z; it adds -2 [w]x J to D and 2 w x h to Q.
  const bool rotates = j.template rotates<K>();
  const S psid_x = rotates ? wx : psi.vx, psid_y = rotates ? wy : psi.vy;
  const S x = -(psid_y + psid_y), y = psid_x + psid_x, z = psi.wz + psi.wz;
  const S Dxx = d.xx + (z * J.xy - y * J.xz), Dxy = d.xy + (z * J.yy - y * J.yz),
          Dyx = d.yx + (x * J.xz - z * J.xx), Dyy = d.yy + (x * J.yz - z * J.xy),
          Dzx = d.zx + (y * J.xx - x * J.xy), Dzy = d.zy + (y * J.xy - x * J.yy),
          Dzz = d.zz + (y * J.xz - x * J.yz);
  const V Q{sub.terms.Q.x + (y * h.z - z * h.y), sub.terms.Q.y + (z * h.x - x * h.z),
            sub.terms.Q.z + (x * h.y - y * h.x)};
  const V& ww = psi.ww;
  const S Ixx = J.yy + J.zz, Iyy = J.xx + J.zz, Izz = J.xx + J.yy;
  Force6 t2{{Ixx * ww.x - J.xy * ww.y - J.xz * ww.z - h.z * vv.y,
             Iyy * ww.y - J.xy * ww.x - J.yz * ww.z + h.z * vv.x,
             Izz * ww.z - J.xz * ww.x - J.yz * ww.y + h.x * vv.y - h.y * vv.x},
            small::cross(ww, h)};
  if (j.mass != InertialOf<S>(0)) t2.f += S(j.mass) * vv;
  t2 += Force6{{Dxx * wx + Dxy * wy, Dyx * wx + Dyy * wy, Dzx * wx + Dzy * wy},
               {wy * Q.z, -(wx * Q.z), wx * Q.y - wy * Q.x}};
  Force6 t3{{zero, zero, zero}, {zero, zero, zero}};
  V u{zero, zero, zero};
  if (rotates) {
    t2 += Force6{{-f.n.y, f.n.x, zero}, {-f.f.y, f.f.x, zero}};
    // 2B S + 2 I psid, what is far along the axis left out: 2 int r x (w x (z x r)) dm.
    t3 = {{d.xz + (x * J.xy + y * J.yy + z * J.yz), d.yz - (x * J.xx + y * J.xy + z * J.xz), d.zz},
          {-(sub.terms.Q.y + z * h.x), sub.terms.Q.x - z * h.y, x * h.x + y * h.y}};
    u = {Dzx, Dzy, Dzz};
  }
  if (j.template slides<K>()) {
    const S along = j.slide(S(1)), vx = psi.vx + psi.vx, vy = psi.vy + psi.vy;
    t2.n.x += h.y * vv.z - along * f.f.y;
    t2.n.y += along * f.f.x - h.x * vv.z;
    t3 += Force6{{-(h.z * vy), h.z * vx, h.x * vy - h.y * vx}, {j.mass * vx, j.mass * vy, zero}};
    u.x += along * Q.y;
    u.y -= along * Q.x;
  }
  const int index = static_cast<int>(i);
  out.dq(index, index) = along_joint<K>(j, t2);
  out.dv(index, index) = along_joint<K>(j, t3);
  out.M(index, index) = along_joint<K>(j, IS);
  Columns& group = columns_[order_.last(i)];
  const int lane = order_.lane(i);
  set_lane(group.t2, lane, t2);
  set_lane(group.t3, lane, t3);
  set_lane(group.IS, lane, IS);
  set_lane(group.u, lane, u);
}

template <typename S>
template <JointKind K>
void DerivativePass<S>::end_on_root(const Joint& j, std::size_t i, const S& rate,
                                    const Subtree& sub, const Outputs& out) {
  const auto root = static_cast<std::size_t>(j.parent);
  const bool leans = joints_[root].leans;
  RootSums& sums = roots_[root];
  const LinkBody<S> body =
      sub.body.template in_parent<K>(j, j.mass, sines_.sine(i), sines_.cosine(i), p_[i]);
  sums.Izz += body.J.xx + body.J.yy;
  sums.Dzz += in_parent<K>(j, i, rate, sub.terms, body.h).D.zz;
  if (leans) {
    sums.hx += body.h.x;
    sums.hy += body.h.y;
  }
  const Crosses across{out, j.parent};
  const V& turned = psi_[root].vv;
  const auto [s, c, p, twice_pd] = passage(i);
  for (int g = order_.first(i); g <= order_.last(i); ++g) {
    const Columns& columns = columns_[g];
    const small::V3<L> force = j.template to_parent<K>(columns.IS.f, s, c);
    L by_root(0), faster = j.template z_to_parent<K>(columns.u, s, c);
    if (j.py) faster += twice_pd.x * force.y;
    if (j.px) faster -= twice_pd.y * force.x;
    if (leans) by_root = L(turned.x) * force.x + L(turned.y) * force.y;
    set_group(g, across,
              {j.template z_moment_to_parent<K>(columns.t2, s, c, p), by_root,
               j.template z_moment_to_parent<K>(columns.t3, s, c, p), faster,
               j.template z_moment_to_parent<K>(columns.IS, s, c, p)});
  }
}

template <typename S>
void DerivativePass<S>::set_group(int group, const Crosses& across, const Entries& e) const {
  order_.template for_each_joint<Lanes<S>::width>(group, [&](int k, int lane) {
    across.dq.set(k, lane_of<S>(e.dq_row, lane), lane_of<S>(e.dq_column, lane));
    across.dv.set(k, lane_of<S>(e.dv_row, lane), lane_of<S>(e.dv_column, lane));
    const S mass = lane_of<S>(e.M, lane);
    across.M.set(k, mass, mass);
  });
}

template <typename S>
template <JointKind K>
auto DerivativePass<S>::in_parent(const Joint& j, std::size_t i, const S& rate,
                                  const SubtreeTerms& terms, V h) const -> SubtreeTerms {
  const S s = sines_.sine(i), c = sines_.cosine(i);
  const V& p = p_[i];
  SubtreeTerms seen{j.template to_parent<K>(terms.D, s, c), j.template to_parent<K>(terms.Q, s, c),
                    j.template to_parent<K>(terms.f, s, c, p)};
  // int u (r + p)^T dm = int u r^T dm + (int u dm) p^T.
  small::Full3<S>& D = seen.D;
  const V& Q = seen.Q;
  if (j.px) {
    const S along = p.x * Q.x;
    D.yy += along;
    D.zz += along;
    D.yx -= p.x * Q.y;
    D.zx -= p.x * Q.z;
  }
  if (j.py) {
    const S along = p.y * Q.y;
    D.xx += along;
    D.zz += along;
    D.xy -= p.y * Q.x;
    D.zy -= p.y * Q.z;
  }
  if (j.pz) {
    const S along = p.z * Q.z;
    D.xx += along;
    D.yy += along;
    D.xz -= p.z * Q.x;
    D.yz -= p.z * Q.y;
  }
  if (j.template slides<K>()) add_sliding(j.along_axis(j.slide(S(rate + rate))), j.mass, h, seen);
  return seen;
}

/// The link moves along its axis, as its parent sees it: int v r^T dm = v h^T.
template <typename S>
void DerivativePass<S>::add_sliding(const V& twice, const InertialOf<S>& mass, const V& h,
                                    SubtreeTerms& terms) {
  const S x = twice.x * h.x, y = twice.y * h.y, z = twice.z * h.z;
  small::Full3<S>& D = terms.D;
  D += small::Full3<S>{y + z, -(twice.x * h.y), -(twice.x * h.z), -(twice.y * h.x),
                       x + z, -(twice.y * h.z), -(twice.z * h.x), -(twice.z * h.y),
                       x + y};
  terms.Q += S(mass) * twice;
}

template <typename S>
auto DerivativePass<S>::passage(std::size_t i) const -> Passage {
  const V &p = p_[i], &pd = twice_pd_[i];
  return {L(sines_.sine(i)),
          L(sines_.cosine(i)),
          {L(p.x), L(p.y), L(p.z)},
          {L(pd.x), L(pd.y), L(pd.z)}};
}

template <typename S>
template <JointKind K>
void DerivativePass<S>::carry(const Joint& j, const Passage& passage, Columns& columns) {
  const auto& [s, c, p, twice_pd] = passage;
  columns.t2 = j.template to_parent<K>(columns.t2, s, c, p);
  columns.t3 = j.template to_parent<K>(columns.t3, s, c, p);
  columns.IS = j.template to_parent<K>(columns.IS, s, c, p);
  // 2 int r' · (d x pd) dm of a turn d and the joint's field r' is d · (2 pd x IS.f).
  small::V3<L> u = j.template to_parent<K>(columns.u, s, c);
  j.add_pd_cross(twice_pd, columns.IS.f, u);
  columns.u = u;
}

template <typename S>
template <JointKind Parent>
void DerivativePass<S>::set_entries(const Joint& parent, const Psi& psi, int group,
                                    const Columns& columns, const Crosses& across) const {
  const small::Force6<L>& IS = columns.IS;
  const small::V3<L>& u = columns.u;
  const L wx(psi.wx), wy(psi.wy);
  L turned = L(psi.ww.x) * IS.n.x + L(psi.ww.y) * IS.n.y + L(psi.ww.z) * IS.n.z +
             L(psi.vv.x) * IS.f.x + L(psi.vv.y) * IS.f.y + wx * u.x + wy * u.y;
  L faster = (wx + wx) * IS.n.x + (wy + wy) * IS.n.y;
  if (parent.template slides<Parent>()) {
    const L along = L(psi.vx) * IS.f.x + L(psi.vy) * IS.f.y;
    turned += L(psi.vv.z) * IS.f.z;
    faster += along + along;
  }
  if (parent.template rotates<Parent>()) faster += u.z;
  set_group(group, across,
            {along_joint<Parent>(parent, columns.t2), turned,
             along_joint<Parent>(parent, columns.t3), faster, along_joint<Parent>(parent, IS)});
}

}  // namespace alembert
