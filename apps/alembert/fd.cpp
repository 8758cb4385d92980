// alembert fd: the motion of torques.
#include "alembert/forward_dynamics.hpp"
#include "dynamics.hpp"

namespace alembert::cli {

void add_fd(Command& command) {
  const auto solver = [](const Model& model) -> DynamicsSolver {
    auto motion = std::make_shared<ForwardDynamics>(model);
    return [motion](const State& at, Loads loads, Eigen::VectorXd& a) {
      motion->set_base_motion(at.base);
      return (*motion)(at.q, at.v, at.tau, loads, a);
    };
  };
  const DynamicsVerb verb{"tau", "a", solver};
  auto options = std::make_shared<DynamicsOptions>();
  add_dynamics_options(command, *options, verb);
  command.footer(dynamics_footer(verb, R"(  alembert fd arm.urdf --q 0.1,0.2,0.3 --tau 5,0,0
  alembert fd arm.urdf --state state.json --json
  alembert fd arm.urdf --trajectory torques.csv --output accelerations.csv
)"));
  command.runs([options, verb] { return run_dynamics(*options, verb); });
}

}  // namespace alembert::cli
