// Newton-Euler in base coordinates: Luh, Walker, Paul 1980, as revised in Hollerbach 1980.
//
//   paper      code   frame  what
//   W          W      0, i   rotation of link i: W_i = W_{i-1} A_i
//   z          z      0      axis of joint i: the third column of W
//   w, w'      w, wd  0      angular velocity and acceleration of link i
//   p''        pdd    0      acceleration of origin i; starts from -g (notes: p''_0 = -g)
//   r''        rdd    0      acceleration of the mass centre
//   p*         p      0      from the parent's origin to origin i
//   r*         c      0      from origin i to the mass centre
//   I          I      0      inertia about the mass centre, turned: W I W^T
//   F, N       F, N   0      inertia force and moment about the mass centre
//   f, n       f, n   0      force and moment about origin i that joint i transmits
//
// The paper's frames are at the distal end of a link; ours are on the joint, so p* moves with the
// parent and the moment is about origin i. Cost O(n), and half of it is turning constant vectors
// and tensors into the base: the reason for link coordinates.
#include "alembert/formulation/newton_euler_base.hpp"

namespace alembert {

template <typename S>
NewtonEulerBase<S>::NewtonEulerBase(const Model& model) : links_(model.joint_count()) {}

template <typename S>
void NewtonEulerBase<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    place(problem, i);
    move(problem, i);
    apply_inertia(problem, i);
  }
  for (std::size_t i = links_.size(); i-- > 0;) {
    const ModelJoint& joint = problem.model.joints()[i];
    const Link& link = links_[i];
    tau[i] = link.z.dot(joint.motion == JointMotion::revolute ? link.n : link.f);
    if (joint.parent < 0) continue;
    Link& parent = links_[joint.parent];
    parent.f += link.f;
    parent.n += link.n + link.p.cross(link.f);
  }
}

template <typename S>
void NewtonEulerBase<S>::place(const JointProblem<S>& problem, std::size_t i) {
  const int p = problem.model.joints()[i].parent;
  const LinkTransform<S>& X = problem.X[i];
  Link& link = links_[i];
  if (p < 0) {
    const NotPublished<S> free;  // A_1 itself
    link.W = X.rotation();
  } else {
    const Mat3<S>& W = links_[p].W;
    link.p = W * X.origin();
    const PublishedAs<S> dense(27, 18);
    for (int row = 0; row < 3; ++row) link.W.row(row) = X.to_link(W.row(row).transpose());
  }
  link.z = link.W.col(2);
}

template <typename S>
void NewtonEulerBase<S>::move(const JointProblem<S>& problem, std::size_t i) {
  const ModelJoint& joint = problem.model.joints()[i];
  const bool revolute = joint.motion == JointMotion::revolute;
  const S qd = problem.rate[i], qdd = problem.acceleration[i];
  Link& link = links_[i];
  const Vec3<S> zqd = link.z * qd, zqdd = link.z * qdd;
  if (joint.parent < 0) {  // w_0 = w'_0 = 0, p''_0 = -g
    link.w = revolute ? zqd : Vec3<S>(Vec3<S>::Zero());
    link.wd = revolute ? zqdd : Vec3<S>(Vec3<S>::Zero());
    link.pdd = revolute ? Vec3<S>(-problem.gravity) : Vec3<S>(zqdd - problem.gravity);
    return;
  }
  const Link& parent = links_[joint.parent];
  const Vec3<S>&w = parent.w, &wd = parent.wd;
  link.w = w;
  link.wd = wd;
  link.pdd = parent.pdd + wd.cross(link.p) + w.cross(w.cross(link.p));
  if (revolute) {
    link.w += zqd;
    link.wd += zqdd + w.cross(zqd);
  } else {
    link.pdd += zqdd + S(2.0) * w.cross(zqd);
  }
}

template <typename S>
void NewtonEulerBase<S>::apply_inertia(const JointProblem<S>& problem, std::size_t i) {
  const Inertia& inertia = problem.model.joints()[i].inertia;
  Link& link = links_[i];
  const Mat3<S> WI = link.W * inertia.about_com.template cast<S>();
  const Mat3<S> I = WI * link.W.transpose();
  const Vec3<S> c = link.W * inertia.com.template cast<S>();
  const Vec3<S> rdd = link.pdd + link.wd.cross(c) + link.w.cross(link.w.cross(c));
  const Vec3<S> F = S(inertia.mass) * rdd;
  const Vec3<S> Iw = I * link.w;
  const Vec3<S> N = I * link.wd + link.w.cross(Iw);
  link.f = F;
  link.n = N + c.cross(F);
  if (problem.loaded) {
    link.f -= link.W * problem.wrench[i].force;
    link.n -= link.W * problem.wrench[i].moment;
  }
}

template class NewtonEulerBase<double>;
template class NewtonEulerBase<OpCount>;
template class NewtonEulerBase<Dual<double>>;

}  // namespace alembert
