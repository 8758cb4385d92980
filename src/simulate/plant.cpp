#include "simulate/plant.hpp"

namespace alembert {

namespace {

std::vector<Stage> real_stages(const MotionProblem& problem, const Reality& reality) {
  MotionProblem real = problem;
  real.model = perturbed(problem.model, reality.model_error, reality.seed);
  if (reality.payload > 0.0) {
    Inertia body;
    body.mass = reality.payload;
    real.model = carrying(real.model, reality.payload_frame, body);
  }
  return make_stages(real);
}

}  // namespace

Plant::Plant(const MotionProblem& problem, const Reality& reality)
    : stages_(real_stages(problem, reality)),
      coulomb_(problem.model, reality.slip_speed),
      lower_(problem.limits.torque_lower),
      upper_(problem.limits.torque_upper),
      driving_(problem.model.dofs()) {
  if (!reality.torque_limits) {
    lower_.setConstant(-infinity);
    upper_.setConstant(infinity);
  }
  for (const Stage& stage : stages_) dynamics_.emplace_back(without_coulomb(stage.model));
}

void Plant::saturate(VecOut<double> tau) const { tau = tau.cwiseMax(lower_).cwiseMin(upper_); }

bool Plant::saturated(VecIn<double> tau, int joint) const {
  return tau[joint] < lower_[joint] || tau[joint] > upper_[joint];
}

bool Plant::accelerate(VecIn<double> q, VecIn<double> v, VecIn<double> tau, VecOut<double> a) {
  driving_ = tau;
  coulomb_.add(v, -1.0, driving_);
  return dynamics_[stage_](q, v, driving_, stages_[stage_].loads, a);
}

}  // namespace alembert
