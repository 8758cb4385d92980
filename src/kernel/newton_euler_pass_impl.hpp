// The steps of NewtonEulerPass; included by its header only.
#pragma once

namespace alembert {

template <typename S>
NewtonEulerPass<S>::NewtonEulerPass(const RegroupedModel& model)
    : count_(model.joints.size()), links_(count_), kept_(count_) {
  theta_.assign(count_ + sincos_padding, S(0));
  sine_ = cosine_ = theta_;
  const auto c = [](double x) { return static_cast<Constant>(x); };
  for (const RegroupedJoint& j : model.joints) {
    Joint joint{};
    joint.parent = j.parent;
    joint.motion = j.motion;
    joint.twist = j.twist;
    joint.turn = {c(j.sin_alpha), c(j.cos_alpha), c(j.sin_beta), c(j.cos_beta), j.first_child};
    const double px = j.cos_beta * j.p.x() - j.sin_beta * j.p.y();
    const double py = j.cos_beta * j.p.y() + j.sin_beta * j.p.x();
    joint.px = px != 0.0;
    joint.py = py != 0.0;
    joint.pz = j.p.z() != 0.0;
    joint.x = c(px);
    joint.y = c(py);
    joint.z = c(j.p.z());
    joint.dir_x = c(j.sin_beta * j.sin_alpha);
    joint.dir_y = c(-j.cos_beta * j.sin_alpha);
    joint.dir_z = c(j.cos_alpha);
    joint.theta0 = c(j.theta0);
    joint.shifted = j.theta0 != 0.0;
    joint.pitch = c(j.pitch);
    joint.m = c(j.m);
    joint.hx = c(j.h.x());
    joint.hy = c(j.h.y());
    joint.hz = c(j.h.z());
    joint.Jxx = c(j.J(0, 0));
    joint.Jyy = c(j.J(1, 1));
    joint.Jzz = c(j.J(2, 2));
    joint.Jxy = c(j.J(0, 1));
    joint.Jxz = c(j.J(0, 2));
    joint.Jyz = c(j.J(1, 2));
    joint.J_axial = c(j.J(0, 0) + j.J(1, 1));
    const int index = static_cast<int>(joints_.size());
    joints_.push_back(joint);
    if (j.parent >= 0 && j.parent != index - 1) {
      joints_[static_cast<std::size_t>(j.parent)].keeps = true;
    }
  }
}

template <typename S>
void NewtonEulerPass<S>::run(const S* x, const S* rate, const S* acceleration, const Base& base,
                             const LinkWrench<S>* wrench, S* tau) {
  plain_roots_ = !base.moves;
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    theta_[i] = joint.motion == Motion::prismatic ? S(joint.theta0)
                : joint.shifted                   ? S(x[i] + joint.theta0)
                                                  : x[i];
  }
  sincos_all(theta_.data(), static_cast<int>(count_), sine_.data(), cosine_.data());

  LinkMotion motion = ground(base);
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    if (is_plain_root(static_cast<int>(i))) {
      forward_root(i, rate[i], acceleration[i], base, motion);
    } else {
      if (joint.parent < 0) {
        motion = ground(base);
      } else if (joint.parent != static_cast<int>(i) - 1) {
        motion = kept_[static_cast<std::size_t>(joint.parent)];
      }
      const bool second = joint.motion == Motion::revolute && is_plain_root(joint.parent);
      with_twist(joint.twist, [&]<Twist T>() {
        second ? forward_second<T>(i, rate[i], acceleration[i], motion)
               : forward<T>(i, x[i], rate[i], acceleration[i], motion);
      });
    }
    if (joint.keeps) kept_[i] = motion;
    if (wrench) {
      links_[i].f -= V{wrench[i].force.x(), wrench[i].force.y(), wrench[i].force.z()};
      links_[i].n -= V{wrench[i].moment.x(), wrench[i].moment.y(), wrench[i].moment.z()};
    }
  }

  V f_carried{S(0), S(0), S(0)}, n_carried = f_carried;  // from the child that follows directly
  bool carries = false;
  for (std::size_t i = count_; i-- > 0;) {
    const Joint& joint = joints_[i];
    V f = links_[i].f, n = links_[i].n;
    const bool plain_root = is_plain_root(static_cast<int>(i));
    if (carries && plain_root) n.z += n_carried.z;
    if (carries && !plain_root) {
      f += f_carried;
      n += n_carried;
    }
    tau[i] = joint.motion == Motion::revolute    ? n.z
             : joint.motion == Motion::prismatic ? f.z
                                                 : S(n.z + joint.pitch * f.z);
    carries = joint.parent >= 0 && joint.parent == static_cast<int>(i) - 1;
    if (joint.parent < 0) continue;
    with_twist(joint.twist, [&]<Twist T>() {
      if (is_plain_root(joint.parent)) {
        n_carried.z = backward_to_root<T>(i, f, n);
      } else {
        backward<T>(i, f, n, f_carried, n_carried);
      }
    });
    if (carries) continue;
    Link& parent = links_[static_cast<std::size_t>(joint.parent)];
    if (is_plain_root(joint.parent)) {
      parent.n.z += n_carried.z;
    } else {
      parent.f += f_carried;
      parent.n += n_carried;
    }
  }
}

