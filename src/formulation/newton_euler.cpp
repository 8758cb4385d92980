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
// parent and the moment is about origin i. Cost O(n).
#include "alembert/formulation/newton_euler.hpp"

namespace alembert {

template <typename S>
NewtonEuler<S>::NewtonEuler(const Model& model)
    : links_(static_cast<std::size_t>(model.joint_count())) {}

template <typename S>
void NewtonEuler<S>::operator()(const JointProblem<S>& problem, VecX<S>& tau) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const ModelJoint& joint = problem.model.joints()[i];
    const LinkTransform<S>& X = problem.X[i];
    const S qd = problem.rate[static_cast<int>(i)], qdd = problem.acceleration[static_cast<int>(i)];
    Link& link = links_[i];
    if (joint.parent < 0) {
      link.w.setZero();
      link.wd.setZero();
      link.pdd = -X.to_link(problem.gravity);
    } else {
      const Link& parent = links_[static_cast<std::size_t>(joint.parent)];
      const Vec3<S> w = X.parent_to_turned(parent.w), wd = X.parent_to_turned(parent.wd);
      link.w = X.turned_to_link(w);
      link.wd = X.turned_to_link(wd);
      link.pdd =
          X.turned_to_link(X.parent_to_turned(parent.pdd) + wd.cross(X.r) + w.cross(w.cross(X.r)));
    }
    const Vec3<S> wxz(link.w.y(), -link.w.x(), S(0.0));
    if (joint.motion == Motion::revolute) {
      link.wd += wxz * qd;
      link.wd.z() += qdd;
      link.w.z() += qd;
    } else {
      link.pdd += wxz * (S(2.0) * qd);
      link.pdd.z() += qdd;
    }
    const Vec3<S> c = joint.inertia.com.template cast<S>();
    const Mat3<S> I = joint.inertia.about_com.template cast<S>();
    const Vec3<S> rdd = link.pdd + link.wd.cross(c) + link.w.cross(link.w.cross(c));
    const Vec3<S> F = S(joint.inertia.mass) * rdd;
    const Vec3<S> Iw = I * link.w;
    const Vec3<S> N = I * link.wd + link.w.cross(Iw);
    link.f = F;
    link.n = N + c.cross(F);
    if (problem.loaded) {
      link.f -= problem.wrench[i].force;
      link.n -= problem.wrench[i].moment;
    }
  }
  for (std::size_t i = links_.size(); i-- > 0;) {
    const ModelJoint& joint = problem.model.joints()[i];
    const Link& link = links_[i];
    tau[static_cast<int>(i)] = joint.motion == Motion::revolute ? link.n.z() : link.f.z();
    if (joint.parent < 0) continue;
    Link& parent = links_[static_cast<std::size_t>(joint.parent)];
    problem.X[i].add_wrench_to_parent(link.f, link.n, parent.f, parent.n);
  }
}

template class NewtonEuler<double>;
template class NewtonEuler<OpCount>;
template class NewtonEuler<Dual<double>>;

}  // namespace alembert
