// The steps of NewtonEulerPass; included by its header only.
#pragma once

namespace alembert {

template <typename S>
NewtonEulerPass<S>::NewtonEulerPass(const RegroupedModel& model)
    : count_(model.joints.size()), links_(count_ + 1) {
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
    joints_.push_back(joint);
  }
}

template <typename S>
void NewtonEulerPass<S>::run(const S* x, const S* rate, const S* acceleration, const Base& base,
                             const LinkWrench<S>* wrench, S* tau) {
  plain_roots_ = !base.moves;
  set_ground(base);
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    theta_[i] = joint.motion == Motion::prismatic ? S(joint.theta0)
                : joint.theta0 == Constant(0)     ? x[i]
                                                  : S(x[i] + joint.theta0);
  }
  sincos_all(theta_.data(), static_cast<int>(count_), sine_.data(), cosine_.data());
  for (std::size_t i = 0; i < count_; ++i) {
    const Joint& joint = joints_[i];
    if (is_plain_root(i)) {
      forward_root(i, rate[i], acceleration[i], base);
    } else if (joint.parent >= 0 && joint.motion == Motion::revolute &&
               is_plain_root(static_cast<std::size_t>(joint.parent))) {
      with_twist(joint.twist, [&]<Twist T>() { forward_second<T>(i, rate[i], acceleration[i]); });
    } else {
      with_twist(joint.twist, [&]<Twist T>() { forward<T>(i, x[i], rate[i], acceleration[i]); });
    }
    if (wrench) {
      links_[i].f -= V{wrench[i].force.x(), wrench[i].force.y(), wrench[i].force.z()};
      links_[i].n -= V{wrench[i].moment.x(), wrench[i].moment.y(), wrench[i].moment.z()};
    }
  }
  for (std::size_t i = count_; i-- > 0;) {
    const Joint& joint = joints_[i];
    const Link& link = links_[i];
    tau[i] = joint.motion == Motion::revolute    ? link.n.z
             : joint.motion == Motion::prismatic ? link.f.z
                                                 : S(link.n.z + joint.pitch * link.f.z);
    if (joint.parent < 0) continue;
    const bool to_root =
        joint.motion == Motion::revolute && is_plain_root(static_cast<std::size_t>(joint.parent));
    with_twist(joint.twist, [&]<Twist T>() { to_root ? backward_to_root<T>(i) : backward<T>(i); });
  }
}

template <typename S>
void NewtonEulerPass<S>::set_ground(const Base& base) {
  Link& ground = links_[count_];
  ground.a = base.a;
  ground.w = base.w;
  ground.wd = base.wd;
  const V zero{S(0), S(0), S(0)};
  ground.U0 = ground.U1 = ground.U2 = zero;
  if (!base.moves) return;
  const V &w = base.w, &wd = base.wd;
  ground.U0 = {-(w.y * w.y + w.z * w.z), w.x * w.y + wd.z, w.x * w.z - wd.y};
  ground.U1 = {w.x * w.y - wd.z, -(w.x * w.x + w.z * w.z), w.y * w.z + wd.x};
  ground.U2 = {w.x * w.z + wd.y, w.y * w.z - wd.x, -(w.x * w.x + w.y * w.y)};
}

/// The first link of a fixed base: rates about z only, and only its moment about z is asked for.
template <typename S>
void NewtonEulerPass<S>::forward_root(std::size_t i, const S& rate, const S& acceleration,
                                      const Base& base) {
  const Joint& j = joints_[i];
  Link& link = links_[i];
  link.w = {S(0), S(0), rate};
  link.wd = {S(0), S(0), acceleration};
  const S square = rate * rate;
  link.U0 = {-square, acceleration, S(0)};
  link.U1 = {-acceleration, -square, S(0)};
  link.U2 = {S(0), S(0), S(0)};
  with_twist(j.twist,
             [&]<Twist T>() { link.a = j.turn.template to_link<T>(base.a, sine_[i], cosine_[i]); });
  link.f = {S(0), S(0), S(0)};
  link.n = {S(0), S(0), acceleration * j.J_axial + (j.hx * link.a.y - j.hy * link.a.x)};
}

/// A revolute joint on such a first link.
template <typename S>
template <Twist T>
void NewtonEulerPass<S>::forward_second(std::size_t i, const S& rate, const S& acceleration) {
  const Joint& j = joints_[i];
  Link& link = links_[i];
  const Link& p = links_[static_cast<std::size_t>(j.parent)];
  const S &s = sine_[i], &c = cosine_[i];
  link.w = j.turn.template axis_to_link<T>(p.w.z, s, c);
  link.wd = j.turn.template axis_to_link<T>(p.wd.z, s, c);
  V a = p.a;
  if (j.px) {
    a.x += j.x * p.U0.x;
    a.y += j.x * p.U0.y;
  }
  if (j.py) {
    a.x += j.y * p.U1.x;
    a.y += j.y * p.U1.y;
  }
  link.a = j.turn.template to_link<T>(a, s, c);
  link.wd.x += link.w.y * rate;
  link.wd.y -= link.w.x * rate;
  link.wd.z += acceleration;
  link.w.z += rate;
  inertial_wrench(j, link);
}

