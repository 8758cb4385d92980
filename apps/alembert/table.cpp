// alembert table: dynamics by looking up; how much memory, how large an error.
#include "alembert/tables.hpp"
#include "clock.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

struct TableArguments {
  RobotOptions robot;
  std::string method, nodes = "9", velocity_nodes, velocity, acceleration, range, memory, threads;
  std::string input, output;
  bool json = false;
};

TableOptions table_options(const TableArguments& options) {
  TableOptions table;
  table.nodes = parse_integer(options.nodes, "--nodes", 2, 100000);
  parse_if_given(options.velocity_nodes, "--velocity-nodes", 2, 100000, table.velocity_nodes);
  parse_if_given(options.velocity, "--velocity", table.velocity);
  parse_if_given(options.acceleration, "--acceleration", table.acceleration);
  if (!options.range.empty()) {
    const Eigen::VectorXd range = parse_numbers(options.range, "--range", 2, "lower,upper");
    if (range[0] >= range[1]) {
      throw UsageError(fmt::format("--range {} is empty", options.range),
                       "give the lower end first");
    }
    table.unlimited = TableOptions::Range{range[0], range[1]};
  }
  if (!options.memory.empty())
    table.memory_limit = 1e6 * parse_positive(options.memory, "--memory");
  parse_if_given(options.threads, "--threads", 1, 1024, table.threads);
  return table;
}

struct Measured {
  Interpolation interpolation;
  TableError error;
};

/// Both interpolations, where the second can be had.
std::vector<Measured> measure(DynamicsTable table) {
  std::vector<Measured> all = {{Interpolation::linear, table.measure_error()}};
  try {
    table.set_interpolation(Interpolation::cubic);
  } catch (const Error&) {
    return all;
  }
  all.push_back({Interpolation::cubic, table.measure_error()});
  return all;
}

const char* name_of(Interpolation interpolation) {
  return interpolation == Interpolation::linear ? "linear" : "cubic";
}

/// The quantity and coordinate that an axis of the table stands for.
struct AxisName {
  std::string quantity;
  const Coordinate& coordinate;
};

AxisName axis_name(const Model& model, std::size_t axis) {
  const auto n = static_cast<std::size_t>(model.dofs());
  static const std::vector<std::string> quantities = {"q", "v", "a"};
  return {quantities[axis / n], model.coordinates()[axis % n]};
}

Json table_json(const DynamicsTable& table, const std::vector<Measured>& errors, double seconds,
                const TableArguments& options) {
  Json document = {{"robot", table.model().name()}, {"method", to_string(table.method())},
                   {"bytes", table.bytes()},        {"axes", Json::array()},
                   {"error", Json::object()},       {"seconds", seconds}};
  for (std::size_t i = 0; i < table.axes().size(); ++i) {
    const TableAxis& axis = table.axes()[i];
    if (axis.nodes == 0) continue;
    const AxisName name = axis_name(table.model(), i);
    document["axes"].push_back({{"quantity", name.quantity},
                                {"coordinate", name.coordinate.name},
                                {"lower", axis.lower},
                                {"upper", axis.upper},
                                {"nodes", axis.nodes},
                                {"periodic", axis.periodic}});
  }
  for (const auto& [interpolation, error] : errors) {
    document["error"][name_of(interpolation)] = {
        {"largest", error.largest}, {"rms", error.rms}, {"largest_torque", error.largest_torque}};
  }
  if (!options.output.empty()) document["output"] = options.output;
  return document;
}

std::string table_text(const DynamicsTable& table, const std::vector<Measured>& errors,
                       double seconds, const TableArguments& options) {
  std::string text = fmt::format("{} by {}: {:.4g} MB, {} in {:.2g} s\n\n", table.model().name(),
                                 to_string(table.method()), table.bytes() / 1e6,
                                 options.input.empty() ? "filled" : "read", seconds);
  Table axes({"over", right("from"), right("to"), right("nodes"), ""});
  for (std::size_t i = 0; i < table.axes().size(); ++i) {
    const TableAxis& axis = table.axes()[i];
    if (axis.nodes == 0) continue;
    const AxisName name = axis_name(table.model(), i);
    const char* remark = axis.nodes == 1 ? "does not matter" : axis.periodic ? "wraps" : "";
    axes.row({name.quantity + "." + name.coordinate.name, significant(axis.lower),
              significant(axis.upper) + " " + unit(name.coordinate, name.quantity),
              std::to_string(axis.nodes), remark});
  }
  text += axes.text() + "\n";
  Table table_of_errors(
      {"interpolation", right("largest error"), right("rms"), right("of the largest torque")});
  for (const auto& [interpolation, error] : errors) {
    table_of_errors.row({name_of(interpolation), significant(error.largest), significant(error.rms),
                         fmt::format("{:.2g} %", 100.0 * error.largest / error.largest_torque)});
  }
  return text + table_of_errors.text() +
         "\nat 1000 random states between the nodes; N m or N, friction and rotors are exact\n";
}

Exit table(const TableArguments& options) {
  if (options.input.empty() == options.method.empty()) {
    throw UsageError("a table is made with --method or read with --input", "give one of the two");
  }
  const Model model = load(options.robot).model;
  const Clock::time_point start = Clock::now();
  const auto make = [&] {
    if (!options.input.empty()) return DynamicsTable::load(options.input, model);
    ProgressBar bar("filling the table");
    TableOptions asked = table_options(options);
    asked.progress = [&](double share) { bar.update(share); };
    return DynamicsTable(model, table_method(options.method), asked);
  };
  const DynamicsTable made = make();
  const double seconds = seconds_since(start);
  if (!options.output.empty()) made.save(options.output);
  const std::vector<Measured> errors = measure(made);
  return answer_with(options.json ? json_text(table_json(made, errors, seconds, options))
                                  : table_text(made, errors, seconds, options));
}

}  // namespace

void add_table(Command& command) {
  auto& options = command.does(table);
  add_robot_options(command, options.robot);
  command.choice("--method", table_method_names(), options.method,
                 "what is tabulated: G, J, C over q; J and K over q and v; torques over q, v, a");
  command.option("--nodes", "N", options.nodes, "nodes along each position (default 9)");
  command.option("--velocity-nodes", "N", options.velocity_nodes,
                 "nodes along each velocity (default: as many)");
  command.option(
      "--velocity", "x", options.velocity,
      "velocities reach from -x to x where the robot has no limit (default 3 rad/s, m/s)");
  command.option("--acceleration", "x", options.acceleration,
                 "accelerations likewise (default 10 rad/s^2, m/s^2)");
  command.option("--range", "lower,upper", options.range,
                 "of positions without limits that are no full turn (rad, m)");
  command.option("--memory", "MB", options.memory,
                 "largest table allowed (default: half of the machine's memory)");
  command.option("--threads", "N", options.threads, "threads to fill it with (default: all)");
  command.option("--output", "FILE", options.output, "save the table");
  command.option("--input", "FILE", options.input, "read a saved table instead of making one");
  command.flag("--json", options.json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert table arm.urdf --method configuration_space --nodes 17 --output arm.table
  alembert table arm.urdf --input arm.table
  alembert table two_link.urdf --method albus --nodes 9 --json

Nodes multiply: a table of N nodes along each of D dimensions has N^D entries. One that would not
fit is refused with the size it needs. The first joint's angle takes no dimension where it turns
about the direction of gravity.)");
}

}  // namespace alembert::cli
