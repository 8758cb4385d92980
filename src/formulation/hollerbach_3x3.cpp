// The recursive Lagrangian with 3x3 matrices: Hollerbach 1980, (10), (16) outwards, (17), (18)
// inwards.
//
//   paper          code    frame  shape  what
//   A, dA, d2A     joint   p, i   3x3    rotation between the frames, derivatives by q_i
//   W, W', W''     motion  0      3x3    orientation of frame i, and its time derivatives
//   dW_i/dq_i      dW      0      3x3    W_{i-1} dA_i; zero if joint i slides
//   p''            pdd     0      3      acceleration of origin i
//   p*             X       p      3      origin i in its parent's frame
//   m, M           m, M                  mass of link i; of all links from i outwards
//   n              n       i      3      m r*, first moment about the origin
//   J              J       i      3x3    inertia about the origin, integral of h h^T dm
//   D, e, c        D, e, c i,0; 0; i     the sums over the links from i outwards
//   F              tau                   force of each joint
//
// Differences: n is m r*; (16) is p''_j = p''_{j-1} + W''_{j-1} p*_j; c needs M_{i+1} p_{i+1}
// (notes on (15), (17), (A13)); sliding joints are added. Our frames are on the joint, as (B1)
// needs. Outside wrenches enter beside J W''^T and n^T W''^T. Cost O(n).
#include "alembert/formulation/hollerbach_3x3.hpp"

#include "formulation/link_matrices.hpp"

namespace alembert {

template <typename S>
Hollerbach3x3<S>::Hollerbach3x3(const Model& model) : links_(model.joint_count()) {
  const NotCounted<S> constants;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Inertia& inertia = model.joints()[i].inertia;
    Link& link = links_[i];
    link.m = link.M = S(inertia.mass);
    link.J = second_moment(inertia).template cast<S>();
    link.n = link.c0 = (inertia.mass * inertia.com).template cast<S>();
  }
  for (std::size_t i = links_.size(); i-- > 0;) {
    const ModelJoint& joint = model.joints()[i];
    if (joint.parent < 0) continue;
    Link& parent = links_[joint.parent];
    parent.M += links_[i].M;
    if (joint.motion == JointMotion::prismatic) continue;
    LinkTransform<S> X;
    X.joint = &joint;
    X.set_origin(S(0.0));
    parent.c0 += links_[i].M * X.origin();
  }
}

template <typename S>
void Hollerbach3x3<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  for (std::size_t i = 0; i < links_.size(); ++i) forward(problem, i);
  for (std::size_t i = links_.size(); i-- > 0;) backward(problem, i, tau);
}

template <typename S>
void Hollerbach3x3<S>::forward(const JointProblem<S>& problem, std::size_t i) {
  const ModelJoint& joint = problem.model.joints()[i];
  const bool slides = joint.motion == JointMotion::prismatic;
  const S qd = problem.rate[i], qdd = problem.acceleration[i];
  Link& link = links_[i];
  set_joint_matrices(problem.X[i], link.joint);
  const Vec3<S> z = link.joint.A.col(2);  // axis i in the parent's frame
  if (joint.parent < 0) {
    advance<S, 3>(nullptr, link.joint, qd, qdd, link.motion);
    link.pdd.setZero();
    if (slides) link.pdd = z * qdd;
  } else {
    const Link& parent = links_[joint.parent];
    advance(&parent.motion, link.joint, qd, qdd, link.motion);
    link.pdd = parent.pdd + parent.motion.Wdd * problem.X[i].origin();  // (16)
    if (slides) link.pdd += parent.motion.Wd * z * (S(2.0) * qd) + parent.motion.W * z * qdd;
  }
  link.D = link.n * link.pdd.transpose() + link.J * link.motion.Wdd.transpose();
  link.e = link.m * link.pdd + link.motion.Wdd * link.n;
  if (problem.loaded) {
    link.D -= couple(problem.wrench[i].moment) * link.motion.W.transpose();
    link.e -= link.motion.W * problem.wrench[i].force;
  }
  const PublishedAs<S> m_times_r(3, 0);
  link.c = link.c0;
}

template <typename S>
void Hollerbach3x3<S>::backward(const JointProblem<S>& problem, std::size_t i, VecX<S>& tau) {
  const ModelJoint& joint = problem.model.joints()[i];
  const bool slides = joint.motion == JointMotion::prismatic;
  const Link& link = links_[i];
  if (slides) {
    tau[i] = link.motion.W.col(2).dot(link.e - link.M * problem.gravity);
  } else {
    const Vec3<S> dW_c = link.motion.dW * link.c;
    tau[i] = dense::trace(link.motion.dW, link.D) - problem.gravity.dot(dW_c);  // (17)
  }
  if (joint.parent < 0) return;
  Link& parent = links_[joint.parent];
  const Vec3<S> p = problem.X[i].origin();
  parent.D += dense::product(link.joint.A, link.D) + p * link.e.transpose();  // (18)
  parent.e += link.e;
  parent.c += link.joint.A * link.c;  // (13)
  if (slides) parent.c += link.M * p;
}

template class Hollerbach3x3<double>;
template class Hollerbach3x3<OpCount>;
template class Hollerbach3x3<Dual<double>>;

}  // namespace alembert
