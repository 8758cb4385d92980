// From the user's coordinates to joints and back, around every formulation.
#include "alembert/formulation.hpp"

#include <utility>

#include "kernel/drives.hpp"
#include "kernel/link_loads.hpp"

namespace alembert {

template <typename S>
JointProblem<S>::JointProblem(const Model& m)
    : model(m),
      X(m.joint_count()),
      rate(m.joint_count()),
      acceleration(m.joint_count()),
      gravity((m.base().linear().transpose() * m.gravity()).cast<S>()),
      wrench(m.joint_count()) {}

template <typename S>
Formulation<S>::Formulation(const Model& model, std::unique_ptr<JointDynamics<S>> dynamics)
    : problem_(model),
      dynamics_(std::move(dynamics)),
      drives_(std::make_shared<Drives<S>>(model)),
      joint_tau_(model.joint_count()),
      link_loads_(std::make_shared<LinkLoads<S>>(model)) {}

template <typename S>
void Formulation<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, VecOut<S> tau) {
  assert(have_size(problem_.model.dofs(), q, v, a, tau));
  prepare(q, v, a, loads);
  (*dynamics_)(problem_, joint_tau_);
  collect(q, v, a, tau);
}

template <typename S>
void Formulation<S>::prepare(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads) {
  const Model& model = problem_.model;
  for (int i = 0; i < model.joint_count(); ++i) place(i, q, v, a);
  const NotCounted<S> harness;
  problem_.loaded = !loads.empty();
  if (!problem_.loaded) return;
  problem_.wrench =
      link_loads_->update(loads, [&](std::size_t i) { return problem_.X[i].rotation(); });
}

/// The papers start from theta_i and its sine and cosine; only the latter are counted, apart.
template <typename S>
void Formulation<S>::place(int i, VecIn<S> q, VecIn<S> v, VecIn<S> a) {
  const ModelJoint& joint = problem_.model.joint(i);
  LinkTransform<S>& X = problem_.X[i];
  X.joint = &joint;
  S theta(joint.theta0);
  {
    const NotCounted<S> harness;
    const S x = joint_value<S>(joint, q);
    if (joint.motion != JointMotion::prismatic) theta += x;
    X.set_origin(x);
    problem_.rate[i] = joint_rate<S>(joint, v);
    problem_.acceleration[i] = joint_rate<S>(joint, a);
  }
  X.set_angle(theta);
}

template <typename S>
void Formulation<S>::collect(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecOut<S> tau) const {
  const NotCounted<S> harness;
  tau.setZero();
  for (int i = 0; i < problem_.model.joint_count(); ++i) {
    const ModelJoint& joint = problem_.model.joint(i);
    tau[joint.coordinate] += joint.ratio * joint_tau_[i];
  }
  drives_->add(q, v, a, tau);
}

template struct JointProblem<double>;
template struct JointProblem<OpCount>;
template struct JointProblem<Dual<double>>;
template class Formulation<double>;
template class Formulation<OpCount>;
template class Formulation<Dual<double>>;

}  // namespace alembert
