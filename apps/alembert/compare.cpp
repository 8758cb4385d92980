// alembert compare: every formulation on one robot: the same torques, very different work.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/plot.hpp"
#include "bench/random_states.hpp"
#include "command.hpp"
#include "counting.hpp"
#include "numbers.hpp"
#include "output.hpp"
#include "robot_options.hpp"
#include "terminal.hpp"
#include "text_table.hpp"
#include "timing.hpp"

namespace alembert::cli {

namespace {

using bench::RandomStates;

constexpr int states = 100;
/// What rounding may do; formulations further apart than this are not the same dynamics.
constexpr double tolerance = 1e-9;
const std::vector<int> lengths = {2, 3, 4, 6, 8, 12, 16, 24};
const std::vector<int> shown_lengths = {2, 6, 12, 24};

struct Options {
  RobotOptions robot;
  std::string plot;
  bool json = false;
};

struct Result {
  std::string name, growth;
  double error = 0.0;  // largest, relative to the largest torque of the state
  long mul = 0, add = 0;
  CallTime time;
};

struct Growth {
  std::vector<long> operations;  // at each of `lengths`
  std::vector<double> ns;
};

template <typename Dynamics>
CallTime time_dynamics(Dynamics& dynamics, const RandomStates& random) {
  Eigen::VectorXd tau(random.all_q.cols());
  int s = 0;
  return time_call([&] {
    s = (s + 1) % states;
    dynamics(random.q(s), random.v(s), random.a(s), tau);
  });
}

Result examine(const FormulationInfo& info, const Model& model, const RandomStates& random) {
  const auto dynamics = info.make<double>(model);
  InverseDynamics<double> kernel(model);
  Eigen::VectorXd tau(model.dofs()), expected(model.dofs());
  Result result{info.name, info.growth, 0.0, 0, 0, {}};
  for (int s = 0; s < states; ++s) {
    (*dynamics)(random.q(s), random.v(s), random.a(s), tau);
    kernel(random.q(s), random.v(s), random.a(s), expected);
    const double scale = std::max(expected.cwiseAbs().maxCoeff(), tau.cwiseAbs().maxCoeff());
    const double difference = (tau - expected).cwiseAbs().maxCoeff();
    // A torque that is not a number must not hide behind a maximum.
    const double error = scale == 0.0 ? 0.0 : difference / scale;
    result.error = error <= result.error ? result.error : error;
  }
  const Tally executed = count_operations(info, model).executed;
  result.mul = executed.mul;
  result.add = executed.add;
  result.time = time_dynamics(*dynamics, random);
  return result;
}

Growth grow(const FormulationInfo& info) {
  Growth growth;
  for (const int n : lengths) {
    const Model chain = general_chain(n);
    const Tally executed = count_operations(info, chain).executed;
    growth.operations.push_back(executed.mul + executed.add);
    growth.ns.push_back(
        time_dynamics(*info.make<double>(chain), RandomStates(chain, states)).fastest);
  }
  return growth;
}

struct Comparison {
  std::string robot;
  int joints = 0;
  std::vector<Result> results;
  std::vector<std::string> refusals;
  std::vector<std::pair<std::string, Growth>> growth;
  CallTime kernel;

