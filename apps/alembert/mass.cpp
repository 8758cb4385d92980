// alembert mass: the joint-space inertia matrix.
#include "alembert/mass_matrix.hpp"
#include "dense.hpp"
#include "matrix_text.hpp"
#include "sample_options.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

std::string condition_text(const Eigen::MatrixXd& M) {
  if (M.rows() == 0) return "";
  const Eigen::VectorXd eigenvalues = dense::eigenpairs(M).values;
  const double smallest = eigenvalues[0], largest = eigenvalues[M.rows() - 1];
  if (smallest <= 0.0) return "condition number: infinite (some coordinate moves no mass)\n";
  return fmt::format("condition number: {}\n", significant(largest / smallest));
}

Exit mass(const StatesArguments& options) {
  const Model model = load(options.robot).model;
  const StateFile states = read_samples(options.samples, model, {}, options.robot.robot);
  MassMatrix mass_matrix(model);
  Eigen::MatrixXd M(model.dofs(), model.dofs());
  Json document = {{"joints", json_names(model, states.order)}, {"samples", Json::array()}};
  std::string text;
  for (std::size_t s = 0; s < states.samples.size(); ++s) {
    mass_matrix(states.samples[s].q, M);
    const Eigen::MatrixXd ordered = M(states.order, states.order);
    if (options.json) {
      document["samples"].push_back({{"mass_matrix", json_matrix(ordered)}});
      continue;
    }
    text += sample_heading(s, states.samples.size());
    text += matrix_text(model, states.order, ordered) + condition_text(ordered);
  }
  if (!options.json)
    text += "units: kg m^2 between turning joints, kg between sliding, kg m mixed\n";
  return answer_with(options.json ? json_text(document) : text);
}

}  // namespace

void add_mass(Command& command) {
  auto& options = command.does(mass);
  add_robot_options(command, options.robot);
  add_sample_options(command, options.samples, {});
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(std::string(R"(EXAMPLES
  alembert mass arm.urdf --q 0.1,0.2,0.3
  alembert mass arm.urdf --state state.json --json

Entries are kg m^2 between turning joints, kg between sliding ones, kg m mixed. --json gives
{"joints": [...], "samples": [{"mass_matrix": [[...], ...]}]}, rows and columns in that order.

)") + state_file_help);
}

}  // namespace alembert::cli
