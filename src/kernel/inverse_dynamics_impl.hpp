// Coordinates in, torques out, around the recursion of newton_euler_pass.hpp: coupled joints,
// loads, drives, a base that moves.
// Each scalar is instantiated in a file of its own, so that they are compiled side by side.
#pragma once

#include <memory>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/link_transform.hpp"
#include "kernel/drives.hpp"
#include "kernel/link_loads.hpp"
#include "kernel/newton_euler_pass.hpp"

namespace alembert {

template <typename S>
struct InverseDynamics<S>::Workspace {
  Model model;
  RegroupedModelFor<S> regrouped;
  Drives<S> drives;
  NewtonEulerPass<S> pass;
  typename NewtonEulerPass<S>::Base base, resting_base;
  VecX<S> zero;
  // Of joints; the callers' own vectors serve where no joints are coupled.
  VecX<S> x, rate, acceleration, joint_tau;
  LinkLoads<S> link_loads;
  bool base_rests = true;
  // Made when first asked for.
  std::unique_ptr<InverseDynamicsDerivatives<double>> derivatives;
  std::unique_ptr<WeightedHessian<double>> hessian;

  explicit Workspace(const Model& m)
      : model(m),
        regrouped(m),
        drives(m),
        pass(regrouped),
        zero(VecX<S>::Zero(m.dofs())),
        x(m.joint_count()),
        rate(m.joint_count()),
        acceleration(m.joint_count()),
        joint_tau(m.joint_count()),
        link_loads(m) {
    set_base(BaseMotion{});
    resting_base = base;
  }

  void set_base(const BaseMotion& motion) {
    pass.set_base(model, motion, base);
    base_rests = !base.rotates && motion.acceleration.isZero(0.0);
  }

  void require_resting_base() const {
    if (base_rests) return;
    throw Error(Error::Code::unsupported, "derivatives are asked for on a base that moves",
                "set_base_motion({}) before, or compile with a floating base");
  }
  const LinkWrench<S>* on_links(VecIn<S> q, Loads loads);
  void rigid(VecIn<S> q, VecIn<S> v, VecIn<S> a, const LinkWrench<S>* wrenches, bool at_rest,
             VecOut<S> tau);

  void run(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, VecOut<S> tau) {
    rigid(q, v, a, loads.empty() ? nullptr : on_links(q, loads), false, tau);
    drives.add(q, v, a, tau);
  }
};

template <typename S>
const LinkWrench<S>* InverseDynamics<S>::Workspace::on_links(VecIn<S> q, Loads loads) {
  const auto rotation = [&](std::size_t i) {
    const ModelJoint& joint = model.joints()[i];
    LinkTransform<S> X;
    X.set(joint, joint_value<S>(joint, q));
    return X.rotation();
  };
  return link_loads.update(loads, rotation).data();
}

template <typename S>
void InverseDynamics<S>::Workspace::rigid(VecIn<S> q, VecIn<S> v, VecIn<S> a,
                                          const LinkWrench<S>* wrenches, bool at_rest,
                                          VecOut<S> tau) {
  const auto& ground = at_rest ? resting_base : base;
  if (!regrouped.coupled) {
    pass.run(q.data(), v.data(), a.data(), ground, wrenches, tau.data());
    return;
  }
  for (int i = 0; i < model.joint_count(); ++i) {
    const ModelJoint& joint = model.joint(i);
    x[i] = joint_value<S>(joint, q);
    rate[i] = joint_rate<S>(joint, v);
    acceleration[i] = joint_rate<S>(joint, a);
  }
  pass.run(x.data(), rate.data(), acceleration.data(), ground, wrenches, joint_tau.data());
  tau.setZero();
  for (int i = 0; i < model.joint_count(); ++i) {
    tau[model.joint(i).coordinate] += S(model.joint(i).ratio) * joint_tau[i];
  }
}

template <typename S>
InverseDynamics<S>::InverseDynamics(const Model& model) : work_(make_owned<Workspace>(model)) {}

template <typename S>
const Model& InverseDynamics<S>::model() const {
  return work_->model;
}

template <typename S>
void InverseDynamics<S>::torque(VecIn<S> q, VecIn<S> v, VecIn<S> a, Loads loads, VecOut<S> tau) {
  work_->run(q, v, a, loads, tau);
}

template <typename S>
void InverseDynamics<S>::unaccelerated(VecIn<S> q, VecIn<S> v, Loads loads, VecOut<S> tau) {
  work_->run(q, v, work_->zero, loads, tau);
}

template <typename S>
void InverseDynamics<S>::holding(VecIn<S> q, VecOut<S> tau) {
  work_->rigid(q, work_->zero, work_->zero, nullptr, true, tau);
}

template <typename S>
const JointSines<S, 1>& InverseDynamics<S>::sines() const {
  return work_->pass.sines();
}

template <typename S>
void InverseDynamics<S>::set_base_motion(const BaseMotion& motion) {
  work_->set_base(motion);
}

}  // namespace alembert
