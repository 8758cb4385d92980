// Lagrangian dynamics on the angular velocity vector: Silver 1981.
//
//   tau_j = sum_i  m_i v'_i . dv_i/dq'_j + [I_i w'_i + w_i x (I_i w_i)] . dw_i/dq'_j        (3.11)
//
//   paper      code            frame  what
//   w, w'      w, wd           i      angular velocity and acceleration of link i
//              ad              i      acceleration of the frame's origin; starts from -g (notes)
//   v'         vd              i      acceleration of the mass centre
//   F, N       F, N            i      m v' and I w' + w x (I w), of (3.12)
//   z          (0, 0, 1)       j      axis of joint j
//   p_ji       X.r, c          j, i   from the axis of joint j to the mass centre of link i
//   sum F      sum_force       j      what a translational joint projects on z
//   sum p x F + N  sum_moment  j      what a rotational joint projects on z
//
// p_ji = p_jk + p_ki for a joint k between, so the sums of joint j are those of its children moved
// to j: two passes, O(n). Coordinates are those of Luh, as the paper proposes; the operations are
// then those of newton_euler, one by one, which is what the paper proves.
#include "alembert/formulation/silver.hpp"

#include "formulation/luh_count.hpp"

namespace alembert {

template <typename S>
Silver<S>::Silver(const Model& model) : links_(model.joint_count()) {}

template <typename S>
void Silver<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  for (std::size_t j = 0; j < links_.size(); ++j) {
    differentiate(problem, j);
    start_sums(problem, j);
  }
  for (std::size_t j = links_.size(); j-- > 0;) {
    tau[j] = generalized_force(problem.model.joints()[j], links_[j]);
    pass_sums(problem, j);
  }
}

/// (3.13) and (3.14) term by term from the base: what joint j adds to its parent's motion.
template <typename S>
void Silver<S>::differentiate(const JointProblem<S>& problem, std::size_t j) {
  const ModelJoint& joint = problem.model.joints()[j];
  const LinkTransform<S>& X = problem.X[j];
  const bool rotational = joint.motion == JointMotion::revolute;
  const S qd = problem.rate[j], qdd = problem.acceleration[j];
  const luh::Published<S> count(luh::motion(joint));
  Link& link = links_[j];
  if (joint.parent < 0) {
    link.w = link.wd = Vec3<S>::Zero();
    link.ad = X.to_link(-problem.gravity);
    if (rotational) {
      link.w.z() = qd;
      link.wd.z() = qdd;
    } else {
      link.ad.z() += qdd;
    }
    return;
  }
  const Link& parent = links_[joint.parent];
  const Vec3<S> w = X.parent_to_turned(parent.w), wd = X.parent_to_turned(parent.wd);
  const Vec3<S> a = X.parent_to_turned(parent.ad) + wd.cross(X.r) + w.cross(w.cross(X.r));
  link.w = X.turned_to_link(w);
  link.wd = X.turned_to_link(wd);
  link.ad = X.turned_to_link(a);
  // d/dt (q' z) = q'' z + q' w x z turns or, twice over, slides the link.
  Vec3<S>& gains = rotational ? link.wd : link.ad;
  const S rate = rotational ? qd : S(2.0) * qd;
  gains.x() += rate * link.w.y();
  gains.y() -= rate * link.w.x();
  gains.z() += qdd;
  if (rotational) link.w.z() += qd;
}

/// The term i = j of both sums: F_j and p_jj x F_j + N_j (3.12), less what pushes from outside.
template <typename S>
void Silver<S>::start_sums(const JointProblem<S>& problem, std::size_t j) {
  const Inertia& body = problem.model.joints()[j].inertia;
  const Vec3<S> c = body.com.template cast<S>();
  const Mat3<S> I = body.about_com.template cast<S>();
  Link& link = links_[j];
  {
    const luh::Published<S> count(luh::inertia_force);
    const Vec3<S> Iw = I * link.w;
    const Vec3<S> N = I * link.wd + link.w.cross(Iw);
    const Vec3<S> vd = link.ad + link.wd.cross(c) + link.w.cross(link.w.cross(c));
    const Vec3<S> F = S(body.mass) * vd;
    link.sum_force = F;
    link.sum_moment = c.cross(F) + N;
  }
  if (problem.loaded) {
    link.sum_force -= problem.wrench[j].force;
    link.sum_moment -= problem.wrench[j].moment;
  }
}

/// dw_i/dq'_j = z_j and dv_i/dq'_j = z_j x p_ji, or 0 and z_j (3.15, 3.16): z_j leaves the sums.
template <typename S>
S Silver<S>::generalized_force(const ModelJoint& joint, const Link& link) const {
  const luh::Published<S> count(luh::projection);
  return joint.motion == JointMotion::revolute ? link.sum_moment.z() : link.sum_force.z();
}

template <typename S>
void Silver<S>::pass_sums(const JointProblem<S>& problem, std::size_t j) {
  const int p = problem.model.joints()[j].parent;
  if (p < 0) return;
  const luh::Published<S> count(luh::transmission);
  Link& parent = links_[p];
  problem.X[j].add_wrench_to_parent(links_[j].sum_force, links_[j].sum_moment, parent.sum_force,
                                    parent.sum_moment);
}

template class Silver<double>;
template class Silver<OpCount>;
template class Silver<Dual<double>>;

}  // namespace alembert
