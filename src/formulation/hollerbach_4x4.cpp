// The recursive Lagrangian with 4x4 matrices: Hollerbach 1980, (8)-(10) outwards, (12)-(14)
// inwards.
//
//   paper          code    frame  shape  what
//   A, dA, d2A     joint   p, i   4x4    the step between the frames, derivatives by q_i
//   W, W', W''     motion  0      4x4    frame i in the base frame, and its time derivatives
//   dW_i/dq_i      dW      0      4x4    W_{i-1} dA_i
//   J              J       i      4x4    inertia about the origin, integral of h h^T dm
//   m r            mr      i      4      first moment, homogeneous
//   D              D       i, 0   4x4    sum of iW_j J_j W''_j^T over the links j from i outwards
//   c              c       i      4      sum of m_j iW_j r_j over the same links
//   g              g       0      4      gravity, (g 0)
//   F              tau                   force of each joint
//
// Differences: the sums in (12), (13) run over iW_j J_j W''_j^T and m_j iW_j r_j; the recursions
// are right. The paper writes homogeneous coordinates as (1 x y z), we (x y z 1). Outside wrenches
// enter beside J W''^T as load matrices. Cost O(n).
#include "alembert/formulation/hollerbach_4x4.hpp"

#include "formulation/link_matrices.hpp"

namespace alembert {

template <typename S>
Hollerbach4x4<S>::Hollerbach4x4(const Model& model) : links_(model.joint_count()) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Inertia& inertia = model.joints()[i].inertia;
    links_[i].J = homogeneous_second_moment(inertia).template cast<S>();
    links_[i].mr = links_[i].J.col(3);
  }
}

template <typename S>
void Hollerbach4x4<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  const Vec4<S> g(problem.gravity.x(), problem.gravity.y(), problem.gravity.z(), S(0.0));
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const int parent = problem.model.joints()[i].parent;
    const S qd = problem.rate[i], qdd = problem.acceleration[i];
    Link& link = links_[i];
    set_joint_matrices(problem.X[i], link.joint);
    advance(parent < 0 ? nullptr : &links_[parent].motion, link.joint, qd, qdd, link.motion);
    link.D = link.J * link.motion.Wdd.transpose();
    if (problem.loaded) link.D -= load_matrix(problem.wrench[i]) * link.motion.W.transpose();
    const PublishedAs<S> m_times_r(4, 0);
    link.c = link.mr;
  }
  for (std::size_t i = links_.size(); i-- > 0;) {
    const Link& link = links_[i];
    const Vec4<S> dW_c = link.motion.dW * link.c;
    tau[i] = dense::trace(link.motion.dW, link.D) - g.dot(dW_c);  // (14)
    const int parent = problem.model.joints()[i].parent;
    if (parent < 0) continue;
    Link& before = links_[parent];
    before.D += dense::product(link.joint.A, link.D);  // (12)
    before.c += link.joint.A * link.c;                 // (13)
  }
}

template class Hollerbach4x4<double>;
template class Hollerbach4x4<OpCount>;
template class Hollerbach4x4<Dual<double>>;

}  // namespace alembert