template <typename S>
template <Twist T>
void NewtonEulerPass<S>::forward(std::size_t i, const S& x, const S& rate, const S& acceleration) {
  const Joint& j = joints_[i];
  Link& link = links_[i];
  const Link& p = parent_of(j);
  const S &s = sine_[i], &c = cosine_[i];
  link.w = j.turn.template to_link<T>(p.w, s, c);
  link.wd = j.turn.template to_link<T>(p.wd, s, c);
  V a = p.a;
  if (j.motion == Motion::revolute) {
    if (j.px) a += S(j.x) * p.U0;
    if (j.py) a += S(j.y) * p.U1;
    if (j.pz) a += S(j.z) * p.U2;
  } else {
    const S d = j.motion == Motion::prismatic ? x : S(j.pitch * x);
    link.slid = {j.x + j.dir_x * d, j.y + j.dir_y * d, j.z + j.dir_z * d};
    a += link.slid.x * p.U0 + link.slid.y * p.U1 + link.slid.z * p.U2;
  }
  link.a = j.turn.template to_link<T>(a, s, c);
  const S across_x = link.w.y * rate, across_y = link.w.x * rate;  // (w x z) rate, y reversed
  if (j.motion != Motion::prismatic) {
    link.wd.x += across_x;
    link.wd.y -= across_y;
    link.wd.z += acceleration;
    link.w.z += rate;
  }
  if (j.motion != Motion::revolute) {
    const S twice = j.motion == Motion::prismatic ? S(2) : S(S(2) * j.pitch);
    link.a.x += twice * across_x;
    link.a.y -= twice * across_y;
    link.a.z += j.motion == Motion::prismatic ? acceleration : S(j.pitch * acceleration);
  }
  inertial_wrench(j, link);
}

/// U, then F and N; the regrouped zeros of each kind of joint are left out.
template <typename S>
void NewtonEulerPass<S>::inertial_wrench(const Joint& j, Link& link) {
  const V &w = link.w, &wd = link.wd, &a = link.a;
  const S xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const S xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  link.U0 = {-(yy + zz), xy + wd.z, xz - wd.y};
  link.U1 = {xy - wd.z, -(xx + zz), yz + wd.x};
  link.U2 = {xz + wd.y, yz - wd.x, -(xx + yy)};
  const V &U0 = link.U0, &U1 = link.U1, &U2 = link.U2;
  V &F = link.f, &N = link.n;
  F = {j.hx * U0.x + j.hy * U1.x, j.hx * U0.y + j.hy * U1.y, j.hx * U0.z + j.hy * U1.z};
  N = {j.hy * a.z, -(j.hx * a.z), j.hx * a.y - j.hy * a.x};
  if (j.motion != Motion::revolute) {
    F += S(j.hz) * U2 + S(j.m) * a;
    N.x -= j.hz * a.y;
    N.y += j.hz * a.x;
  }
  if (j.motion == Motion::prismatic) return;
  N.x += j.Jxy * U0.z - j.Jxz * U0.y + j.Jyz * (zz - yy) + j.Jyy * U1.z;
  N.y += j.Jxz * (xx - zz) + j.Jyz * U1.x - j.Jxx * U0.z - j.Jxy * U1.z;
  N.z += j.Jxx * U0.y - j.Jyy * U1.x + j.Jxy * (yy - xx) + j.Jxz * U2.y - j.Jyz * U2.x;
  if (j.motion == Motion::revolute) return;
  N.x -= j.Jzz * U2.y;
  N.y += j.Jzz * U2.x;
}

template <typename S>
template <Twist T>
void NewtonEulerPass<S>::backward(std::size_t i) {
  const Joint& j = joints_[i];
  const Link& link = links_[i];
  Link& p = links_[static_cast<std::size_t>(j.parent)];
  const V f = j.turn.template to_parent<T>(link.f, sine_[i], cosine_[i]);
  p.f += f;
  p.n += j.turn.template to_parent<T>(link.n, sine_[i], cosine_[i]);
  if (j.motion != Motion::revolute) {
    p.n += small::cross(link.slid, f);
    return;
  }
  if (j.px) {
    p.n.y -= j.x * f.z;
    p.n.z += j.x * f.y;
  }
  if (j.py) {
    p.n.x += j.y * f.z;
    p.n.z -= j.y * f.x;
  }
  if (j.pz) {
    p.n.x -= j.z * f.y;
    p.n.y += j.z * f.x;
  }
}

template <typename S>
template <Twist T>
void NewtonEulerPass<S>::backward_to_root(std::size_t i) {
  const Joint& j = joints_[i];
  const Link& link = links_[i];
  V& n = links_[static_cast<std::size_t>(j.parent)].n;
  n.z += j.turn.template z_to_parent<T>(link.n, sine_[i], cosine_[i]);
  if (!j.px && !j.py) return;
  const V f = j.turn.template to_parent<T>(link.f, sine_[i], cosine_[i]);
  if (j.px) n.z += j.x * f.y;
  if (j.py) n.z -= j.y * f.x;
}

}  // namespace alembert
