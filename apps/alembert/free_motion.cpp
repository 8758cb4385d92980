// Robots that are left to themselves.
#include "alembert/free_motion.hpp"

#include <fstream>

#include "alembert/plot.hpp"
#include "io/csv.hpp"
#include "report/plot_parts.hpp"
#include "simulations.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace {

std::string joints_table(const Model& model, const FreeMotion& run) {
  Table table({"joint", right("from"), right("to"), right("lowest"), right("highest"), "",
               right("fastest"), ""});
  for (int j = 0; j < model.dofs(); ++j) {
    double low = infinity, high = -infinity, fastest = 0.0;
    for (const FreeSample& sample : run.samples) {
      low = std::min(low, sample.q[j]);
      high = std::max(high, sample.q[j]);
      fastest = std::max(fastest, std::abs(sample.v[j]));
    }
    const Coordinate& coordinate = model.coordinate_at(j);
    table.row({coordinate.name, significant(run.samples.front().q[j]),
               significant(run.samples.back().q[j], 1.0), significant(low, 1.0),
               significant(high, 1.0), unit(coordinate, "q"), significant(fastest, 1.0),
               unit(coordinate, "v")});
  }
  return table.text();
}

std::string energies_table(const FreeMotion& run) {
  const Energies &from = run.samples.front().energy, &to = run.samples.back().energy;
  double scale = 1.0;
  for (const Energies* e : {&from, &to}) {
    scale = std::max({scale, e->kinetic, std::abs(e->gravity), e->elastic});
  }
  Table table({"energy [J]", right("from"), right("to")});
  const auto row = [&](const char* name, double first, double last) {
    table.row({name, significant(first, scale), significant(last, scale)});
  };
  row("kinetic", from.kinetic, to.kinetic);
  row("gravity", from.gravity, to.gravity);
  row("springs", from.elastic, to.elastic);
  row("total", from.total(), to.total());
  return table.text();
}

std::string free_text(const Model& model, const FreeMotion& run) {
  std::string text =
      fmt::format("{}: {} s from the given state, {} steps\n\n{}\n{}", model.name(),
                  significant(run.end), run.steps, joints_table(model, run), energies_table(run));
  text +=
      fmt::format("work of torques and loads {} J, lost to friction {} J; balance kept to {:.1e}\n",
                  significant(run.work, 1.0), significant(run.friction, 1.0), run.energy_error);
  for (const PassedLimit& passed : run.passed) {
    const Coordinate& coordinate = model.coordinate_at(passed.coordinate);
    text += fmt::format("{} passes its limit, {} {}, at {} s: nothing stops it there\n",
                        coordinate.name, significant(passed.limit), unit(coordinate, "q"),
                        significant(passed.time));
  }
  if (!run.finished) {
    text += fmt::format("NOT FINISHED: no step leads on from {} s; some coordinate moves no mass\n",
                        significant(run.end));
  }
  return text;
}

Json energy_json(const Energies& energy) {
  return {{"kinetic", energy.kinetic},
          {"gravity", energy.gravity},
          {"springs", energy.elastic},
          {"total", energy.total()}};
}

Json free_json(const std::string& robot, const Model& model, const FreeMotion& run) {
  const auto passed_json = [&](const PassedLimit& limit) {
    return Json{{"joint", model.coordinate_at(limit.coordinate).name},
                {"time", limit.time},
                {"value", limit.value},
                {"limit", limit.limit}};
  };
  const FreeSample &first = run.samples.front(), &last = run.samples.back();
  return {{"robot", robot},
          {"joints", json_names(model, model_order(model))},
          {"units", {{"q", "rad (m)"}, {"v", "rad/s (m/s)"}, {"energy", "J"}, {"end", "s"}}},
          {"end", run.end},
          {"finished", run.finished},
          {"steps", run.steps},
          {"energy", {{"from", energy_json(first.energy)}, {"to", energy_json(last.energy)}}},
          {"work", run.work},
          {"friction", run.friction},
          {"energy_error", run.energy_error},
          {"passed", json_list(run.passed, passed_json)},
          {"final", {{"q", json_vector(last.q)}, {"v", json_vector(last.v)}}}};
}

