// The Lagrangian term by term: Uicker 1965, Kahn 1969, as in Hollerbach 1980, (4) with (5).
//
//   paper              code              frame  shape  what
//   A, dA, d2A         joint             p, j   4x4    the step between the frames, derivatives
//   kW_j               W_between_(j, k)  k      4x4    frame j in frame k; W_j = 0W_j apart
//   dW_j/dq_k          dW_(j, k)         0      4x4    W_{k-1} dA_k kW_j
//   d2W_j/dq_k dq_l    d2W_(k, l)        0      4x4    symmetric in k, l; of one link at a time
//   J                  J                 j      4x4    inertia about the origin, int h h^T dm
//   r                  r                 j      4      mass centre, homogeneous
//   g                  g                 0      4      gravity, (g 0)
//   F                  tau                             force of each joint
//
// Differences: the velocity term of (4) has q'_k q'_l, not second derivatives. The paper writes
// homogeneous coordinates as (1 x y z), we (x y z 1). Outside wrenches enter as load matrices.
// Branched robots: each link adds to the joints between it and the base. Cost O(n^4).
#include "alembert/formulation/uicker_kahn.hpp"

#include "formulation/link_matrices.hpp"

namespace alembert {

template <typename S>
UickerKahn<S>::UickerKahn(const Model& model)
    : paths_(paths_from_base(model)),
      links_(paths_.size()),
      W_between_(paths_.size()),
      dW_(paths_.size()),
      dW_dA_(paths_.size()),
      d2W_(paths_.size()) {
  for (std::size_t j = 0; j < links_.size(); ++j) {
    const ModelJoint& joint = model.joints()[j];
    Link& link = links_[j];
    link.J = homogeneous_second_moment(joint.inertia).template cast<S>();
    link.r = joint.inertia.com.homogeneous().template cast<S>();
    link.mass = S(joint.inertia.mass);
    link.at_base = joint.parent < 0;
    link.parent = static_cast<std::size_t>(joint.parent);
  }
}

template <typename S>
void UickerKahn<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  tau.setZero();
  for (std::size_t j = 0; j < links_.size(); ++j) {
    place(problem, j);
    differentiate(j);
    add_forces(problem, j, tau);
  }
}

/// W_j, kW_j (3) and the left part of (5).
template <typename S>
void UickerKahn<S>::place(const JointProblem<S>& problem, std::size_t j) {
  Link& link = links_[j];
  set_joint_matrices(problem.X[j], link.joint);
  if (link.at_base) {
    link.W = link.joint.A;
    link.W_dA = link.joint.dA;
    link.W_d2A = link.joint.d2A;
    return;
  }
  const Link& parent = links_[link.parent];
  link.W = dense::product(parent.W, link.joint.A);
  link.W_dA = dense::product(parent.W, link.joint.dA);
  link.W_d2A = dense::product(parent.W, link.joint.d2A);
  for (const std::size_t k : paths_[link.parent]) {
    W_between_(j, k) =
        k == link.parent ? link.joint.A : dense::product(W_between_(link.parent, k), link.joint.A);
  }
}

/// (5): W_j by the joints between the base and link j, once and twice.
template <typename S>
void UickerKahn<S>::differentiate(std::size_t j) {
  for (const std::size_t k : paths_[j]) {
    if (k == j) {
      dW_(j, k) = links_[k].W_dA;
    } else {
      dW_(j, k) = dense::product(links_[k].W_dA, W_between_(j, k));
      dW_dA_(j, k) = dense::product(dW_(links_[j].parent, k), links_[j].joint.dA);
    }
  }
  for (const std::size_t l : paths_[j]) {
    for (const std::size_t k : paths_[l]) {
      const Mat4<S>& left = k == l ? links_[l].W_d2A : dW_dA_(l, k);
      d2W_(k, l) = l == j ? left : dense::product(left, W_between_(j, l));
      d2W_(l, k) = d2W_(k, l);
    }
  }
}

/// (4), the terms of link j.
template <typename S>
void UickerKahn<S>::add_forces(const JointProblem<S>& problem, std::size_t j, VecX<S>& tau) {
  const Link& link = links_[j];
  const VecX<S>&qd = problem.rate, &qdd = problem.acceleration;
  const Vec4<S> g(problem.gravity.x(), problem.gravity.y(), problem.gravity.z(), S(0.0));
  const auto at = [](std::size_t joint) { return static_cast<int>(joint); };
  for (const std::size_t i : paths_[j]) {
    S& tau_i = tau[at(i)];
    Mat4<S> dW_J;
    {  // once a pair; the paper's count forms it again in every velocity term
      const NotPublished<S> counted_below;
      dW_J = dW_(j, i) * link.J;
    }
    for (const std::size_t k : paths_[i]) {  // the inertia matrix is symmetric
      S inertia;
      {  // the paper's count has no sum of the diagonal here
        const PublishedAs<S> full_product(dense::product_mul(4), dense::product_add(4));
        inertia = dense::trace_with_transpose(dW_J, dW_(j, k));
      }
      tau_i += inertia * qdd[at(k)];
      if (k != i) tau[at(k)] += inertia * qdd[at(i)];
    }
    for (const std::size_t k : paths_[j]) {
      for (const std::size_t l : paths_[j]) {
        dense::count_again<S, 4>(1);  // dW_j/dq_i J_j
        tau_i += dense::trace_with_transpose(dW_J, d2W_(k, l)) * (qd[at(k)] * qd[at(l)]);
      }
    }
    const Vec4<S> dr = dW_(j, i) * link.r;
    tau_i -= link.mass * g.dot(dr);
    if (problem.loaded) {
      const Mat4<S> L_W = load_matrix(problem.wrench[j]) * link.W.transpose();
      tau_i -= dense::trace(dW_(j, i), L_W);
    }
  }
}

template class UickerKahn<double>;
template class UickerKahn<OpCount>;
template class UickerKahn<Dual<double>>;

}  // namespace alembert
