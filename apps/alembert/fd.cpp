// alembert fd: the motion of torques.
#include "alembert/forward_dynamics.hpp"
#include "dynamics.hpp"
#include "later_verbs.hpp"

namespace alembert::cli {

namespace {

class AccelerationSolver : public DynamicsSolver {
 public:
  explicit AccelerationSolver(const Model& model) : forward_dynamics_(model) {}

  void set_base_motion(const BaseMotion& motion) override {
    forward_dynamics_.set_base_motion(motion);
  }

  bool solve(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& tau,
             Loads loads, Eigen::VectorXd& a) override {
    return forward_dynamics_(q, v, tau, loads, a);
  }

 private:
  ForwardDynamics forward_dynamics_;
};

}  // namespace

void add_fd(Program& program) {
  const DynamicsVerb verb{
      "tau", "a", [](const Model& model) { return std::make_unique<AccelerationSolver>(model); }};
  auto options = std::make_shared<DynamicsOptions>();
  Command command = program.verb(later::fd);
  add_dynamics_options(command, *options, verb);
  command.footer(dynamics_footer(verb, R"(  alembert fd arm.urdf --q 0.1,0.2,0.3 --tau 5,0,0
  alembert fd arm.urdf --state state.json --json
  alembert fd arm.urdf --trajectory torques.csv --output accelerations.csv
)"));
  command.runs([options, verb] { return run_dynamics(*options, verb); });
}

}  // namespace alembert::cli
