// The steps of GroundPass; included by its header only.
#pragma once

namespace alembert {

template <typename S>
GroundPass<S>::GroundPass(const Model& model)
    : model_(model), links_(static_cast<std::size_t>(model.joint_count())) {
  theta_.assign(links_.size() + sincos_padding, S(0));
  sine_ = cosine_ = theta_;
  const V zero{S(0), S(0), S(0)};
  const Eigen::Vector3d up = -(model.base().linear().transpose() * model.gravity());
  base_A_ = {zero, small::v3<S>(up)};
  const auto c = [](double x) { return static_cast<Constant>(x); };
  const auto inertial = [](const auto& x) { return static_cast<InertialOf<S>>(x); };
  const RegroupedModelFor<S> regrouped(model);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const auto& j = regrouped.joints[i];
    links_[i].parent = j.parent;
    joints_.push_back({j.motion,
                       j.first_child,
                       c(j.sin_alpha),
                       c(j.cos_alpha),
                       c(j.sin_beta),
                       c(j.cos_beta),
                       c(j.theta0),
                       c(j.pitch),
                       c(j.p.x()),
                       c(j.p.y()),
                       c(j.p.z()),
                       {inertial(j.m), inertial(j.h.x()), inertial(j.h.y()), inertial(j.h.z()),
                        inertial(j.J(0, 0)), inertial(j.J(1, 1)), inertial(j.J(2, 2)),
                        inertial(j.J(0, 1)), inertial(j.J(0, 2)), inertial(j.J(1, 2))}});
  }
}

template <typename S>
void GroundPass<S>::place_all(const S* x) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Joint& joint = joints_[i];
    theta_[i] = joint.motion == JointMotion::prismatic ? S(joint.theta0) : S(x[i] + joint.theta0);
  }
  sincos_all(theta_.data(), static_cast<int>(links_.size()), sine_.data(), cosine_.data());
  for (std::size_t i = 0; i < links_.size(); ++i) place(i, x[i]);
}

template <typename S>
void GroundPass<S>::move_all_flat(const S* x, const S* rate, const S* acceleration) {
  move_all(x, rate, acceleration);
}
template <typename S>
void GroundPass<S>::move_all(const S* x, const S* rate, const S* acceleration) {
  place_all(x);
  for (std::size_t i = 0; i < links_.size(); ++i) move(i, rate[i], acceleration[i]);
}

template <typename S>
void GroundPass<S>::place(std::size_t i, const S& x) {
  const Joint& j = joints_[i];
  Link& link = links_[i];
  V ex{S(1), S(0), S(0)}, ey{S(0), S(1), S(0)}, ez{S(0), S(0), S(1)}, o{S(0), S(0), S(0)};
  if (link.parent >= 0) {
    const Link& parent = links_[static_cast<std::size_t>(link.parent)];
    ex = parent.ex;
    ey = parent.ey;
    ez = parent.ez;
    o = parent.o;
  }
  if (!j.first_child) {
    const S c(j.cos_beta), s(j.sin_beta);
    const V turned = c * ex + s * ey;
    ey = c * ey - s * ex;
    ex = turned;
  }
  o += S(j.px) * ex + S(j.py) * ey + S(j.pz) * ez;
  const S ca(j.cos_alpha), sa(j.sin_alpha);
  const V y = ca * ey + sa * ez;
  ez = ca * ez - sa * ey;
  if (j.motion == JointMotion::prismatic) o += x * ez;
  if (j.motion == JointMotion::helical) o += (S(j.pitch) * x) * ez;
  link.ex = cosine_[i] * ex + sine_[i] * y;
  link.ey = cosine_[i] * y - sine_[i] * ex;
  link.ez = ez;
  link.o = o;

  const V zero{S(0), S(0), S(0)};
  link.S_ = {zero, ez};
  if (j.motion != JointMotion::prismatic) {
    link.S_ = {ez, small::cross(o, ez)};
    if (j.motion == JointMotion::helical) link.S_.v += S(j.pitch) * ez;
  }
  link.own = body_in_ground(j.own, j.motion == JointMotion::revolute, link.ex, link.ey, link.ez, o);
}

template <typename S>
void GroundPass<S>::move(std::size_t i, const S& rate, const S& acceleration) {
  Link& link = links_[i];
  const V zero{S(0), S(0), S(0)};
  if (link.parent >= 0) {
    const Link& parent = links_[static_cast<std::size_t>(link.parent)];
    link.V_p = parent.V_;
    link.A_p = parent.A_;
  } else {
    link.V_p = {zero, zero};
    link.A_p = base_A_;
  }
  link.psid = small::cross(link.V_p, link.S_);
  link.psidd = small::cross(link.A_p, link.S_) + small::cross(link.V_p, link.psid);
  link.V_ = link.V_p + rate * link.S_;
  link.A_ = link.A_p + acceleration * link.S_ + rate * link.psid;

  const V &w = link.V_.w, &v = link.V_.v;
  link.K = small::field_moment(link.own, link.V_);
  link.p = link.own.m * v + small::cross(w, link.own.h);
  link.f = inertia_force(link.own, false, link.V_, link.A_);
  link.load = {zero, zero, {zero, zero, zero}};
}

template <typename S>
void GroundPass<S>::apply(Loads loads) {
  const Eigen::Matrix3d R_base = model_.base().linear().transpose();
  for (const Load& load : loads) {
    const ModelFrame& frame = model_.frame(load.frame);
    if (frame.joint < 0) continue;  // the ground takes it
    Link& link = links_[static_cast<std::size_t>(frame.joint)];
    const auto to_ground = [&](const Eigen::Vector3d& u) {
      return S(u.x()) * link.ex + S(u.y()) * link.ey + S(u.z()) * link.ez;
    };
    const V at = link.o + to_ground(frame.pose * load.point);
    const bool fixed = load.axes == Load::Axes::world;
    const V force =
        fixed ? small::v3<S>(R_base * load.force) : to_ground(frame.pose.linear() * load.force);
    const V moment =
        fixed ? small::v3<S>(R_base * load.moment) : to_ground(frame.pose.linear() * load.moment);
    link.f.n -= moment + small::cross(at, force);
    link.f.f -= force;
    if (!fixed) continue;
    world_loads_ = true;
    link.load.force += force;
    link.load.moment += moment;
    small::add_outer(link.load.place, at, force);
  }
}

template <typename S>
void GroundPass<S>::gather() {
  for (Link& link : links_) link.body = link.own;
  for (std::size_t i = links_.size(); i-- > 0;) {
    if (links_[i].parent < 0) continue;
    const Link& link = links_[i];
    Link& parent = links_[static_cast<std::size_t>(link.parent)];
    parent.body += link.body;
    parent.K += link.K;
    parent.p += link.p;
    parent.f += link.f;
    if (!world_loads_) continue;
    parent.load.force += link.load.force;
    parent.load.moment += link.load.moment;
    parent.load.place += link.load.place;
  }
}

}  // namespace alembert
