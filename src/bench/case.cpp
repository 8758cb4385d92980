#include "bench/case.hpp"

#include "alembert/inverse_dynamics.hpp"

namespace alembert::bench {

Case::Case(const Robot& what)
    : robot(rigidified(what)),
      model(compile(robot, {.ideal = true})),
      samples(model, states),
      all_tau(states, model.dofs()) {
  if (auto arm = compile_if_flexible(what, {.stiffening = false, .ideal = true})) {
    bending = std::make_shared<const FlexibleModel>(std::move(*arm));
  }
  InverseDynamics id(model);
  Eigen::VectorXd tau(model.dofs());
  for (int s = 0; s < states; ++s) {
    id(samples.q(s), samples.v(s), samples.a(s), tau);
    all_tau.row(s) = tau;
  }
}

const std::vector<std::string>& call_names() {
  static const std::vector<std::string> names = {
      "inverse_dynamics",  "inverse_dynamics_batch", "inverse_dynamics_batch_float",
      "mass_matrix",       "forward_dynamics",       "derivatives",
      "derivatives_batch", "weighted_hessian",       "forward_dynamics_bending"};
  return names;
}

}  // namespace alembert::bench
