// Lagrangian dynamics with backward recursion: Waters 1979, in the simpler form of Hollerbach 1980.
//
//   paper          code        frame  shape  what
//   A, dA, d2A     joint       p, i   4x4    the step between the frames, derivatives by q_i
//   W, W', W''     motion      0      4x4    frame j in the base frame, and its time derivatives
//   dW_j/dq_i      dW_(j, i)   0      4x4    starts from W_{i-1} dA_i, goes on by A_j
//   J              J           j      4x4    inertia about the origin, integral of h h^T dm
//   r              r           j      4      mass centre, homogeneous
//   g              g           0      4      gravity, (g 0)
//   F              tau                       force of each joint
//
// Differences: gravity in (6) has no J_j; (8) and (9) are about W and W'. The paper writes
// homogeneous coordinates as (1 x y z), we (x y z 1). Outside wrenches enter beside J W''^T as load
// matrices. Branched robots: each link adds to the joints between it and the base. Cost O(n^2).
#include "alembert/formulation/waters.hpp"

#include "formulation/link_matrices.hpp"

namespace alembert {

template <typename S>
Waters<S>::Waters(const Model& model)
    : paths_(paths_from_base(model)), links_(paths_.size()), dW_(paths_.size()) {
  for (std::size_t j = 0; j < links_.size(); ++j) {
    const Inertia& inertia = model.joints()[j].inertia;
    links_[j].J = homogeneous_second_moment(inertia).template cast<S>();
    links_[j].r = inertia.com.homogeneous().template cast<S>();
  }
}

template <typename S>
void Waters<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  const Vec4<S> g(problem.gravity.x(), problem.gravity.y(), problem.gravity.z(), S(0.0));
  tau.setZero();
  for (std::size_t j = 0; j < links_.size(); ++j) {
    const ModelJoint& joint = problem.model.joints()[j];
    const auto parent = static_cast<std::size_t>(joint.parent);
    const S qd = problem.rate[j], qdd = problem.acceleration[j];
    Link& link = links_[j];
    JointMatrices<S, 4> step;
    set_joint_matrices(problem.X[j], step);
    advance(joint.parent < 0 ? nullptr : &links_[parent].motion, step, qd, qdd, link.motion);

    Mat4<S> J_Wdd;
    {  // once a link; the paper's count forms (dW_j/dq_i J_j) W''_j^T anew for each i
      const NotPublished<S> counted_below;
      J_Wdd = link.J * link.motion.Wdd.transpose();
      if (problem.loaded) J_Wdd -= load_matrix(problem.wrench[j]) * link.motion.W.transpose();
    }
    for (const std::size_t i : paths_[j]) {
      dW_(j, i) = i == j ? link.motion.dW : dense::product(dW_(parent, i), step.A);
      const Vec4<S> dr = dW_(j, i) * link.r;
      dense::count_again<S, 4>(1);  // dW_j/dq_i J_j
      tau[i] += dense::trace(dW_(j, i), J_Wdd) - S(joint.inertia.mass) * g.dot(dr);  // (6)
    }
  }
}

template class Waters<double>;
template class Waters<OpCount>;
template class Waters<Dual<double>>;

}  // namespace alembert
