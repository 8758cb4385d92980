// From the user's coordinates to joints and back, around every formulation.
#include "alembert/formulation.hpp"

#include <utility>

#include "kernel/joint_effects.hpp"

namespace alembert {

template <typename S>
JointProblem<S>::JointProblem(const Model& m)
    : model(m),
      X(static_cast<std::size_t>(m.joint_count())),
      rate(m.joint_count()),
      acceleration(m.joint_count()),
      gravity((m.base().linear().transpose() * m.gravity()).cast<S>()),
      wrench(static_cast<std::size_t>(m.joint_count())) {}

template <typename S>
Formulation<S>::Formulation(const Model& model, std::unique_ptr<JointDynamics<S>> dynamics)
    : problem_(model),
      dynamics_(std::move(dynamics)),
      joint_tau_(model.joint_count()),
      R_world_(static_cast<std::size_t>(model.joint_count())) {}

template <typename S>
void Formulation<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, VecOut<S> tau) {
  (*this)(q, v, a, {}, tau);
}

template <typename S>
void Formulation<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, VecOut<S> tau) {
  prepare(q, v, a, loads);
  (*dynamics_)(problem_, joint_tau_);
  collect(q, tau);
}

template <typename S>
void Formulation<S>::prepare(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads) {
  const Model& model = problem_.model;
  for (int i = 0; i < model.joint_count(); ++i) place(i, q, v, a);
  const NotCounted<S> harness;
  problem_.loaded = !loads.empty();
  if (!problem_.loaded) return;
  for (std::size_t i = 0; i < R_world_.size(); ++i) {
    const int parent = model.joints()[i].parent;
    const Mat3<S> R_parent = parent < 0 ? Mat3<S>(model.base().linear().template cast<S>())
                                        : R_world_[static_cast<std::size_t>(parent)];
    R_world_[i] = R_parent * problem_.X[i].rotation();
    problem_.wrench[i] = {};
  }
  for (const Load& load : loads) {
    const int i = model.frame(load.frame).joint;
    if (i < 0) continue;  // the ground takes it
    const LinkWrench<S> wrench =
        wrench_on_link<S>(model.frame(load.frame), load, R_world_[static_cast<std::size_t>(i)]);
    problem_.wrench[static_cast<std::size_t>(i)].force += wrench.force;
    problem_.wrench[static_cast<std::size_t>(i)].moment += wrench.moment;
  }
}

/// The papers start from theta_i and its sine and cosine; only the latter are counted, apart.
template <typename S>
void Formulation<S>::place(int i, VecIn<S> q, VecIn<S> v, VecIn<S> a) {
  const ModelJoint& joint = problem_.model.joint(i);
  LinkTransform<S>& X = problem_.X[static_cast<std::size_t>(i)];
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
void Formulation<S>::collect(VecIn<S> q, VecOut<S> tau) const {
  const NotCounted<S> harness;
  tau.setZero();
  for (int i = 0; i < problem_.model.joint_count(); ++i) {
    const ModelJoint& joint = problem_.model.joint(i);
    const S drive =
        drive_force<S>(joint, joint_value<S>(joint, q), problem_.rate[i], problem_.acceleration[i]);
    tau[joint.coordinate] += joint.ratio * (joint_tau_[i] + drive);
  }
}

template struct JointProblem<double>;
template struct JointProblem<OpCount>;
template struct JointProblem<Dual<double>>;
template class Formulation<double>;
template class Formulation<OpCount>;
template class Formulation<Dual<double>>;

}  // namespace alembert
