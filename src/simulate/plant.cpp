#include "simulate/plant.hpp"

namespace alembert {

namespace {

Task real_task(const MotionProblem& problem, const Trajectory& motion,
               const PlantMismatch& mismatch) {
  MotionProblem real = problem;
  real.slip_speed = mismatch.slip_speed;
  real.model = perturbed(problem.model, mismatch.model_error, mismatch.seed);
  if (mismatch.payload > 0.0) {
    Inertia body;
    body.mass = mismatch.payload;
    real.model = carrying(real.model, mismatch.payload_frame, body);
  }
  return Task(real, motion);
}

}  // namespace

Plant::Plant(const MotionProblem& problem, const Trajectory& motion, const PlantMismatch& mismatch)
    : dynamics_(real_task(problem, motion, mismatch).workspaces()),
      state_(problem.model.dofs(), problem.force_count()),
      lower_(problem.limits.torque_lower),
      upper_(problem.limits.torque_upper) {
  if (!mismatch.torque_limits) {
    lower_.setConstant(-infinity);
    upper_.setConstant(infinity);
  }
}

void Plant::saturate(VecOut<double> tau) const { tau = tau.cwiseMax(lower_).cwiseMin(upper_); }

bool Plant::saturated(VecIn<double> tau, int joint) const {
  return tau[joint] < lower_[joint] || tau[joint] > upper_[joint];
}

bool Plant::accelerate(VecIn<double> q, VecIn<double> v, VecIn<double> tau, VecOut<double> a) {
  state_.z.head(2 * state_.dofs) << q, v;
  return dynamics_[stage_]->acceleration(state_, tau, a);
}

}  // namespace alembert
