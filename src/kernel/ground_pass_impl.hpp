// The steps of GroundPass; included by its header only.
#pragma once

namespace alembert {

template <typename S>
GroundPass<S>::GroundPass(const Model& model)
    : model_(model), links_(model.joint_count()), sines_(links_.size()) {
  const Eigen::Vector3d up = -(model.base().linear().transpose() * model.gravity());
  base_A_ = {{S(0), S(0), S(0)}, small::v3<S>(up)};
  const RegroupedModelFor<S> regrouped(model);
  for (std::size_t i = 0; i < links_.size(); ++i) {
    joints_.emplace_back(regrouped.joints[i]);
    links_[i].parent = joints_[i].parent;
  }
}

template <typename S>
void GroundPass<S>::move_all_flat(const S* x, const S* rate, const S* acceleration) {
  move_all(x, rate, acceleration);
}
template <typename S>
void GroundPass<S>::move_all(const S* x, const S* rate, const S* acceleration) {
  sines_.set(joints_, x);
  for (std::size_t i = 0; i < links_.size(); ++i) place(i, x[i]);
  for (std::size_t i = 0; i < links_.size(); ++i) move(i, rate[i], acceleration[i]);
}

template <typename S>
void GroundPass<S>::place(std::size_t i, const S& x) {
  const Joint& joint = joints_[i];
  auto frame = GroundFrame<S>::base();
  if (joint.parent >= 0) frame = links_[joint.parent];
  frame.place(joint, x, sines_.sine(i), sines_.cosine(i));
  Link& link = links_[i];
  static_cast<GroundFrame<S>&>(link) = frame;
  link.S_ = frame.motion(joint);
  link.body = frame.body_of(joint.own, joint.motion == JointMotion::revolute);
}

template <typename S>
void GroundPass<S>::move(std::size_t i, const S& rate, const S& acceleration) {
  Link& link = links_[i];
  const Link* parent = link.parent < 0 ? nullptr : &links_[link.parent];
  const V zero{S(0), S(0), S(0)};
  const Motion6 V_p = parent ? parent->V_ : Motion6{zero, zero},
                A_p = parent ? parent->A_ : base_A_;
  link.psid = small::cross(V_p, link.S_);
  link.psidd = small::cross(A_p, link.S_) + small::cross(V_p, link.psid);
  link.V_ = V_p + rate * link.S_;
  link.A_ = A_p + acceleration * link.S_ + rate * link.psid;
  link.move(link.V_, link.A_);
}

template <typename S>
void GroundPass<S>::apply(Loads loads) {
  const Eigen::Matrix3d R_base = model_.base().linear().transpose();
  for (const Load& load : loads) {
    const ModelFrame& frame = model_.frame(load.frame);
    if (frame.joint < 0) continue;  // the ground takes it
    Link& link = links_[frame.joint];
    const auto to_ground = [&](const Eigen::Vector3d& u) {
      return S(u.x()) * link.ex + S(u.y()) * link.ey + S(u.z()) * link.ez;
    };
    const V at = link.o + to_ground(frame.pose * load.point);
    const bool fixed = load.axes == Load::Axes::world;
    const V force =
        fixed ? small::v3<S>(R_base * load.force) : to_ground(frame.pose.linear() * load.force);
    const V moment =
        fixed ? small::v3<S>(R_base * load.moment) : to_ground(frame.pose.linear() * load.moment);
    link.apply(at, force, moment, fixed);
    world_loads_ |= fixed;
  }
}

template <typename S>
void GroundPass<S>::gather() {
  for (std::size_t i = links_.size(); i-- > 0;) {
    if (links_[i].parent < 0) continue;
    Link& parent = links_[links_[i].parent];
    parent.add_motion(links_[i]);
    if (world_loads_) parent.load += links_[i].load;
  }
}

}  // namespace alembert
