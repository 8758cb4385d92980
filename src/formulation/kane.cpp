// Kane's equations: Angeles, Ma, Rojas 1988, section 6.
//
//   paper        code           frame  what
//   Q            X              p, i   the step between the frames; products by (54), (55)
//   a            X.origin()     p      origin i in its parent's frame
//   rho          rho            i      mass centre from origin i
//   omega        omega, omegad  i      angular velocity and acceleration
//   W            W              i      Omega' + Omega^2 (53); W u = w' x u + w x (w x u)
//   p''          pdd            i      acceleration of the mass centre less gravity (41)
//   h'           hd             i      I w' + w x (I w) (2)
//   u, v, w      u, v, w        i      m p'', and the sums of (44), (45) over the links j >= i
//
// Differences from the print (docs/equations/kane.md): p''_i = Q^T [p''_{i-1} + W_{i-1} (a_i -
// rho_{i-1})] + W_i rho_i with a plus; sums from j = i; a prismatic joint moves along +z here,
// where the paper's b runs along -z, so its signs are plus; the last cycle of stage 3 is i = 1.
//
// Partial savings: w_1 and w'_1 lie on the first axis, so W_1 is one square, W_1 u two of three
// rows, and Q_2^T w_1 half a product; the first joint feels one component, so only that is summed.
// Cost O(n): 105 n - 112 multiplications and 90 n - 105 additions for n revolute joints.
#include "alembert/formulation/kane.hpp"

namespace alembert {

template <typename S>
Kane<S>::Kane(const Model& model) : links_(model.joint_count()) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const ModelJoint& joint = model.joints()[i];
    Link& link = links_[i];
    const bool parent_turns = joint.parent >= 0 && links_[joint.parent].turning != Turning::none;
    if (parent_turns) {
      link.turning = Turning::any;
    } else if (joint.motion == JointMotion::revolute) {
      link.turning = Turning::own_axis;
    }
    link.rho = joint.inertia.com.template cast<S>();
    link.m_rho = (joint.inertia.mass * joint.inertia.com).template cast<S>();
  }
}

template <typename S>
void Kane<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    turn(problem, i);
    accelerate(problem, i);
    start_sums(problem, i);
  }
  for (std::size_t i = links_.size(); i-- > 0;) {
    const bool revolute = problem.model.joints()[i].motion == JointMotion::revolute;
    tau[i] = revolute ? links_[i].w.z() : links_[i].v.z();  // (44), (45)
    pass_sums(problem, i);
  }
}

/// Q^T (0, 0, z): half a product.
template <typename S>
Vec3<S> axis_to_link(const LinkTransform<S>& X, const S& z) {
  const S y = S(X.joint->sin_alpha) * z;
  return {X.sin_theta * y, X.cos_theta * y, S(X.joint->cos_alpha) * z};
}

/// Stage 2: omega, omega' (12), (13) and W (53).
template <typename S>
void Kane<S>::turn(const JointProblem<S>& problem, std::size_t i) {
  const ModelJoint& joint = problem.model.joints()[i];
  const LinkTransform<S>& X = problem.X[i];
  const S qd = problem.rate[i], qdd = problem.acceleration[i];
  Link& link = links_[i];
  if (link.turning == Turning::none) return;
  Vec3<S>&w = link.omega, &wd = link.omegad;
  if (link.turning == Turning::own_axis) {
    w = Vec3<S>(S(0.0), S(0.0), qd);
    wd = Vec3<S>(S(0.0), S(0.0), qdd);
    link.W(0, 0) = link.W(1, 1) = -(qd * qd);
    link.W(1, 0) = qdd;
    link.W(0, 1) = -qdd;
    return;
  }
  const Link& parent = links_[joint.parent];
  if (parent.turning == Turning::own_axis) {
    w = axis_to_link(X, parent.omega.z());
    wd = axis_to_link(X, parent.omegad.z());
  } else {
    w = X.to_link(parent.omega);
    wd = X.to_link(parent.omegad);
  }
  if (joint.motion == JointMotion::revolute) {
    wd.x() += w.y() * qd;
    wd.y() -= w.x() * qd;
    wd.z() += qdd;
    w.z() += qd;
  }
  const S xx = w.x() * w.x(), yy = w.y() * w.y(), zz = w.z() * w.z();
  const S xy = w.x() * w.y(), xz = w.x() * w.z(), yz = w.y() * w.z();
  link.W << -(yy + zz), xy - wd.z(), xz + wd.y(),  //
      xy + wd.z(), -(xx + zz), yz - wd.x(),        //
      xz - wd.y(), yz + wd.x(), -(xx + yy);
}

/// sum += W arm, for what W can hold.
template <typename S>
void Kane<S>::add_W_times(const Link& link, const Vec3<S>& arm, Vec3<S>& sum) {
  if (link.turning == Turning::any) {
    sum += link.W * arm;
  } else if (link.turning == Turning::own_axis) {
    sum.x() += link.W(0, 0) * arm.x() + link.W(0, 1) * arm.y();
    sum.y() += link.W(1, 0) * arm.x() + link.W(1, 1) * arm.y();
  }
}

