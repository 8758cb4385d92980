// The recursive Lagrangian with loads: Xiang, Arora, Abdel-Malek 2008, sections 4.1, 4.2 and 4.4.
//
//   paper      code     shape  what
//   T          T        4x4    frame i in its parent's
//   A, B, C    A, B, C  4x4    frame i in the base's, its velocity and acceleration
//   dA/dq      dA       4x4    A_{i-1} dT_i/dq_i
//   I          I        4x4    integral of r r^T dm about origin i, r = (x, y, z, 1)
//   D          D        4x4    sum over the links behind of iA_j I_j C_j^T
//   E          E        4      sum of m_j iA_j r_j
//   f, F       f, F     3, 4   a force in base components, and where it acts, in frame i
//   G          G        3      sum of moments, base components
//   z_0        A.col(2)        the joint's axis: ours is z of frame i itself, so A_i z_0
//
// Corrections (notes): one F for each load; at a branch a child's D, E and F are multiplied by the
// child's T before they are summed (37b), G as it is. Cost O(n), and O(depth) more for each load.
// The unloaded recursion is Hollerbach's with 4x4 matrices, and is published under his conventions:
// dense products, W dT formed three times, a sum of N terms as N additions, a trace as the full
// product, the eight products left out at the base, T and its derivatives free:
// 810 n - 592 and 675 n - 464.
#include "alembert/formulation/xiang.hpp"

#include "formulation/link_matrices.hpp"

namespace alembert {

template <typename S>
Xiang<S>::Xiang(const Model& model) : links_(model.joint_count()) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    links_[i].I = homogeneous_second_moment(model.joints()[i].inertia).template cast<S>();
    links_[i].m_r = links_[i].I.col(3);
  }
}

template <typename S>
void Xiang<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    move(problem, i);
    start_sums(i);
  }
  Vec4 g;
  g << problem.gravity, S(0.0);
  for (std::size_t i = links_.size(); i-- > 0;) {
    tau[i] = project(g, i);
    pass_sums(problem.model.joints()[i].parent, i);
  }
  if (problem.loaded) subtract_loads(problem, tau);
}

/// (12), (13), (14)
template <typename S>
void Xiang<S>::move(const JointProblem<S>& problem, std::size_t i) {
  const ModelJoint& joint = problem.model.joints()[i];
  const bool revolute = joint.motion == JointMotion::revolute;
  const S qd = problem.rate[i], qdd = problem.acceleration[i];
  Link& link = links_[i];
  JointMatrices<S, 4> step;
  set_joint_matrices(problem.X[i], step);
  link.T = step.A;
  const Mat4 &dT = step.dA, &d2T = step.d2A;
  const bool at_base = joint.parent < 0;
  const PublishedAs<S> dense(66 + (at_base ? 0 : 8 * 64), 96 + (at_base ? 0 : 8 * 48));
  const S twice_qd = S(2.0) * qd, qd_squared = qd * qd;
  if (at_base) {  // A_0 = 1, B_0 = C_0 = 0
    link.A = link.T;
    link.dA = dT;
    link.B = dT * qd;
    link.C = dT * qdd;
    if (revolute) link.C += d2T * qd_squared;
    return;
  }
  const Link& parent = links_[joint.parent];
  link.A = parent.A * link.T;
  link.dA = parent.A * dT;
  link.B = parent.B * link.T;
  link.B += link.dA * qd;
  link.C = parent.C * link.T;
  const Mat4 BdT = parent.B * dT;
  link.C += BdT * twice_qd + link.dA * qdd;
  if (revolute) {
    const Mat4 Ad2T = parent.A * d2T;
    link.C += Ad2T * qd_squared;
  }
}

/// The terms of link i itself in (17) and (18).
template <typename S>
void Xiang<S>::start_sums(std::size_t i) {
  Link& link = links_[i];
  const PublishedAs<S> dense(64 + 4, 48);
  link.D = link.I * link.C.transpose();
  link.E = link.m_r;
}

/// tr(dA D) - g^T dA E, the first two terms of (16)
template <typename S>
S Xiang<S>::project(const Vec4& gravity, std::size_t i) const {
  const Link& link = links_[i];
  const PublishedAs<S> dense(64 + 20, 48 + 3 + 15 + 1);
  const S inertia = link.dA.cwiseProduct(link.D.transpose()).sum();
  const Vec4 dAE = link.dA * link.E;
  return inertia - gravity.dot(dAE);
}

/// (17), (18) and, at branches, (37b)
template <typename S>
void Xiang<S>::pass_sums(int p, std::size_t i) {
  if (p < 0) return;
  const Link& link = links_[i];
  Link& parent = links_[p];
  parent.D += link.T * link.D;
  parent.E += link.T * link.E;
}

/// - sum_k f_k^T dA_i F_i^(k) - G_i^T A_i z_0, the last two terms of (16). The load of link k acts
/// at its origin: F_k = (0, 0, 0, 1), and F_{i-1} = T_i F_i (19) towards the base.
template <typename S>
void Xiang<S>::subtract_loads(const JointProblem<S>& problem, VecX<S>& tau) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    links_[i].G = links_[i].A.template topLeftCorner<3, 3>() * problem.wrench[i].moment;
  }
  for (int k = static_cast<int>(links_.size()) - 1; k >= 0; --k) {
    const Link& loaded = links_[k];
    const ModelJoint& joint = problem.model.joint(k);
    if (joint.motion == JointMotion::revolute) {
      tau[k] -= loaded.G.dot(loaded.A.template block<3, 1>(0, 2));
    }
    if (joint.parent >= 0) links_[joint.parent].G += loaded.G;  // (20)

    const LinkWrench<S>& wrench = problem.wrench[k];
    if (wrench.force == Vec3<S>(Vec3<S>::Zero())) continue;
    const Vec3<S> f = loaded.A.template topLeftCorner<3, 3>() * wrench.force;
    Vec4 F = Vec4::Unit(3);
    for (int i = k; i >= 0; i = problem.model.joint(i).parent) {
      const Link& link = links_[i];
      const Vec4 dAF = link.dA * F;
      tau[i] -= f.dot(dAF.template head<3>());
      F = Vec4(link.T * F);
    }
  }
}

template class Xiang<double>;
template class Xiang<OpCount>;
template class Xiang<Dual<double>>;

}  // namespace alembert
