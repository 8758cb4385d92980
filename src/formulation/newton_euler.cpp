// Newton-Euler in link coordinates: Luh, Walker, Paul 1980, as revised in Hollerbach 1980.
//
//   paper      code   frame  what
//   w, w'      w, wd  i      angular velocity and acceleration of link i
//   p''        pdd    i      acceleration of origin i; starts from -g (notes: p''_0 = -g)
//   r''        rdd    i      acceleration of the mass centre
//   p*         X.r    p      origin i in its parent's frame (turned by beta at branches)
//   r*         c      i      mass centre in its link's frame
//   F, N       F, N   i      inertia force and moment about the mass centre
//   f, n       f, n   i      force and moment about origin i that joint i transmits
//   A          X      p, i   the step between the frames
//
// The paper's frames are at the distal end of a link; ours are on the joint, so p* turns with the
// parent, the moment is about origin i and z is (0, 0, 1). Cost O(n): 117 n - 58 multiplications
// and 90 n - 47 additions for n revolute joints; luh_count.hpp has the paper's own.
#include "alembert/formulation/newton_euler.hpp"

#include "formulation/luh_count.hpp"

namespace alembert {

template <typename S>
NewtonEuler<S>::NewtonEuler(const Model& model) : links_(model.joint_count()) {}

template <typename S>
void NewtonEuler<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    move(problem, i);
    apply_inertia(problem, i);
  }
  for (std::size_t i = links_.size(); i-- > 0;) {
    tau[i] = project(problem.model.joints()[i], links_[i]);
    transmit(problem, i);
  }
}

template <typename S>
void NewtonEuler<S>::move(const JointProblem<S>& problem, std::size_t i) {
  const ModelJoint& joint = problem.model.joints()[i];
  const LinkTransform<S>& X = problem.X[i];
  const bool revolute = joint.motion == JointMotion::revolute;
  const S qd = problem.rate[i], qdd = problem.acceleration[i];
  const luh::Published<S> count(luh::motion(joint));
  Link& link = links_[i];
  if (joint.parent < 0) {  // w_0 = w'_0 = 0, p''_0 = -g
    link.w = Vec3<S>(S(0.0), S(0.0), revolute ? qd : S(0.0));
    link.wd = Vec3<S>(S(0.0), S(0.0), revolute ? qdd : S(0.0));
    link.pdd = -X.to_link(problem.gravity);
    if (!revolute) link.pdd.z() += qdd;
    return;
  }
  const Link& parent = links_[joint.parent];
  const Vec3<S> w = X.parent_to_turned(parent.w), wd = X.parent_to_turned(parent.wd);
  link.w = X.turned_to_link(w);
  link.wd = X.turned_to_link(wd);
  link.pdd =
      X.turned_to_link(X.parent_to_turned(parent.pdd) + wd.cross(X.r) + w.cross(w.cross(X.r)));
  if (revolute) {
    link.wd.x() += link.w.y() * qd;  // w x z q' + z q''
    link.wd.y() -= link.w.x() * qd;
    link.wd.z() += qdd;
    link.w.z() += qd;
  } else {
    const S twice = S(2.0) * qd;
    link.pdd.x() += link.w.y() * twice;  // 2 w x z q' + z q''
    link.pdd.y() -= link.w.x() * twice;
    link.pdd.z() += qdd;
  }
}

template <typename S>
void NewtonEuler<S>::apply_inertia(const JointProblem<S>& problem, std::size_t i) {
  const Inertia& inertia = problem.model.joints()[i].inertia;
  const Vec3<S> c = inertia.com.template cast<S>();
  const Mat3<S> I = inertia.about_com.template cast<S>();
  Link& link = links_[i];
  {
    const luh::Published<S> count(luh::inertia_force);
    const Vec3<S> rdd = link.pdd + link.wd.cross(c) + link.w.cross(link.w.cross(c));
    const Vec3<S> F = S(inertia.mass) * rdd;
    const Vec3<S> Iw = I * link.w;
    const Vec3<S> N = I * link.wd + link.w.cross(Iw);
    link.f = F;
    link.n = N + c.cross(F);
  }
  if (problem.loaded) {
    link.f -= problem.wrench[i].force;
    link.n -= problem.wrench[i].moment;
  }
}

/// z . n or z . f
template <typename S>
S NewtonEuler<S>::project(const ModelJoint& joint, const Link& link) const {
  const luh::Published<S> count(luh::projection);
  return joint.motion == JointMotion::revolute ? link.n.z() : link.f.z();
}

/// f_p = F_p + A f_i and n_p = N_p + r* x F_p + A n_i + p* x A f_i, F_p and N_p being there already
template <typename S>
void NewtonEuler<S>::transmit(const JointProblem<S>& problem, std::size_t i) {
  const int p = problem.model.joints()[i].parent;
  if (p < 0) return;
  const luh::Published<S> count(luh::transmission);
  Link& parent = links_[p];
  problem.X[i].add_wrench_to_parent(links_[i].f, links_[i].n, parent.f, parent.n);
}

template class NewtonEuler<double>;
template class NewtonEuler<OpCount>;
template class NewtonEuler<Dual<double>>;

}  // namespace alembert
