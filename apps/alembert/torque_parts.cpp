#include "torque_parts.hpp"

#include <fmt/format.h>

#include "alembert/state.hpp"
#include "alembert/torque_parts.hpp"
#include "state_report.hpp"
#include "text_table.hpp"

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
  using enum Table::Align;
  std::vector<Table::Column> columns = {{"joint"}};
  for (const Part& part : parts_shown) columns.push_back({part.name, right});
  columns.push_back({"tau", right});
  columns.push_back({""});
  Table table(columns);
  const Eigen::VectorXd total = parts.total();
  double scale = 1.0;
  for (const Part& part : parts_shown) {
    for (const double x : parts.*part.value) scale = std::max(scale, std::abs(x));
  }
  for (const int i : order) {
    const Coordinate& coordinate = model.coordinates()[static_cast<std::size_t>(i)];
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

}  // namespace

Exit run_torque_parts(const DynamicsOptions& options) {
  const Model model = load(options.robot).model;
  const std::vector<Load> loads =
      options.loads.empty() ? std::vector<Load>() : load_loads(options.loads, model);
  TorqueDecomposition decompose(model);
  TorqueParts parts;
  const auto of = [&](const State& at) {
    refuse_moving_base(at, "the parts of torques");
    decompose(at.q, at.v, at.a, loads, parts);
  };
  StateReport report;
  report.robot_file = options.robot.robot;
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
  return run_state_report({options.samples, options.trajectory, options.output, options.json},
                          model, report);
}

}  // namespace alembert::cli
