// The steps of DerivativePass; included by its header only.
#pragma once

namespace alembert {

template <typename S>
DerivativePass<S>::DerivativePass(const RegroupedModel& model, const Eigen::Vector3d& up)
    : count_(model.joints.size()),
      order_(model, Lanes<S>::width),
      kept_(count_),
      branches_(count_),
      roots_(count_),
      psi_(count_),
      flows_(count_),
      columns_(static_cast<std::size_t>(order_.groups())),
      sines_(count_) {
  const V zero{S(0), S(0), S(0)};
  ground_ = {zero, zero, zero, small::v3<S>(up)};
  for (const RegroupedJoint& joint : model.joints) {
    Joint& own = joints_.emplace_back(joint);
    p_.push_back(own.still());
    own.root = own.parent < 0 && own.motion == JointMotion::revolute;
    const auto a = own.template to_link<JointKind::any>(small::v3<double>(up), 0.0, 1.0);
    own.leans = own.root && (a.x != 0.0 || a.y != 0.0);
  }
  for (std::size_t i = count_; i-- > 0;) {
    if (joints_[i].parent < 0) continue;
    const auto parent = static_cast<std::size_t>(joints_[i].parent);
    joints_[parent].mass += joints_[i].mass;
    (parent + 1 == i ? joints_[parent].carries : joints_[parent].branches) = true;
  }
}

template <typename S>
void DerivativePass<S>::run_flat(const S* x, const S* rate, const S* acceleration,
                                 const Outputs& out) {
  run_steps(x, rate, acceleration, out);
}

template <typename S>
void DerivativePass<S>::run_steps(const S* x, const S* rate, const S* acceleration,
                                  const Outputs& out) {
  sines_.set(joints_, x);
  forward_all(x, rate, acceleration);
  backward_all(out);
}

template <typename S>
void DerivativePass<S>::forward_all(const S* x, const S* rate, const S* acceleration) {
  LinkMotion motion = ground_;
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    if (joint.parent < 0) {
      motion = ground_;
    } else if (joint.parent != static_cast<int>(i) - 1) {
      motion = kept_[static_cast<std::size_t>(joint.parent)];
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
            {zero, zero, zero},
            {zero, zero, acceleration},
            j.template to_link<K>(ground_.a, sines_.sine(i), sines_.cosine(i))};
  psi_[i].vv = {motion.a.y, -motion.a.x, zero};
}

/// `motion` is the parent's before and the link's after.
template <typename S>
template <JointKind K>
void DerivativePass<S>::forward(const Joint& j, std::size_t i, const S& x, const S& rate,
                                const S& acceleration, LinkMotion& motion) {
  const S s = sines_.sine(i), c = sines_.cosine(i);
  if (j.template slides<K>()) p_[i] = j.slid(j.slide(x));
  V v = motion.v, a = motion.a;
  j.subtract_p_cross(p_[i], motion.w, v);
  j.subtract_p_cross(p_[i], motion.wd, a);
  LinkMotion own{j.template to_link<K>(motion.w, s, c), j.template to_link<K>(v, s, c),
                 j.template to_link<K>(motion.wd, s, c), j.template to_link<K>(a, s, c)};
  const Psi psi = psi_of<K>(j, own);
  if (j.template rotates<K>()) {
    own.w.z += rate;
    own.wd.x += rate * psi.wx;
    own.wd.y += rate * psi.wy;
    own.wd.z += acceleration;
  }
  if (j.template slides<K>()) {
    own.v.z += j.slide(rate);
    own.a.z += j.slide(acceleration);
  }
  own.a.x += rate * psi.vx;
  own.a.y += rate * psi.vy;
  psi_[i] = psi;
  flows_[i] = own_flow<K>(j, own);
  motion = own;
}

template <typename S>
template <JointKind K>
auto DerivativePass<S>::psi_of(const Joint& j, const LinkMotion& in) -> Psi {
  const V &w = in.w, &v = in.v;
  const S zero(0);
  // (w, w') about z, twice applied, and the same for v.
  const V turning{in.wd.y + w.x * w.z, w.y * w.z - in.wd.x, -(w.x * w.x + w.y * w.y)};
  if (!j.template rotates<K>()) {
    return {zero, zero, w.y, -w.x, {zero, zero, zero}, turning};
  }
  const S across = w.x * v.x + w.y * v.y;
  Psi psi{w.y,
          -w.x,
          v.y,
          -v.x,
          turning,
          {in.a.y + v.x * w.z + w.x * v.z, v.y * w.z + w.y * v.z - in.a.x, -(across + across)}};
  if (j.template slides<K>()) {
    psi.vx += j.pitch * w.y;
    psi.vy -= j.pitch * w.x;
    psi.vv += S(j.pitch) * turning;
  }
  return psi;
}

/// D = 2 ((v · h) E - v h^T - [w]x J), Q = 2 (m v + w x h), f the inertia force.
template <typename S>
template <JointKind K>
auto DerivativePass<S>::own_flow(const Joint& j, const LinkMotion& motion) -> Flow {
  const V &w = motion.w, &v = motion.v;
  const LinkInertia<S>& t = j.twice;
  const S vxhx = v.x * t.hx, vyhy = v.y * t.hy;
  Flow flow;
  flow.D = {vyhy - w.y * t.Jxz + w.z * t.Jxy,
            w.z * t.Jyy - w.y * t.Jyz - v.x * t.hy,
            w.z * t.Jyz,
            w.x * t.Jxz - w.z * t.Jxx - v.y * t.hx,
            vxhx - w.z * t.Jxy + w.x * t.Jyz,
            -(w.z * t.Jxz),
            w.y * t.Jxx - w.x * t.Jxy - v.z * t.hx,
            w.y * t.Jxy - w.x * t.Jyy - v.z * t.hy,
            vxhx + vyhy - w.x * t.Jyz + w.y * t.Jxz};
  flow.Q = {-(w.z * t.hy), w.z * t.hx, w.x * t.hy - w.y * t.hx};
  if (j.template slides<K>()) {
    const S vzhz = v.z * t.hz;
    flow.D.xx += vzhz;
    flow.D.yy += vzhz;
    flow.D.xz -= v.x * t.hz + w.y * t.Jzz;
    flow.D.yz -= v.y * t.hz - w.x * t.Jzz;
    flow.Q.x += w.y * t.hz;
    flow.Q.y -= w.x * t.hz;
    flow.Q += S(t.m) * v;
  }
  flow.f = j.inertia.template force<K>(j, AccelerationField<S>::of(w, motion.wd),
                                       motion.a + small::cross(w, v));
  return flow;
}

template <typename S>
void DerivativePass<S>::backward_all(const Outputs& out) {
  Subtree sub{};  // of a joint, then the same seen from its parent
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    if (joint.root) {
      roots_[i] = {joint.body.I.zz, joint.body.h.x, joint.body.h.y, S(0)};
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
      if (joint.carries) {
        sub.body += joint.body;
        sub.flow += flows_[i];
      } else {
        sub = {joint.body, flows_[i]};
      }
      if (joint.branches) {
        sub.body += branches_[i].body;
        sub.flow += branches_[i].flow;
      }
      begin_column<K>(joint, i, sub, out);
      if (joint.parent < 0) return;
      const auto parent_index = static_cast<std::size_t>(joint.parent);
      const Joint& parent = joints_[parent_index];
      if (parent.root) return end_on_root<K>(joint, i, sub, out);
      sub.body = sub.body.template in_parent<K>(joint, joint.mass, sines_.sine(i), sines_.cosine(i),
                                                p_[i]);
      sub.flow = in_parent<K>(joint, i, sub.flow);
      const Crosses across{out, joint.parent};
      with_motion(parent.motion, [&]<JointKind Parent>() {
        for (int g = order_.first(i); g <= order_.last(i); ++g) {
          Columns& columns = columns_[static_cast<std::size_t>(g)];
          carry<K>(joint, i, columns);
          set_entries<Parent>(parent, psi_[parent_index], g, columns, across);
        }
      });
      if (joint.parent == static_cast<int>(i) - 1) return;
      branches_[parent_index].body += sub.body;
      branches_[parent_index].flow += sub.flow;
    });
  }
}

