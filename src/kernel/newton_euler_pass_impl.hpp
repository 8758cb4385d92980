// The steps of NewtonEulerPass; included by its header only.
#pragma once

namespace alembert {

template <typename S, int Block>
NewtonEulerPass<S, Block>::Joint::Joint(const RegroupedJoint& j)
    : JointFrame<S>(j), role(Role::other), inertia(j), J_axial(Constant(j.J(0, 0) + j.J(1, 1))) {}

template <typename S, int Block>
NewtonEulerPass<S, Block>::NewtonEulerPass(const RegroupedModel& model)
    : count_(model.joints.size()), kept_(count_), forces_(count_ * Block), turns_(count_) {
  for (std::size_t i = 0; i < count_; ++i) {
    joints_.emplace_back(model.joints[i]);
    Joint& joint = joints_.back();
    const bool revolute = joint.motion == Motion::revolute;
    p_.insert(p_.end(), Block, joint.still());
    if (joint.parent < 0) {
      if (revolute) joint.role = Role::root;
      continue;
    }
    Joint& parent = joints_[static_cast<std::size_t>(joint.parent)];
    if (revolute && parent.role == Role::root) joint.role = Role::second;
    if (joint.parent != static_cast<int>(i) - 1) parent.keeps = true;
    if (joint.px || joint.py || joint.pz) parent.offset = true;
  }
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::run(const S* x, const S* rate, const S* acceleration,
                                    const Base& base, const LinkWrench<S>* wrench, S* tau) {
  plain_roots_ = !base.moves;
  turns_.set(joints_, x);
  forward_all(x, rate, acceleration, base, wrench);
  backward_all(tau);
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::forward_all(const S* x, const S* rate, const S* acceleration,
                                            const Base& base, const LinkWrench<S>* wrench) {
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
    if (joint.parent < 0 && role != Role::root) {
      motions.fill(ground(base));
    } else if (joint.parent >= 0 && joint.parent != static_cast<int>(i) - 1) {
      motions = kept_[static_cast<std::size_t>(joint.parent)];
    }
    with_kind(joint.kind, [&]<JointKind K>() {
      if (role == Role::root) {
        each_state([&](std::size_t k, LinkMotion& motion) {
          return forward_root<K>(joint, k, rate[k], acceleration[k], base, motion);
        });
      } else if (role == Role::second) {
        each_state([&](std::size_t k, LinkMotion& motion) {
          return forward_second<K>(joint, k, rate[k], acceleration[k], motion);
        });
      } else {
        each_state([&](std::size_t k, LinkMotion& motion) {
          return forward<K>(joint, k, x[k], rate[k], acceleration[k], motion);
        });
      }
    });
    if (joint.keeps) kept_[i] = motions;
    if (!wrench) continue;
    for (std::size_t k = i * Block; k < (i + 1) * Block; ++k) {
      forces_[k].f -= V{wrench[k].force.x(), wrench[k].force.y(), wrench[k].force.z()};
      forces_[k].n -= V{wrench[k].moment.x(), wrench[k].moment.y(), wrench[k].moment.z()};
    }
  }
}

template <typename S, int Block>
void NewtonEulerPass<S, Block>::backward_all(S* tau) {
  std::array<Force6, Block> carried{};  // from the child that follows directly
  bool carries = false;
  for (std::size_t i = count_; i-- > 0;) {
    const Joint& joint = joints_[i];
    const bool root = role(joint) == Role::root;
    const bool to_root =
        joint.parent >= 0 && role(joints_[static_cast<std::size_t>(joint.parent)]) == Role::root;
    const bool hands_on = joint.parent >= 0 && joint.parent == static_cast<int>(i) - 1;
    with_kind(joint.kind, [&]<JointKind K>() {
      for (std::size_t b = 0; b < Block; ++b) {
        const std::size_t k = i * Block + b;
        Force6 force = forces_[k];
        if (carries && root) force.n.z += carried[b].n.z;
        if (carries && !root) force += carried[b];
        tau[k] = along_joint<K>(joint, force);
        if (to_root) {
          carried[b].n.z = backward_to_root<K>(joint, k, force);
        } else if (joint.parent >= 0) {
          carried[b] = backward<K>(joint, k, force);
        }
      }
    });
    carries = hands_on;
    if (joint.parent < 0 || hands_on) continue;
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

template <typename S, int Block>
auto NewtonEulerPass<S, Block>::ground(const Base& base) -> LinkMotion {
  const V zero{S(0), S(0), S(0)};
  LinkMotion motion{base.w, base.wd, base.a, zero, zero, zero};
  if (!base.moves) return motion;
  const V &w = base.w, &wd = base.wd;
  motion.U0 = {-(w.y * w.y + w.z * w.z), w.x * w.y + wd.z, w.x * w.z - wd.y};
  motion.U1 = {w.x * w.y - wd.z, -(w.x * w.x + w.z * w.z), w.y * w.z + wd.x};
  motion.U2 = {w.x * w.z + wd.y, w.y * w.z - wd.x, -(w.x * w.x + w.y * w.y)};
  return motion;
}

/// The first link of a fixed base: rates about z only, and only its moment about z is asked for.
template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::forward_root(const Joint& j, std::size_t k, const S& rate,
                                             const S& acceleration, const Base& base,
                                             LinkMotion& motion) const -> Force6 {
  const S zero(0);
  motion.w = {zero, zero, rate};
  motion.wd = {zero, zero, acceleration};
  const S square = rate * rate;
  motion.U0 = {-square, acceleration, zero};
  motion.U1 = {-acceleration, -square, zero};
  motion.U2 = {zero, zero, zero};
  motion.a = j.template to_link<K>(base.a, turns_.sine(k), turns_.cosine(k));
  const S moment =
      acceleration * j.J_axial + (j.inertia.hx * motion.a.y - j.inertia.hy * motion.a.x);
  return {{zero, zero, moment}, {zero, zero, zero}};
}

/// A revolute joint on such a first link.
template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::forward_second(const Joint& j, std::size_t k, const S& rate,
                                               const S& acceleration, LinkMotion& motion) const
    -> Force6 {
  const S s = turns_.sine(k), c = turns_.cosine(k);
  V a = motion.a;
  if (j.px) {
    a.x += j.x * motion.U0.x;
    a.y += j.x * motion.U0.y;
  }
  if (j.py) {
    a.x += j.y * motion.U1.x;
    a.y += j.y * motion.U1.y;
  }
  a = j.template to_link<K>(a, s, c);
  V w = j.template axis_to_link<K>(motion.w.z, s, c);
  V wd = j.template axis_to_link<K>(motion.wd.z, s, c);
  wd.x += w.y * rate;
  wd.y -= w.x * rate;
  wd.z += acceleration;
  w.z += rate;
  return inertial_force<K>(j, w, wd, a, motion);
}

template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::forward(const Joint& j, std::size_t k, const S& x, const S& rate,
                                        const S& acceleration, LinkMotion& motion) -> Force6 {
  const S s = turns_.sine(k), c = turns_.cosine(k);
  if (j.template slides<K>()) p_[k] = j.slid(j.slide(x));
  V a = motion.a;
  j.add_product(motion.U0, motion.U1, motion.U2, p_[k], a);
  a = j.template to_link<K>(a, s, c);
  V w = j.template to_link<K>(motion.w, s, c);
  V wd = j.template to_link<K>(motion.wd, s, c);
  const S across_x = w.y * rate, across_y = w.x * rate;  // (w x z) rate, y reversed
  if (j.template turns<K>()) {
    wd.x += across_x;
    wd.y -= across_y;
    wd.z += acceleration;
    w.z += rate;
  }
  if (j.template slides<K>()) {
    const S twice = j.template turns<K>() ? S(S(2) * j.pitch) : S(2);
    a.x += twice * across_x;
    a.y -= twice * across_y;
    a.z += j.slide(acceleration);
  }
  return inertial_force<K>(j, w, wd, a, motion);
}

template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::inertial_force(const Joint& j, const V& w, const V& wd, const V& a,
                                               LinkMotion& motion) -> Force6 {
  const auto field = AccelerationField<S>::of(w, wd);
  motion.w = w;
  motion.wd = wd;
  motion.a = a;
  if (j.offset) {
    motion.U0 = {field.U0.x, field.U0.y, field.U0.z};  // whole vectors would go through memory
    motion.U1 = {field.U1.x, field.U1.y, field.U1.z};
    motion.U2 = {field.U2.x, field.U2.y, field.U2.z};
  }
  return j.inertia.template force<K>(j, field, a);
}

template <typename S, int Block>
template <JointKind K>
auto NewtonEulerPass<S, Block>::backward(const Joint& j, std::size_t k, const Force6& force) const
    -> Force6 {
  return j.template to_parent<K>(force, turns_.sine(k), turns_.cosine(k), p_[k]);
}

template <typename S, int Block>
template <JointKind K>
S NewtonEulerPass<S, Block>::backward_to_root(const Joint& j, std::size_t k,
                                              const Force6& force) const {
  S moment = j.template z_to_parent<K>(force.n, turns_.sine(k), turns_.cosine(k));
  if (!j.px && !j.py) return moment;
  const V turned = j.template to_parent<K>(force.f, turns_.sine(k), turns_.cosine(k));
  if (j.px) moment += p_[k].x * turned.y;
  if (j.py) moment -= p_[k].y * turned.x;
  return moment;
}

}  // namespace alembert
