#include "dynamics.hpp"

#include <filesystem>

#include "alembert/mass_matrix.hpp"
#include "alembert/motion_document.hpp"
#include "dense.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

/// The coordinate that moves the least mass at q.
std::string lightest_coordinate(const Model& model, const Eigen::VectorXd& q) {
  Eigen::MatrixXd M(model.dofs(), model.dofs());
  MassMatrix mass_matrix(model);
  mass_matrix(q, M);
  Eigen::Index lightest = 0;
  dense::eigenpairs(M).vectors.col(0).cwiseAbs().maxCoeff(&lightest);
  return model.coordinate_at(static_cast<int>(lightest)).name;
}

std::string sample_table(const Model& model, const std::vector<int>& order, const State& state,
                         const DynamicsVerb& verb, const Eigen::VectorXd& wanted) {
  Table table(
      {"joint", right("q"), "", right("v"), "", right(verb.given), "", right(verb.wanted), ""});
  const Eigen::VectorXd& given = verb.given == "a" ? state.a : state.tau;
  const double scale = std::max(1.0, wanted.size() > 0 ? wanted.cwiseAbs().maxCoeff() : 0.0);
  for (const int i : order) {
    const Coordinate& coordinate = model.coordinate_at(i);
    table.row({coordinate.name, significant(state.q[i]), unit(coordinate, "q"),
               significant(state.v[i]), unit(coordinate, "v"), significant(given[i]),
               unit(coordinate, verb.given), significant(wanted[i], scale),
               unit(coordinate, verb.wanted)});
  }
  return table.text();
}

/// Throws Error if there is no answer or none that is finite.
void solve_or_throw(const DynamicsSolver& solve, const Model& model, const std::string& robot_file,
                    const State& at, Loads loads, Eigen::VectorXd& wanted) {
  if (!solve(at, loads, wanted)) {
    throw Error(Error::Code::value,
                fmt::format("the mass matrix is singular: coordinate '{}' moves no mass here",
                            lightest_coordinate(model, at.q)),
                fmt::format("look for links without inertia behind it (alembert check {}), or a "
                            "spherical joint with its middle angle at 90 degrees",
                            robot_file));
  }
  if (!wanted.allFinite()) {
    throw Error(Error::Code::value, "the answer is not finite",
                "look for values that are far too large");
  }
}

/// A table that `predict` wrote may be of a motion that carries something or is pushed, which a
/// table does not say.
void note_what_is_left_out(const std::string& table) {
  const std::filesystem::path beside = std::filesystem::path(table).replace_filename("motion.json");
  if (std::filesystem::path(table).filename() != "motion.csv" ||
      !std::filesystem::is_regular_file(beside)) {
    return;
  }
  try {
    const MotionDocument motion = load_motion(beside.string());
    std::vector<std::string> what;
    for (const Carried& body : motion.problem.carried)
      what.push_back("the body '" + body.name + "'");
    if (!motion.problem.loads.empty()) what.push_back("its loads");
    if (!motion.problem.cut_joints.empty()) what.push_back("the forces of its cut joints");
    if (what.empty()) return;
    note(fmt::format("left out: {}, which {} has; the tau columns of the table count them",
                     fmt::join(what, ", "), beside.string()));
  } catch (const Error&) {
    // Not ours: the table stands for itself.
  }
}

}  // namespace

void add_dynamics_options(Command& command, DynamicsOptions& options, const DynamicsVerb& verb) {
  add_robot_options(command, options.report.robot);
  command.option("--loads", "FILE", options.loads,
                 "JSON file of forces (N) and moments (N m) on links, the same for all samples");
  add_state_report_options(command, options.report, {"v", verb.given});
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

std::vector<Load> loads_of(const DynamicsOptions& options, const Model& model) {
  return options.loads.empty() ? std::vector<Load>() : load_loads(options.loads, model);
}

Exit run_dynamics(const DynamicsOptions& options, const DynamicsVerb& verb) {
  const Model model = load(options.report.robot).model;
  const std::vector<Load> loads = loads_of(options, model);
  const DynamicsSolver solver = verb.solver(model);
  Eigen::VectorXd wanted(model.dofs());
  const auto solve = [&](const State& at) {
    solve_or_throw(solver, model, options.report.robot.robot, at, loads, wanted);
  };
  StateReport report;
  report.quantities = {"v", verb.given};
  report.ignored = verb.wanted;
  for (const std::string& name : model.coordinate_names()) {
    report.columns.push_back(verb.wanted + "." + name);
  }
  report.row = [&](const State& at, std::vector<double>& row) {
    solve(at);
    row.insert(row.end(), wanted.begin(), wanted.end());
  };
  report.json = [&](const State& at, const std::vector<int>& order) {
    solve(at);
    return Json{{verb.wanted, json_vector(wanted, order)}};
  };
  report.text = [&](const State& at, const std::vector<int>& order) {
    solve(at);
    return sample_table(model, order, at, verb, wanted);
  };
  report.units = {{verb.wanted, verb.wanted == "tau" ? "N m (N for joints that slide)"
                                                     : "rad/s^2 (m/s^2 for joints that slide)"}};
  if (!options.report.trajectory.empty()) note_what_is_left_out(options.report.trajectory);
  return run_state_report(options.report, model, report);
}

}  // namespace alembert::cli