/// Stage 2: p'' (18), (20).
template <typename S>
void Kane<S>::accelerate(const JointProblem<S>& problem, std::size_t i) {
  const ModelJoint& joint = problem.model.joints()[i];
  const LinkTransform<S>& X = problem.X[i];
  Link& link = links_[i];
  if (joint.motion == JointMotion::prismatic) {
    const PublishedAs<S> stage_1(2, 0);  // a_i, which is in X already
  }
  if (joint.parent < 0) {
    link.pdd = -X.to_link(problem.gravity);  // p''_0 = -g
  } else {
    const Link& parent = links_[joint.parent];
    Vec3<S> pdd = parent.pdd;
    if (parent.turning != Turning::none) add_W_times(parent, X.origin() - parent.rho, pdd);
    link.pdd = X.to_link(pdd);
  }
  add_W_times(link, link.rho, link.pdd);
  if (joint.motion == JointMotion::revolute) return;
  if (link.turning == Turning::any) {
    const S qd = problem.rate[i], twice = qd + qd;
    link.pdd.x() += link.omega.y() * twice;  // 2 w x z d'
    link.pdd.y() -= link.omega.x() * twice;
  }
  link.pdd.z() += problem.acceleration[i];
}

/// h' = I w' + w x (I w) (2)
template <typename S>
Vec3<S> Kane<S>::moment_of_momentum_rate(const Link& link, const Mat3<S>& I) {
  if (link.turning == Turning::own_axis) {
    const Vec3<S> Iw = I.col(2) * link.omega.z();
    Vec3<S> hd = I.col(2) * link.omegad.z();
    hd.x() -= link.omega.z() * Iw.y();
    hd.y() += link.omega.z() * Iw.x();
    return hd;
  }
  const Vec3<S> Iw = I * link.omega;
  return I * link.omegad + link.omega.cross(Iw);
}

/// Stage 3: the terms j = i of v and w.
template <typename S>
void Kane<S>::start_sums(const JointProblem<S>& problem, std::size_t i) {
  if (problem.model.joints()[i].parent < 0) return start_sum_at_base(problem, i);
  const Inertia& inertia = problem.model.joints()[i].inertia;
  Link& link = links_[i];
  const Vec3<S> u = S(inertia.mass) * link.pdd;
  link.v = u;
  link.w = link.rho.cross(u);
  if (link.turning != Turning::none) {
    link.w += moment_of_momentum_rate(link, inertia.about_com.template cast<S>());
  }
  if (problem.loaded) {
    link.v -= problem.wrench[i].force;
    link.w -= problem.wrench[i].moment;
  }
}

/// Stage 3 at i = 1: the joint feels one component, w.z or v.z.
template <typename S>
void Kane<S>::start_sum_at_base(const JointProblem<S>& problem, std::size_t i) {
  const ModelJoint& joint = problem.model.joints()[i];
  Link& link = links_[i];
  if (joint.motion == JointMotion::revolute) {
    link.w.z() = S(joint.inertia.about_com(2, 2)) * link.omegad.z() +
                 (link.m_rho.x() * link.pdd.y() - link.m_rho.y() * link.pdd.x());
    if (problem.loaded) link.w.z() -= problem.wrench[i].moment.z();
  } else {
    link.v.z() = S(joint.inertia.mass) * link.pdd.z();
    if (problem.loaded) link.v.z() -= problem.wrench[i].force.z();
  }
}

/// Stage 3: v_p = u_p + Q v_i and w_p = h'_p + rho_p x u_p + Q w_i + a_i x Q v_i (46), (49).
template <typename S>
void Kane<S>::pass_sums(const JointProblem<S>& problem, std::size_t i) {
  const int p = problem.model.joints()[i].parent;
  if (p < 0) return;
  if (problem.model.joint(p).parent < 0) return pass_sum_to_base_link(problem, i);
  Link& parent = links_[p];
  problem.X[i].add_wrench_to_parent(links_[i].v, links_[i].w, parent.v, parent.w);
}

/// Stage 3: the one component that a joint on the base feels; (54) row by row, which beta does not
/// touch.
template <typename S>
void Kane<S>::pass_sum_to_base_link(const JointProblem<S>& problem, std::size_t i) {
  const LinkTransform<S>& X = problem.X[i];
  const int p = problem.model.joints()[i].parent;
  const S sin_alpha(X.joint->sin_alpha), cos_alpha(X.joint->cos_alpha);
  const auto u = [&](const Vec3<S>& x) {
    return X.sin_theta * x.x() + X.cos_theta * x.y();
  };  // (55)
  const Vec3<S>&v = links_[i].v, &w = links_[i].w;
  Link& parent = links_[p];
  if (problem.model.joint(p).motion == JointMotion::revolute) {
    const S Qv_x = X.cos_theta * v.x() - X.sin_theta * v.y();
    const S Qv_y = cos_alpha * u(v) - sin_alpha * v.z();
    const S Qw_z = sin_alpha * u(w) + cos_alpha * w.z();
    parent.w.z() += Qw_z + (X.r.x() * Qv_y - X.r.y() * Qv_x);
  } else {
    parent.v.z() += sin_alpha * u(v) + cos_alpha * v.z();
  }
}

template class Kane<double>;
template class Kane<OpCount>;
template class Kane<Dual<double>>;

}  // namespace alembert
