// alembert derivatives: how torques change with positions, velocities and accelerations.
#include "alembert/derivatives.hpp"

#include "alembert/formulation/xiang_sensitivities.hpp"
#include "matrix_text.hpp"
#include "sample_options.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct DerivativesArguments : StatesArguments {
  std::string method = "kernel";
};

struct Derivatives {
  explicit Derivatives(int n) : q(n, n), v(n, n), a(n, n) {}
  Eigen::MatrixXd q, v, a;
};

using DerivativeMethod = std::function<void(const State& at, Derivatives& dtau)>;

DerivativeMethod method_named(const std::string& name, const Model& model) {
  if (name == "xiang") {
    auto derive = std::make_shared<XiangSensitivities<double>>(model);
    return
        [derive, tau = Eigen::VectorXd(model.dofs())](const State& at, Derivatives& dtau) mutable {
          (*derive)(at.q, at.v, at.a, tau, dtau.q, dtau.v, dtau.a);
        };
  }
  auto derive = std::make_shared<InverseDynamicsDerivatives<double>>(model);
  return [derive](const State& at, Derivatives& dtau) {
    (*derive)(at.q, at.v, at.a, dtau.q, dtau.v, dtau.a);
  };
}

Exit derivatives(const DerivativesArguments& options) {
  const Model model = load(options.robot).model;
  const StateFile states = read_samples(options.samples, model, {"v", "a"}, options.robot.robot);
  const DerivativeMethod derive = method_named(options.method, model);
  Derivatives dtau(model.dofs());
  Json document = {{"joints", json_names(model, states.order)}, {"samples", Json::array()}};
  std::string text;
  for (std::size_t s = 0; s < states.samples.size(); ++s) {
    const State& at = states.samples[s];
    refuse_moving_base(at, "derivatives");
    derive(at, dtau);
    const Eigen::MatrixXd by_q = dtau.q(states.order, states.order);
    const Eigen::MatrixXd by_v = dtau.v(states.order, states.order);
    const Eigen::MatrixXd by_a = dtau.a(states.order, states.order);
    if (options.json) {
      document["samples"].push_back({{"dtau_dq", json_matrix(by_q)},
                                     {"dtau_dv", json_matrix(by_v)},
                                     {"mass_matrix", json_matrix(by_a)}});
      continue;
    }
    text += sample_heading(s, states.samples.size());
    text += "torque by position\n" + matrix_text(model, states.order, by_q);
    text += "\ntorque by velocity\n" + matrix_text(model, states.order, by_v);
    text += "\ntorque by acceleration: the mass matrix\n" + matrix_text(model, states.order, by_a) +
            "\n";
  }
  if (!options.json)
    text += "rows: torques, N m (N); columns: rad, rad/s, rad/s^2 (m, m/s, m/s^2)\n";
  return answer_with(options.json ? json_text(document) : text);
}

}  // namespace

void add_derivatives(Command& command) {
  auto& options = command.does(derivatives);
  add_robot_options(command, options.robot);
  add_sample_options(command, options.samples, {"v", "a"});
  command.choice("--method", {"kernel", "xiang"}, options.method,
                 "the library's own (default), or the recursive sensitivities of Xiang 2008");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(std::string(R"(EXAMPLES
  alembert derivatives arm.urdf --q 0.1,0.2,0.3 --v 1,0,0 --a 0,0,1
  alembert derivatives arm.urdf --state state.json --json
  alembert derivatives arm.urdf --state state.json --method xiang

Row i is torque i (N m; N if it slides). --json gives
{"joints": [...], "samples": [{"dtau_dq": [[...], ...], "dtau_dv": ..., "mass_matrix": ...}]}

)") + state_file_help);
}

}  // namespace alembert::cli
