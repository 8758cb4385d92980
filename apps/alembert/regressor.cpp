// alembert regressor: torques as a matrix times inertial parameters, and the fewest that matter.
#include "alembert/regressor.hpp"

#include "alembert/base_parameters.hpp"
#include "matrix_text.hpp"
#include "sample_options.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct RegressorArguments : StatesArguments {
  bool drives = false, springs = false, base_parameters = false;
};

using Parameters = std::vector<RegressorColumn>;

/// A row a parameter, a column a torque: there are many parameters and few torques.
std::string regressor_text(const Model& model, const std::vector<int>& order,
                           const Parameters& parameters, const Eigen::MatrixXd& Y) {
  std::vector<Table::Column> columns = {"parameter", right("value"), ""};
  for (const int i : order) columns.push_back(right(model.coordinate_at(i).name));
  Table table(columns);
  for (std::size_t c = 0; c < parameters.size(); ++c) {
    std::vector<std::string> cells = {parameters[c].name, significant(parameters[c].value),
                                      parameters[c].unit};
    for (const int i : order) cells.push_back(significant(Y(i, static_cast<Eigen::Index>(c))));
    table.row(std::move(cells));
  }
  return table.text();
}

/// The base parameters as columns of their own: the sum as the name.
Parameters sums(const BaseParameters& base) {
  Parameters parameters;
  const Eigen::VectorXd values = base.parameters();
  for (int b = 0; b < base.count(); ++b) {
    const auto k = static_cast<std::size_t>(b);
    const auto leading = static_cast<std::size_t>(base.columns()[k]);
    parameters.push_back({base.names()[k], base.regressor().columns()[leading].unit, values[b]});
  }
  return parameters;
}

std::string base_text(const BaseParameters& base, const Parameters& parameters) {
  std::string text = fmt::format("{} base parameters of {}; {} never matter\n", base.count(),
                                 base.regressor().columns().size(), base.idle().size());
  Table table({right(""), right("value"), "", "base parameter"});
  for (std::size_t b = 0; b < parameters.size(); ++b) {
    table.row({std::to_string(b + 1), significant(parameters[b].value), parameters[b].unit,
               parameters[b].name});
  }
  return text + table.text();
}

Json base_json(const BaseParameters& base, const Parameters& parameters) {
  const auto name_of = [&](int column) { return base.regressor().columns()[column].name; };
  return {{"count", base.count()},
          {"parameters", json_parameters(parameters)},
          {"columns", base.columns()},
          {"map", json_matrix(base.map())},
          {"idle", json_list(base.idle(), name_of)},
          {"least_kept", base.least_kept()},
          {"most_dropped", base.most_dropped()}};
}

Exit judge(const BaseParameters& base) {
  if (base.clear()) return Exit::done;
  note(
      fmt::format("the rank is not clear: the least kept column has {} of its own, the most "
                  "dropped one {}; axes may be nearly parallel",
                  significant(base.least_kept()), significant(base.most_dropped())));
  return Exit::not_reached;
}

/// Fills in the regressor of each sample: text for people, or "samples" of the document.
std::string run_samples(const RegressorArguments& options, const Model& model, Regressor& regressor,
                        BaseParameters* base, Json& document) {
  const StateFile states = read_samples(options.samples, model, {"v", "a"}, options.robot.robot);
  document["joints"] = json_names(model, states.order);
  document["samples"] = Json::array();
  Parameters parameters = base ? sums(*base) : regressor.columns();
  if (base) {  // the list above has the sums; here their numbers will do
    for (std::size_t b = 0; b < parameters.size(); ++b) parameters[b].name = std::to_string(b + 1);
  }
  Eigen::MatrixXd Y(model.dofs(), static_cast<Eigen::Index>(parameters.size()));
  std::string text;
  for (std::size_t s = 0; s < states.samples.size(); ++s) {
    const State& at = states.samples[s];
    if (base) {
      refuse_moving_base(at, "base parameters");
      (*base)(at.q, at.v, at.a, Y);
    } else {
      regressor.set_base_motion(at.base);
      regressor(at.q, at.v, at.a, Y);
    }
    if (!Y.allFinite()) {
      throw Error(Error::Code::value, "the answer is not finite",
                  "look for values that are far too large");
    }
    if (options.json) {
      document["samples"].push_back(
          {{"regressor", json_matrix(Y(states.order, Eigen::all).eval())}});
    } else {
      text += sample_heading(s, states.samples.size());
      text += regressor_text(model, states.order, parameters, Y);
    }
  }
  return text + "torque (N m; N if it slides) = sum over the rows of value times entry\n";
}

Exit regressor(const RegressorArguments& options) {
  if (!options.base_parameters && !options.samples.given()) {
    throw UsageError("no state is given",
                     "give --state FILE or --q q1,q2,..., or ask for --base-parameters alone");
  }
  const Model model = load(options.robot).model;
  const RegressorOptions columns{.drives = options.drives, .springs = options.springs};
  Regressor full(model, columns);
  Json document = {{"columns", json_parameters(full.columns())}};
  std::string text;
  std::unique_ptr<BaseParameters> base;
  if (options.base_parameters) {
    base = std::make_unique<BaseParameters>(model, BaseParameterOptions{.regressor = columns});
    document["base"] = base_json(*base, sums(*base));
    text = base_text(*base, sums(*base));
  }
  if (options.samples.given()) {
    text += (base ? "\n" : "") + run_samples(options, model, full, base.get(), document);
  }
  write_out("", options.json ? json_text(document) : text);
  return base ? judge(*base) : Exit::done;
}

}  // namespace

void add_regressor(Command& command) {
  auto& options = command.does(regressor);
  add_robot_options(command, options.robot);
  add_sample_options(command, options.samples, {"v", "a"});
  command.flag("--drives", options.drives,
               "three columns more a joint: rotor inertia Ia (kg m^2), friction fv (N m s/rad) and "
               "fc (N m)");
  command.flag("--springs", options.springs,
               "two columns more a joint: stiffness k (N m/rad) and constant f0 (N m)");
  command.flag("--base-parameters", options.base_parameters,
               "the fewest sums of parameters that matter, and the regressor of those; needs no "
               "state for the list alone");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(std::string(R"(EXAMPLES
  alembert regressor arm.urdf --q 0.1,0.2,0.3 --v 1,0,0 --a 0,0,1
  alembert regressor arm.urdf --base-parameters --drives
  alembert regressor arm.urdf --state state.json --json

Each link has ten columns in its own frame, as in the file: m (kg), mx my mz (kg m: mass times mass
centre), Ixx Ixy Ixz Iyy Iyz Izz (kg m^2, about the frame's ORIGIN; Ixy = -int x y dm). --json gives
{"columns": [{"name", "unit", "value"}, ...], "joints": [...], "samples": [{"regressor": [[...], ...]}]}
and with --base-parameters "base": {"count", "parameters", "columns", "map", "idle", "least_kept",
"most_dropped"}, where base = map times parameters. Ends with 3 if the rank is not clear.

)") + state_file_help);
}

}  // namespace alembert::cli
