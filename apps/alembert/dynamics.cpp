#include "dynamics.hpp"

#include <fmt/format.h>

#include "alembert/mass_matrix.hpp"
#include "dense.hpp"
#include "io/text_source.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "text_table.hpp"
#include "trajectory.hpp"

namespace alembert::cli {

namespace {

/// The coordinate that moves the least mass at q.
std::string lightest_coordinate(const Model& model, const Eigen::VectorXd& q) {
  Eigen::MatrixXd M(model.dofs(), model.dofs());
  MassMatrix mass_matrix(model);
  mass_matrix(q, M);
  Eigen::Index lightest = 0;
  dense::eigenpairs(M).vectors.col(0).cwiseAbs().maxCoeff(&lightest);
  return model.coordinates()[static_cast<std::size_t>(lightest)].name;
}

std::string sample_table(const Model& model, const StateFile& states, const State& state,
                         const DynamicsVerb& verb, const Eigen::VectorXd& wanted) {
  using enum Table::Align;
  Table table({{"joint"},
               {"q", right},
               {""},
               {"v", right},
               {""},
               {verb.given, right},
               {""},
               {verb.wanted, right},
               {""}});
  const Eigen::VectorXd& given = verb.given == "a" ? state.a : state.tau;
  const double scale = std::max(1.0, wanted.size() > 0 ? wanted.cwiseAbs().maxCoeff() : 0.0);
  for (const int i : states.order) {
    const Coordinate& coordinate = model.coordinates()[static_cast<std::size_t>(i)];
    table.row({coordinate.name, significant(state.q[i]), unit(coordinate, "q"),
               significant(state.v[i]), unit(coordinate, "v"), significant(given[i]),
               unit(coordinate, verb.given), significant(wanted[i], scale),
               unit(coordinate, verb.wanted)});
  }
  return table.text();
}

void run_samples(const DynamicsOptions& options, const DynamicsVerb& verb, const Model& model,
                 DynamicsSolver& solver, Loads loads) {
  const StateFile states =
      read_samples(options.samples, model, {"v", verb.given}, options.robot.robot);
  const std::string file =
      options.samples.state.empty() ? "" : io::display_name(options.samples.state);
  Json document = {{"joints", json_names(model, states.order)},
                   {"units", dynamics_units(verb.wanted)},
                   {"samples", Json::array()}};
  std::string text;
  Eigen::VectorXd wanted(model.dofs());
  for (std::size_t s = 0; s < states.samples.size(); ++s) {
    const State& state = states.samples[s];
    const std::string label = sample_label(s, states.samples.size());
    solver.set_base_motion(state.base);
    try {
      solve_or_throw(solver, model, options.robot.robot, state.q, state.v,
                     verb.given == "a" ? state.a : state.tau, loads, wanted);
    } catch (const Error& e) {
      throw Error(e.code(), {file, 0}, label + (label.empty() ? "" : ": ") + e.reason(), e.fix());
    }
    if (options.json) {
      document["samples"].push_back({{verb.wanted, json_vector(wanted, states.order)}});
    } else {
      text += sample_heading(s, states.samples.size());
      text += sample_table(model, states, state, verb, wanted);
    }
  }
  write_out(options.output, options.json ? json_text(document) : text);
}

}  // namespace

Json dynamics_units(const std::string& wanted) {
  return {{wanted, wanted == "tau" ? "N m (N for joints that slide)"
                                   : "rad/s^2 (m/s^2 for joints that slide)"}};
}

void add_dynamics_options(Command& command, DynamicsOptions& options, const DynamicsVerb& verb) {
  add_robot_options(command, options.robot);
  add_sample_options(command, options.samples, {"v", verb.given});
  command.option("--trajectory", "FILE.csv", options.trajectory,
                 "instead of states: a table with a row an instant, - for standard input");
  command.option("--loads", "FILE", options.loads,
                 "JSON file of forces (N) and moments (N m) on links, the same for all samples");
  command.option("--output", "FILE", options.output,
                 "write the answer there instead of to standard output, whole or not at all");
  command.flag("--json", options.json, "answer with one JSON document");
}

std::string dynamics_footer(const DynamicsVerb& verb, const std::string& examples) {
  return fmt::format(
      R"(EXAMPLES
{0}
{1}
TRAJECTORIES are CSV with a header that names the columns, in any order:
  t,q.j1,q.j2,v.j1,v.j2,{2}.j1,{2}.j2
t (s) is optional; without v or {2} columns they are zero. The answer is CSV: t,{3}.j1,{3}.j2
A million rows are read one by one and take no more memory than one.

LOADS are JSON; the point (m) is in the frame, axes say in whose components force and moment are:
  [{{"frame": "tool0", "force": [0, 0, -10], "moment": [0, 0, 0],
    "point": [0, 0, 0], "axes": "world"}}])",
      examples, state_file_help, verb.given, verb.wanted);
}

void solve_or_throw(DynamicsSolver& solver, const Model& model, const std::string& robot_file,
                    const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    const Eigen::VectorXd& given, Loads loads, Eigen::VectorXd& wanted) {
  if (!solver.solve(q, v, given, loads, wanted)) {
    throw Error(Error::Code::value,
                fmt::format("the mass matrix is singular: coordinate '{}' moves no mass here",
                            lightest_coordinate(model, q)),
                fmt::format("look for links without inertia behind it (alembert check {}), or a "
                            "spherical joint with its middle angle at 90 degrees",
                            robot_file));
  }
  if (!wanted.allFinite()) {
    throw Error(Error::Code::value, "the answer is not finite",
                "look for values that are far too large");
  }
}

Exit run_dynamics(const DynamicsOptions& options, const DynamicsVerb& verb) {
  if (options.trajectory.empty() == !options.samples.given()) {
    throw UsageError(options.trajectory.empty() ? "no state and no trajectory is given"
                                                : "both a state and a trajectory are given",
                     "give one of --state FILE, --q q1,q2,... and --trajectory FILE.csv");
  }
  const Model model = load(options.robot).model;
  const std::vector<Load> loads =
      options.loads.empty() ? std::vector<Load>() : load_loads(options.loads, model);
  const std::unique_ptr<DynamicsSolver> solver = verb.solver(model);
  if (options.trajectory.empty()) {
    run_samples(options, verb, model, *solver, loads);
  } else {
    run_trajectory(options, verb, model, *solver, loads);
  }
  return Exit::done;
}

}  // namespace alembert::cli
