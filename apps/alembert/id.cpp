// alembert id: the torques of a motion.
#include "alembert/inverse_dynamics.hpp"
#include "alembert/state.hpp"
#include "alembert/torque_parts.hpp"
#include "dynamics.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct Part {
  const char* name;
  Eigen::VectorXd TorqueParts::*value;
};
constexpr Part parts_shown[] = {
    {"inertia", &TorqueParts::inertia}, {"coriolis", &TorqueParts::coriolis},
    {"gravity", &TorqueParts::gravity}, {"friction", &TorqueParts::friction},
    {"springs", &TorqueParts::springs}, {"loads", &TorqueParts::loads}};

std::string parts_table(const Model& model, const std::vector<int>& order,
                        const TorqueParts& parts) {
  std::vector<Table::Column> columns = {"joint"};
  for (const Part& part : parts_shown) columns.push_back(right(part.name));
  columns.push_back(right("tau"));
  columns.push_back({""});
  Table table(columns);
  const Eigen::VectorXd total = parts.total();
  double scale = 1.0;
  for (const Part& part : parts_shown) {
    for (const double x : parts.*part.value) scale = std::max(scale, std::abs(x));
  }
  for (const int i : order) {
    const Coordinate& coordinate = model.coordinate_at(i);
    std::vector<std::string> cells = {coordinate.name};
    for (const Part& part : parts_shown) {
      cells.push_back(significant((parts.*part.value)[i], scale));
    }
    cells.push_back(significant(total[i], scale));
    cells.push_back(unit(coordinate, "tau"));
    table.row(std::move(cells));
  }
  return table.text();
}

/// `--parts`: what torques are made of.
Exit run_torque_parts(const DynamicsOptions& options) {
  const Model model = load(options.report.robot).model;
  const std::vector<Load> loads = loads_of(options, model);
  TorqueDecomposition decompose(model);
  TorqueParts parts;
  const auto of = [&](const State& at) {
    refuse_moving_base(at, "the parts of torques");
    decompose(at.q, at.v, at.a, loads, parts);
  };
  StateReport report;
  report.quantities = {"v", "a"};
  for (const Part& part : parts_shown) {
    for (const Coordinate& coordinate : model.coordinates()) {
      report.columns.push_back(
          fmt::format("{}.{} [{}]", part.name, coordinate.name, unit(coordinate, "tau")));
    }
  }
  report.row = [&](const State& at, std::vector<double>& row) {
    of(at);
    for (const Part& part : parts_shown) {
      row.insert(row.end(), (parts.*part.value).begin(), (parts.*part.value).end());
    }
  };
  report.json = [&](const State& at, const std::vector<int>& order) {
    of(at);
    Json sample = {{"tau", json_vector(parts.total(), order)}};
    for (const Part& part : parts_shown) {
      sample["parts"][part.name] = json_vector(parts.*part.value, order);
    }
    return sample;
  };
  report.text = [&](const State& at, const std::vector<int>& order) {
    of(at);
    return parts_table(model, order, parts);
  };
  report.units = {{"tau", "N m (N for joints that slide)"}};
  return run_state_report(options.report, model, report);
}

}  // namespace

void add_id(Command& command) {
  const auto solver = [](const Model& model) -> DynamicsSolver {
    auto torques = std::make_shared<InverseDynamics<double>>(model);
    return [torques](const State& at, Loads loads, Eigen::VectorXd& tau) {
      torques->set_base_motion(at.base);
      (*torques)(at.q, at.v, at.a, loads, tau);
      return true;
    };
  };
  const DynamicsVerb verb{"a", "tau", solver};
  auto options = std::make_shared<DynamicsOptions>();
  auto parts = std::make_shared<bool>(false);
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
