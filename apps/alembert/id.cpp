// alembert id: the torques of a motion.
#include "alembert/inverse_dynamics.hpp"
#include "dynamics.hpp"
#include "later_verbs.hpp"
#include "torque_parts.hpp"

namespace alembert::cli {

namespace {

class TorqueSolver : public DynamicsSolver {
 public:
  explicit TorqueSolver(const Model& model) : inverse_dynamics_(model) {}

  void set_base_motion(const BaseMotion& motion) override {
    inverse_dynamics_.set_base_motion(motion);
  }

  bool solve(const Eigen::VectorXd& q, const Eigen::VectorXd& v, const Eigen::VectorXd& a,
             Loads loads, Eigen::VectorXd& tau) override {
    inverse_dynamics_(q, v, a, loads, tau);
    return true;
  }

 private:
  InverseDynamics<double> inverse_dynamics_;
};

}  // namespace

void add_id(Program& program) {
  const DynamicsVerb verb{"a", "tau",
                          [](const Model& model) { return std::make_unique<TorqueSolver>(model); }};
  auto options = std::make_shared<DynamicsOptions>();
  auto parts = std::make_shared<bool>(false);
  Command command = program.verb(later::id);
  add_dynamics_options(command, *options, verb);
  command.flag("--parts", *parts,
               "what each torque is made of: inertia, Coriolis (and centrifugal) part, gravity, "
               "friction, springs, loads");
  command.footer(dynamics_footer(verb, R"(  alembert id arm.urdf --q 0.1,0.2,0.3 --a 1,0,0
  alembert id arm.urdf --q 0.1,0.2,0.3 --v 1,0,0 --parts
  alembert id arm.urdf --state state.json --loads push.json --json
  alembert id arm.urdf --trajectory motion.csv --output torques.csv
)"));
  command.runs([options, parts, verb] {
    return *parts ? run_torque_parts(*options) : run_dynamics(*options, verb);
  });
}

}  // namespace alembert::cli