template <typename S>
template <JointKind K>
void DerivativePass<S>::begin_column(const Joint& j, std::size_t i, const Subtree& sub,
                                     const Outputs& out) {
  const Psi& psi = psi_[i];
  const V& h = sub.body.h;
  const small::Sym3<S>& I = sub.body.I;
  const small::Full3<S>& D = sub.flow.D;
  const V& Q = sub.flow.Q;
  const Force6& f = sub.flow.f;
  const S zero(0);
  const Force6 IS = sub.body.template times_joint<K>(j, j.mass);

  const S wx = psi.wx, wy = psi.wy, vx = psi.vx, vy = psi.vy;
  Force6 Ipsid{{I.xx * wx + I.xy * wy - h.z * vy, I.xy * wx + I.yy * wy + h.z * vx,
                I.xz * wx + I.yz * wy + h.x * vy - h.y * vx},
               {h.z * wy, -(h.z * wx), h.y * wx - h.x * wy}};
  Force6 t2{I * psi.ww + small::cross(h, psi.vv), small::cross(psi.ww, h)};
  if (j.mass != ConstantOf<S>(0)) {
    Ipsid.f.x += j.mass * vx;
    Ipsid.f.y += j.mass * vy;
    t2.f += S(j.mass) * psi.vv;
  }
  t2 += Force6{{D.xx * wx + D.xy * wy, D.yx * wx + D.yy * wy, D.zx * wx + D.zy * wy},
               {wy * Q.z, -(wx * Q.z), wx * Q.y - wy * Q.x}};
  Force6 t3 = Ipsid + Ipsid;
  V u{zero, zero, zero};
  if (j.template rotates<K>()) {
    t2 += Force6{{-f.n.y, f.n.x, zero}, {-f.f.y, f.f.x, zero}};
    t3 += Force6{{D.xz, D.yz, D.zz}, {-Q.y, Q.x, zero}};
    u = {D.zx, D.zy, D.zz};
  }
  if (j.template slides<K>()) {
    const S d = j.slide(S(1));
    t2.n.x -= d * f.f.y;
    t2.n.y += d * f.f.x;
    u.x += d * Q.y;
    u.y -= d * Q.x;
  }
  const int index = static_cast<int>(i);
  out.dq(index, index) = along_joint<K>(j, t2);
  out.dv(index, index) = along_joint<K>(j, t3);
  out.M(index, index) = along_joint<K>(j, IS);
  Columns& group = columns_[static_cast<std::size_t>(order_.last(i))];
  const int lane = order_.lane(i);
  set_lane(group.t2, lane, t2);
  set_lane(group.t3, lane, t3);
  set_lane(group.IS, lane, IS);
  set_lane(group.u, lane, u);
}