template <typename S>
auto NewtonEulerPass<S>::ground(const Base& base) const -> LinkMotion {
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
template <typename S>
void NewtonEulerPass<S>::forward_root(std::size_t i, const S& rate, const S& acceleration,
                                      const Base& base, LinkMotion& motion) {
  const Joint& j = joints_[i];
  const S zero(0);
  motion.w = {zero, zero, rate};
  motion.wd = {zero, zero, acceleration};
  const S square = rate * rate;
  motion.U0 = {-square, acceleration, zero};
  motion.U1 = {-acceleration, -square, zero};
  motion.U2 = {zero, zero, zero};
  with_twist(j.twist, [&]<Twist T>() {
    motion.a = j.turn.template to_link<T>(base.a, sine_[i], cosine_[i]);
  });
  links_[i].f = {zero, zero, zero};
  links_[i].n = {zero, zero, acceleration * j.J_axial + (j.hx * motion.a.y - j.hy * motion.a.x)};
}

/// A revolute joint on such a first link.
template <typename S>
template <Twist T>
void NewtonEulerPass<S>::forward_second(std::size_t i, const S& rate, const S& acceleration,
                                        LinkMotion& motion) {
  const Joint& j = joints_[i];
  const S s = sine_[i], c = cosine_[i];
  V a = motion.a;
  if (j.px) {
    a.x += j.x * motion.U0.x;
    a.y += j.x * motion.U0.y;
  }
  if (j.py) {
    a.x += j.y * motion.U1.x;
    a.y += j.y * motion.U1.y;
  }
  motion.a = j.turn.template to_link<T>(a, s, c);
  motion.w = j.turn.template axis_to_link<T>(motion.w.z, s, c);
  motion.wd = j.turn.template axis_to_link<T>(motion.wd.z, s, c);
  motion.wd.x += motion.w.y * rate;
  motion.wd.y -= motion.w.x * rate;
  motion.wd.z += acceleration;
  motion.w.z += rate;
  inertial_wrench(j, motion, links_[i]);
}

template <typename S>
template <Twist T>
void NewtonEulerPass<S>::forward(std::size_t i, const S& x, const S& rate, const S& acceleration,
                                 LinkMotion& motion) {
  const Joint& j = joints_[i];
  const S s = sine_[i], c = cosine_[i];
  V a = motion.a;
  if (j.motion == Motion::revolute) {
    if (j.px) a += S(j.x) * motion.U0;
    if (j.py) a += S(j.y) * motion.U1;
    if (j.pz) a += S(j.z) * motion.U2;
  } else {
    const S d = j.motion == Motion::prismatic ? x : S(j.pitch * x);
    const V slid{j.x + j.dir_x * d, j.y + j.dir_y * d, j.z + j.dir_z * d};
    a += slid.x * motion.U0 + slid.y * motion.U1 + slid.z * motion.U2;
    links_[i].slid = slid;
  }
  motion.a = j.turn.template to_link<T>(a, s, c);
  motion.w = j.turn.template to_link<T>(motion.w, s, c);
  motion.wd = j.turn.template to_link<T>(motion.wd, s, c);
  const S across_x = motion.w.y * rate, across_y = motion.w.x * rate;  // (w x z) rate, y reversed
  if (j.motion != Motion::prismatic) {
    motion.wd.x += across_x;
    motion.wd.y -= across_y;
    motion.wd.z += acceleration;
    motion.w.z += rate;
  }
  if (j.motion != Motion::revolute) {
    const S twice = j.motion == Motion::prismatic ? S(2) : S(S(2) * j.pitch);
    motion.a.x += twice * across_x;
    motion.a.y -= twice * across_y;
    motion.a.z += j.motion == Motion::prismatic ? acceleration : S(j.pitch * acceleration);
  }
  inertial_wrench(j, motion, links_[i]);
}

/// U, then F and N; the regrouped zeros of each kind of joint are left out.
template <typename S>
void NewtonEulerPass<S>::inertial_wrench(const Joint& j, LinkMotion& motion, Link& link) {
  const V w = motion.w, wd = motion.wd, a = motion.a;
  const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const S xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  const V U0{-(yy + zz), xy + wd.z, xz - wd.y};
  const V U1{xy - wd.z, -(xx + zz), yz + wd.x};
  const V U2{xz + wd.y, yz - wd.x, -(xx + yy)};
  motion.U0 = U0;
  motion.U1 = U1;
  motion.U2 = U2;
  V F{j.hx * U0.x + j.hy * U1.x, j.hx * U0.y + j.hy * U1.y, j.hx * U0.z + j.hy * U1.z};
  V N{j.hy * a.z, -(j.hx * a.z), j.hx * a.y - j.hy * a.x};
  if (j.motion != Motion::revolute) {
    F += S(j.hz) * U2 + S(j.m) * a;
    N.x -= j.hz * a.y;
    N.y += j.hz * a.x;
  }
  if (j.motion != Motion::prismatic) {
    N.x += j.Jxy * U0.z - j.Jxz * U0.y + j.Jyz * (zz - yy) + j.Jyy * U1.z;
    N.y += j.Jxz * (xx - zz) + j.Jyz * U1.x - j.Jxx * U0.z - j.Jxy * U1.z;
    N.z += j.Jxx * U0.y - j.Jyy * U1.x + j.Jxy * (yy - xx) + j.Jxz * U2.y - j.Jyz * U2.x;
  }
  if (j.motion == Motion::helical) {
    N.x -= j.Jzz * U2.y;
    N.y += j.Jzz * U2.x;
  }
  link.f = F;
  link.n = N;
}

template <typename S>
template <Twist T>
void NewtonEulerPass<S>::backward(std::size_t i, const V& f, const V& n, V& f_parent,
                                  V& n_parent) const {
  const Joint& j = joints_[i];
  const V turned = j.turn.template to_parent<T>(f, sine_[i], cosine_[i]);
  V moment = j.turn.template to_parent<T>(n, sine_[i], cosine_[i]);
  if (j.motion != Motion::revolute) moment += small::cross(links_[i].slid, turned);
  if (j.motion == Motion::revolute && j.px) {
    moment.y -= j.x * turned.z;
    moment.z += j.x * turned.y;
  }
  if (j.motion == Motion::revolute && j.py) {
    moment.x += j.y * turned.z;
    moment.z -= j.y * turned.x;
  }
  if (j.motion == Motion::revolute && j.pz) {
    moment.x -= j.z * turned.y;
    moment.y += j.z * turned.x;
  }
  f_parent = turned;
  n_parent = moment;
}

template <typename S>
template <Twist T>
S NewtonEulerPass<S>::backward_to_root(std::size_t i, const V& f, const V& n) const {
  const Joint& j = joints_[i];
  S moment = j.turn.template z_to_parent<T>(n, sine_[i], cosine_[i]);
  if (j.motion == Motion::revolute && !j.px && !j.py) return moment;
  const V turned = j.turn.template to_parent<T>(f, sine_[i], cosine_[i]);
  if (j.motion != Motion::revolute) {
    const V& slid = links_[i].slid;
    return moment + (slid.x * turned.y - slid.y * turned.x);
  }
  if (j.px) moment += j.x * turned.y;
  if (j.py) moment -= j.y * turned.x;
  return moment;
}

}  // namespace alembert