/// As `alembert id --trajectory` takes it.
std::string free_csv(const Model& model, const FreeMotion& run) {
  std::string text = io::csv_header({"q", "v", "a"}, model.coordinate_names());
  for (const FreeSample& sample : run.samples) {
    text += fmt::format("{}", sample.t);
    for (const Eigen::VectorXd* x : {&sample.q, &sample.v, &sample.a}) {
      for (const double value : *x) text += fmt::format(",{}", value);
    }
    text += '\n';
  }
  return text;
}

std::string free_plot(const Model& model, const FreeMotion& run) {
  const auto line = [&](const std::string& label, auto value) {
    return report::line_over_time(label, run.samples, value);
  };
  std::vector<Plot> plots;
  for (const bool angular : {true, false}) {
    Plot plot{"Position", "time, s", angular ? "rad" : "m"};
    for (int j = 0; j < model.dofs(); ++j) {
      const Coordinate& coordinate = model.coordinate_at(j);
      if (coordinate.angular != angular) continue;
      plot.lines.push_back(line(coordinate.name, [j](const FreeSample& s) { return s.q[j]; }));
    }
    if (!plot.lines.empty()) plots.push_back(std::move(plot));
  }
  Plot energy{"Energy", "time, s", "J"};
  energy.lines = {line("kinetic", [](const FreeSample& s) { return s.energy.kinetic; }),
                  line("gravity", [](const FreeSample& s) { return s.energy.gravity; }),
                  line("springs", [](const FreeSample& s) { return s.energy.elastic; }),
                  line("total", [](const FreeSample& s) { return s.energy.total(); })};
  plots.push_back(std::move(energy));
  return svg(plots, model.name() + " left to itself", "alembert simulate");
}

/// The bar is gone when the answer is told.
FreeMotion watched(const Model& model, FreeRun run) {
  ProgressBar bar("simulated");
  run.progress = [&](double share) { bar.update(share); };
  return simulate_free(model, run);
}

}  // namespace

void add_free_options(Command& command, FreeArguments& options) {
  add_sample_options(command, options.state, {"v", "tau"});
  command.option("--loads", "FILE", options.loads,
                 "a robot left to itself: JSON file of forces (N) and moments (N m) on links");
  command.flag("--ideal", options.ideal,
               "a robot left to itself: without friction, rotor inertia and springs");
}

bool is_robot_file(const std::string& file) {
  for (const char* ending : {".urdf", ".xml", ".mjcf"}) {
    if (file.ends_with(ending)) return true;
  }
  if (!file.ends_with(".yaml") && !file.ends_with(".yml")) return false;
  std::ifstream stream(file);
  std::string line;
  while (std::getline(stream, line)) {
    if (line.starts_with("alembert:")) return line.find("robot/") != std::string::npos;
  }
  return false;
}

Exit simulate_free_robot(const std::string& file, const FreeArguments& options,
                         const RunTimes& times, const RunOutput& output) {
  if (!options.state.given()) {
    throw UsageError(file + " is a robot: it is simulated from a state",
                     "give --q q1,q2,... or --state FILE, and --duration; or name a motion");
  }
  const Model model = load({.robot = file, .gravity = times.gravity, .ideal = options.ideal}).model;
  const StateFile states = read_samples(options.state, model, {"v", "tau"}, file);
  if (states.samples.size() != 1) {
    throw UsageError(fmt::format("{} states are given", states.samples.size()),
                     "give the one it begins at");
  }
  const State& from = states.samples.front();
  refuse_moving_base(from, "simulations");
  FreeRun run{.q = from.q, .v = from.v, .tau = from.tau};
  if (!options.loads.empty()) run.loads = load_loads(options.loads, model);
  parse_if_given(times.duration, "--duration", run.duration);
  run.sample = parse_positive(times.sample, "--sample");
  run.relative_tolerance = parse_positive(times.tolerance, "--tolerance");
  const FreeMotion result = watched(model, run);
  if (!output.csv.empty()) write_out(output.csv, free_csv(model, result));
  if (!output.plot.empty()) write_out(output.plot, free_plot(model, result));
  write_out("", output.json ? json_text(free_json(file, model, result)) : free_text(model, result));
  return result.finished ? Exit::done : Exit::not_reached;
}

}  // namespace alembert::cli