template <typename S>
template <JointKind K>
void DerivativePass<S>::end_on_root(const Joint& j, std::size_t i, const Subtree& sub,
                                    const Outputs& out) {
  const auto root = static_cast<std::size_t>(j.parent);
  const bool leans = joints_[root].leans;
  const S sine = sines_.sine(i), cosine = sines_.cosine(i);
  RootSums& sums = roots_[root];
  const LinkBody<S> body = sub.body.template in_parent<K>(j, j.mass, sine, cosine, p_[i]);
  sums.Izz += body.I.zz;
  sums.Dzz += in_parent<K>(j, i, sub.flow).D.zz;
  if (leans) {
    sums.hx += body.h.x;
    sums.hy += body.h.y;
  }
  const Crosses across{out, j.parent};
  const V& turned = psi_[root].vv;
  const L s(sine), c(cosine);
  const small::V3<L> p{L(p_[i].x), L(p_[i].y), L(p_[i].z)};
  for (int g = order_.first(i); g <= order_.last(i); ++g) {
    const Columns& columns = columns_[static_cast<std::size_t>(g)];
    L by_root(0);
    if (leans) {
      const small::V3<L> force = j.template to_parent<K>(columns.IS.f, s, c);
      by_root = L(turned.x) * force.x + L(turned.y) * force.y;
    }
    set_group(g, across,
              {j.template z_moment_to_parent<K>(columns.t2, s, c, p), by_root,
               j.template z_moment_to_parent<K>(columns.t3, s, c, p),
               j.template z_to_parent<K>(columns.u, s, c),
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
auto DerivativePass<S>::in_parent(const Joint& j, std::size_t i, const Flow& flow) const -> Flow {
  const S s = sines_.sine(i), c = sines_.cosine(i);
  const V& p = p_[i];
  Flow seen{j.template to_parent<K>(flow.D, s, c), j.template to_parent<K>(flow.Q, s, c),
            j.template to_parent<K>(flow.f, s, c, p)};
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
  return seen;
}

template <typename S>
template <JointKind K>
void DerivativePass<S>::carry(const Joint& j, std::size_t i, Columns& columns) const {
  const L s(sines_.sine(i)), c(sines_.cosine(i));
  const small::V3<L> p{L(p_[i].x), L(p_[i].y), L(p_[i].z)};
  columns.t2 = j.template to_parent<K>(columns.t2, s, c, p);
  columns.t3 = j.template to_parent<K>(columns.t3, s, c, p);
  columns.IS = j.template to_parent<K>(columns.IS, s, c, p);
  columns.u = j.template to_parent<K>(columns.u, s, c);
}

template <typename S>
template <JointKind Parent>
void DerivativePass<S>::set_entries(const Joint& parent, const Psi& psi, int group,
                                    const Columns& columns, const Crosses& across) const {
  const small::Force6<L>& IS = columns.IS;
  const small::V3<L>& u = columns.u;
  const L wx(psi.wx), wy(psi.wy);
  const L turned = L(psi.ww.x) * IS.n.x + L(psi.ww.y) * IS.n.y + L(psi.ww.z) * IS.n.z +
                   L(psi.vv.x) * IS.f.x + L(psi.vv.y) * IS.f.y + L(psi.vv.z) * IS.f.z + wx * u.x +
                   wy * u.y;
  const L along = wx * IS.n.x + wy * IS.n.y + L(psi.vx) * IS.f.x + L(psi.vy) * IS.f.y;
  L faster = along + along;
  if (parent.template rotates<Parent>()) faster += u.z;
  set_group(group, across,
            {along_joint<Parent>(parent, columns.t2), turned,
             along_joint<Parent>(parent, columns.t3), faster, along_joint<Parent>(parent, IS)});
}

}  // namespace alembert
