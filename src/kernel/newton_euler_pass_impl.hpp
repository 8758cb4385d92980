// The steps of NewtonEulerPass; included by its header only.
#pragma once

namespace alembert {

template <typename S, int Block>
NewtonEulerPass<S, Block>::Joint::Joint(const RegroupedJointFor<S>& j)
    : JointFrame<S>(j),
      role(Role::other),
      inertia(j),
      J_axial(InertialOf<S>(j.J(0, 0) + j.J(1, 1))) {}

template <typename S, int Block>
NewtonEulerPass<S, Block>::NewtonEulerPass(const RegroupedModelFor<S>& model)
    : count_(model.joints.size()), kept_(count_ * Block), forces_(kept_.size()), sines_(count_) {
  for (std::size_t i = 0; i < count_; ++i) {
    joints_.emplace_back(model.joints[i]);
    Joint& joint = joints_.back();
    const bool revolute = joint.motion == JointMotion::revolute;
    slides_ |= !revolute;
    p_.insert(p_.end(), Block, joint.still());
    if (joint.parent < 0) {
      if (revolute) joint.role = Role::root;
      continue;
    }
    Joint& parent = joints_[joint.parent];
    if (revolute && parent.role == Role::root) joint.role = Role::second;
    joint.follows = joint.parent == static_cast<int>(i) - 1;
    if (!joint.follows) {
      parent.keeps = true;
      continue;
    }
    parent.next_x = joint.px;
    parent.next_y = joint.py;
    parent.next_z = joint.pz;
  }
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::set_base(const Model& model, const BaseMotion& motion,
                                         Base& base) const {
  const Eigen::Matrix3d R = model.base().linear().transpose();
  const Eigen::Vector3d r = model.base().translation() - model.mount().translation();
  const Eigen::Vector3d &w = motion.angular_velocity, &wd = motion.angular_acceleration;
  const Eigen::Vector3d at_base = motion.acceleration + wd.cross(r) + w.cross(w.cross(r));
  const Eigen::Vector3d a = R * (at_base - model.gravity());
  base.rotates = !w.isZero(0.0) || !wd.isZero(0.0);
  base.motion = {small::v3<S>(R * w), small::v3<S>(R * wd), small::v3<S>(a)};
  base.ups.resize(count_);
  for (std::size_t i = 0; i < count_; ++i) {
    if (joints_[i].parent >= 0) continue;
    const auto up = joints_[i].template to_link<JointKind::any>(small::v3<double>(a), 0.0, 1.0);
    base.ups[i] = {Constant(up.z), Constant(std::hypot(up.x, up.y)),
                   Constant(joints_[i].theta0 - std::atan2(up.y, up.x))};
  }
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::run_flat(const S* x, const S* rate, const S* acceleration,
                                         const Base& base, const LinkWrench<S>* wrench, S* tau) {
  run_steps(x, rate, acceleration, base, wrench, tau);
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::run_steps(const S* x, const S* rate, const S* acceleration,
                                          const Base& base, const LinkWrench<S>* wrench, S* tau) {
  plain_roots_ = !base.rotates;
  set_sines(x, base);
  forward_all(rate, acceleration, base, wrench);
  backward_all(tau);
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::set_sines(const S* x, const Base& base) {
  // The angle of a plain root only says where gravity is. One state alone fills no register less.
  const bool upright = role(joints_[0]) == Role::root && base.ups[0].across == Constant(0);
  sines_.set(Block > 1 && upright ? 1 : 0, count_, x, [&](std::size_t i, const S& value) {
    const Joint& joint = joints_[i];
    return role(joint) == Role::root ? S(value + base.ups[i].shift) : joint.angle(value);
  });
  if (!slides_) return;
  for (std::size_t i = 0; i < count_; ++i) {
    if (joints_[i].motion == JointMotion::revolute) continue;
    for (std::size_t k = i * Block; k < (i + 1) * Block; ++k) {
      p_[k] = joints_[i].slid(joints_[i].slide(x[k]));
    }
  }
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::forward_all(const S* rate, const S* acceleration, const Base& base,
                                            const LinkWrench<S>* wrench) {
  Motions motions{};
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    const auto each_state = [&](auto step) {
      for (std::size_t b = 0; b < Block; ++b) {
        const std::size_t k = i * Block + b;
        forces_[k] = step(k, motions[b]);
      }
    };
    const Role role = this->role(joint);
    if (!joint.follows && role != Role::root) begin_branch(joint, i, base, motions);
    with_kind<S>(joint.kind, [&]<JointKind K>() {
      if (role == Role::root) {
        each_state([&](std::size_t k, LinkMotion& motion) {
          return forward_root<K>(joint, k, rate[k], acceleration[k], base.ups[i], motion);
        });
      } else if (role == Role::second) {
        each_state([&](std::size_t k, LinkMotion& motion) {
          return forward_second<K>(joint, k, rate[k], acceleration[k], motion);
        });
      } else {
        each_state([&](std::size_t k, LinkMotion& motion) {
          return forward<K>(joint, k, rate[k], acceleration[k], motion);
        });
      }
    });
    if (!wrench) continue;
    for (std::size_t k = i * Block; k < (i + 1) * Block; ++k) {
      forces_[k].f -= V{wrench[k].force.x(), wrench[k].force.y(), wrench[k].force.z()};
      forces_[k].n -= V{wrench[k].moment.x(), wrench[k].moment.y(), wrench[k].moment.z()};
    }
  }
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::begin_branch(const Joint& j, std::size_t i, const Base& base,
                                             Motions& motions) const {
  for (std::size_t b = 0; b < Block; ++b) {
    LinkMotion& motion = motions[b];
    motion = j.parent < 0 ? base.motion : kept_[static_cast<std::size_t>(j.parent) * Block + b];
    if (j.parent < 0 && !base.rotates) continue;
    const auto field = AccelerationField<S>::of(motion.w, motion.wd);
    j.add_product(field.U0, field.U1, field.U2(), p_[i * Block + b], motion.a);
  }
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::backward_all(S* tau) {
  std::array<Force6, Block> carried{};  // from the child that follows directly
  bool carries = false;
  for (std::size_t i = count_; i-- > 0;) {
    const Joint& joint = joints_[i];
    const bool root = role(joint) == Role::root;
    const bool to_root = joint.parent >= 0 && role(joints_[joint.parent]) == Role::root;
    const S *sine = sines_.sines() + i * Block, *cosine = sines_.cosines() + i * Block;
    const V* p = p_.data() + i * Block;
    with_kind<S>(joint.kind, [&]<JointKind K>() {
      for (std::size_t b = 0; b < Block; ++b) {
        Force6 force = forces_[i * Block + b];
        if (carries && root) force.n.z += carried[b].n.z;
        if (carries && !root) force += carried[b];
        tau[i * Block + b] = along_joint<K>(joint, force);
        if (to_root) {
          carried[b].n.z = joint.template z_moment_to_parent<K>(force, sine[b], cosine[b], p[b]);
        } else if (joint.parent >= 0) {
          carried[b] = joint.template to_parent<K>(force, sine[b], cosine[b], p[b]);
        }
      }
    });
    carries = joint.follows;
    if (joint.parent < 0 || joint.follows) continue;
    for (std::size_t b = 0; b < Block; ++b) {
      Force6& parent = forces_[static_cast<std::size_t>(joint.parent) * Block + b];
      parent.n.z += carried[b].n.z;
      if (to_root) continue;
      parent.n.x += carried[b].n.x;
      parent.n.y += carried[b].n.y;
      parent.f += carried[b].f;
    }
  }
}

/// The first link of a fixed base: rates about z only, and only its moment about z is asked for.
template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::forward_root(const Joint& j, std::size_t k, const S& rate,
                                             const S& acceleration, const typename Base::Up& up,
                                             LinkMotion& motion) -> Force6 {
  const S zero(0), square = rate * rate;
  S moment = acceleration * j.J_axial;
  V a{zero, zero, S(up.along)};
  if (up.across != Constant(0)) {
    a.x = up.across * sines_.cosine(k);
    a.y = -(up.across * sines_.sine(k));
    moment += j.inertia.hx * a.y - j.inertia.hy * a.x;
  }
  motion.w = {zero, zero, rate};
  motion.wd = {zero, zero, acceleration};
  motion.a = a;
  if (j.keeps) kept_[k] = motion;
  if (j.next_x) {
    motion.a.x -= p_[k + Block].x * square;
    motion.a.y += p_[k + Block].x * acceleration;
  }
  if (j.next_y) {
    motion.a.x -= p_[k + Block].y * acceleration;
    motion.a.y -= p_[k + Block].y * square;
  }
  return {{zero, zero, moment}, {zero, zero, zero}};
}

/// A revolute joint on such a first link.
template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::forward_second(const Joint& j, std::size_t k, const S& rate,
                                               const S& acceleration, LinkMotion& motion)
    -> Force6 {
  const S s = sines_.sine(k), c = sines_.cosine(k);
  const V a = j.template to_link<K>(motion.a, s, c);
  V w = j.template axis_to_link<K>(motion.w.z, s, c);
  V wd = j.template axis_to_link<K>(motion.wd.z, s, c);
  wd.x += w.y * rate;
  wd.y -= w.x * rate;
  wd.z += acceleration;
  w.z += rate;
  return inertial_force<K>(j, k, w, wd, a, motion);
}

template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::forward(const Joint& j, std::size_t k, const S& rate,
                                        const S& acceleration, LinkMotion& motion) -> Force6 {
  const S s = sines_.sine(k), c = sines_.cosine(k);
  V a = j.template to_link<K>(motion.a, s, c);
  V w = j.template to_link<K>(motion.w, s, c);
  V wd = j.template to_link<K>(motion.wd, s, c);
  const S across_x = w.y * rate, across_y = w.x * rate;  // (w x z) rate, y reversed
  if (j.template rotates<K>()) {
    wd.x += across_x;
    wd.y -= across_y;
    wd.z += acceleration;
    w.z += rate;
  }
  if (j.template slides<K>()) {
    const S twice = j.template rotates<K>() ? S(S(2) * j.pitch) : S(2);
    a.x += twice * across_x;
    a.y -= twice * across_y;
    a.z += j.slide(acceleration);
  }
  return inertial_force<K>(j, k, w, wd, a, motion);
}

template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::inertial_force(const Joint& j, std::size_t k, const V& w,
                                               const V& wd, const V& a, LinkMotion& motion)
    -> Force6 {
  const auto field = AccelerationField<S>::of(w, wd);
  // By components: whole vectors would go through memory.
  V next{a.x, a.y, a.z};
  if (j.next_x) next += p_[k + Block].x * field.U0;
  if (j.next_y) next += p_[k + Block].y * field.U1;
  if (j.next_z) next += p_[k + Block].z * field.U2();
  motion.w = {w.x, w.y, w.z};
  motion.wd = {wd.x, wd.y, wd.z};
  motion.a = {next.x, next.y, next.z};
  if (j.keeps) kept_[k] = {motion.w, motion.wd, {a.x, a.y, a.z}};
  return j.inertia.template force<K>(j, field, a);
}

}  // namespace alembert