  double largest_disagreement() const {
    double largest = 0.0;
    for (const Result& r : results) largest = r.error <= largest ? largest : r.error;
    return largest;
  }
};

Comparison compare_all(const Model& model) {
  Comparison comparison{model.name(), model.joint_count(), {}, {}, {}, {}};
  const RandomStates random(model, states);
  ProgressBar progress("comparing");
  double done = 0.0;
  const auto count = static_cast<double>(Formulations::all().size());
  for (const FormulationInfo& info : Formulations::all()) {
    progress.update(done++ / count);
    try {
      comparison.results.push_back(examine(info, model, random));
    } catch (const Error& e) {
      comparison.refusals.push_back(e.reason());
    }
    comparison.growth.emplace_back(info.name, grow(info));
  }
  InverseDynamics<double> kernel(model);
  comparison.kernel = time_dynamics(kernel, random);
  return comparison;
}

Json comparison_json(const Comparison& comparison) {
  Json document = {
      {"robot", comparison.robot},
      {"joints", comparison.joints},
      {"states", states},
      {"largest_disagreement", comparison.largest_disagreement()},
      {"methods", Json::array()},
      {"refused", comparison.refusals},
      {"kernel", {{"ns", comparison.kernel.fastest}, {"ns_median", comparison.kernel.median}}},
      {"growth", {{"joints", lengths}, {"methods", Json::array()}}}};
  for (const Result& r : comparison.results) {
    document["methods"].push_back({{"name", r.name},
                                   {"error", r.error},
                                   {"mul", r.mul},
                                   {"add", r.add},
                                   {"ns", r.time.fastest},
                                   {"ns_median", r.time.median}});
  }
  for (const auto& [name, growth] : comparison.growth) {
    document["growth"]["methods"].push_back(
        {{"name", name}, {"operations", growth.operations}, {"ns", growth.ns}});
  }
  return document;
}

std::string results_table(const Comparison& comparison) {
  using enum Table::Align;
  Table table({{"method"},
               {"grows"},
               {"disagrees", right},
               {"*", right},
               {"+", right},
               {"ns, fastest", right},
               {"ns, median", right}});
  for (const Result& r : comparison.results) {
    table.row({r.name, r.growth, fmt::format("{:.1e}", r.error), fmt::format("{}", r.mul),
               fmt::format("{}", r.add), fmt::format("{:.0f}", r.time.fastest),
               fmt::format("{:.0f}", r.time.median)});
  }
  table.row({"(the kernel)", "n", "", "", "", fmt::format("{:.0f}", comparison.kernel.fastest),
             fmt::format("{:.0f}", comparison.kernel.median)});
  return table.text();
}

std::string growth_table(const Comparison& comparison) {
  std::vector<Table::Column> columns = {{"method"}};
  for (const char* what : {"operations", "ns"}) {
    for (const int n : shown_lengths) {
      const std::string title =
          n == shown_lengths.front() ? fmt::format("{}, n = {}", what, n) : std::to_string(n);
      columns.push_back({title, Table::Align::right});
    }
  }
  Table table(columns);
  const auto index = [](int n) {
    return static_cast<std::size_t>(std::find(lengths.begin(), lengths.end(), n) - lengths.begin());
  };
  for (const auto& [name, growth] : comparison.growth) {
    std::vector<std::string> cells = {name};
    for (const int n : shown_lengths) {
      cells.push_back(fmt::format("{}", growth.operations[index(n)]));
    }
    for (const int n : shown_lengths) cells.push_back(fmt::format("{:.0f}", growth.ns[index(n)]));
    table.row(std::move(cells));
  }
  return table.text();
}

std::string comparison_text(const Comparison& comparison) {
  std::string text =
      fmt::format("{}: {} joints, {} random states, against the production kernel\n\n",
                  comparison.robot, comparison.joints, states);
  text += results_table(comparison);
  text += fmt::format("\nlargest disagreement: {:.1e} of the largest torque\n",
                      comparison.largest_disagreement());
  for (const std::string& refusal : comparison.refusals) text += "left out: " + refusal + "\n";
  text += "\nOn general chains of n turning joints:\n\n" + growth_table(comparison);
  return text;
}

/// "n^4" as it is printed.
std::string raised(std::string power) {
  for (const auto& [plain, printed] : {std::pair{"^2", "²"}, {"^3", "³"}, {"^4", "⁴"}}) {
    const auto at = power.find(plain);
    if (at != std::string::npos) power.replace(at, 2, printed);
  }
  return power;
}

std::string plot_svg(const Comparison& comparison) {
  Plot plot;
  plot.title = "Multiplications and additions for the torques of one state";
  plot.x_label = "number of joints n";
  plot.y_label = "operations";
  plot.log_x = plot.log_y = true;
  std::vector<std::pair<std::string, Growth>> distinct;
  for (const auto& [name, growth] : comparison.growth) {
    const auto same = std::find_if(distinct.begin(), distinct.end(), [&](const auto& other) {
      return other.second.operations == growth.operations;
    });
    if (same == distinct.end()) {
      distinct.emplace_back(name, growth);
    } else {
      same->first += ", " + name;  // one line would hide the other
    }
  }
  for (const auto& [names, growth] : distinct) {
    const std::string power = Formulations::get(names.substr(0, names.find(','))).growth;
    PlotLine line{fmt::format("{} ~ {}", names, raised(power)), {}, {}, true};
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      line.x.push_back(lengths[i]);
      line.y.push_back(static_cast<double>(growth.operations[i]));
    }
    plot.lines.push_back(line);
  }
  PlotLine tables{"configuration_space ~ " + raised("n^3"), {}, {}, true};
  for (const int n : lengths) {
    const Tally executed = count_configuration_space(n).executed;
    tables.x.push_back(n);
    tables.y.push_back(static_cast<double>(executed.mul + executed.add));
  }
  plot.lines.push_back(tables);
  return svg({plot}, "One robot, the same torques, very different work",
             "Counted as executed on general chains of turning joints; sines, cosines and table "
             "look-ups are free. alembert compare --plot");
}

Exit compare(const Options& options) {
  const Model model = load(options.robot).model;
  const Comparison comparison = compare_all(model);
  if (!options.plot.empty()) write_out(options.plot, plot_svg(comparison));
  if (options.plot != "-") {
    write_out("",
              options.json ? json_text(comparison_json(comparison)) : comparison_text(comparison));
  }
  // Negated, so that not-a-number is not reached either.
  return !(comparison.largest_disagreement() <= tolerance) ? Exit::not_reached : Exit::done;
}

}  // namespace

void add_compare(Program& program) {
  auto options = std::make_shared<Options>();
  Command command = program.verb(
      "compare", "Every formulation on one robot: do they agree, and what does each cost");
  add_robot_options(command, options->robot);
  command.option("--plot", "FILE.svg", options->plot,
                 "draw operations against the number of joints");
  command.flag("--json", options->json, "answer with one JSON document");
  command.footer(R"(EXAMPLES
  alembert compare arm.urdf
  alembert compare arm.urdf --plot operations.svg
  alembert compare arm.urdf --json

Runs on 100 random states, the same every time. Disagreement is relative to the largest torque of a
state; more than 1e-9 ends with exit code 3. --json gives {"largest_disagreement", "methods":
[{"name", "error", "mul", "add", "ns", "ns_median"}], "growth": {...}}; ns is the fastest of nine
batches of calls.)");
  command.runs([options] { return compare(*options); });
}

}  // namespace alembert::cli
