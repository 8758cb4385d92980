#include "simulate_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/csv.hpp"
#include "plot_parts.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

namespace alembert::cli {

namespace {

std::string verdict(bool survived) {
  return survived ? paint(on_stdout, Colour::green, "the plan survives")
                  : paint(on_stdout, Colour::red, "THE PLAN DOES NOT SURVIVE");
}

std::string control_text(const ControlOptions& control) {
  std::string text = to_string(control.kind);
  text += control.rate > 0.0 ? fmt::format(" at {} Hz", significant(control.rate)) : ", continuous";
  if (control.kind != Controller::feed_forward) {
    text += fmt::format(", {} rad/s, damping {}", significant(control.frequency),
                        significant(control.damping));
  }
  if (control.delay > 0.0) text += fmt::format(", {} s late", significant(control.delay));
  return text;
}

std::string unit_of(const Model& model, const std::string& joint) {
  for (const Coordinate& coordinate : model.coordinates()) {
    if (coordinate.name == joint) return unit(coordinate, "q");
  }
  return "";
}

double median_error(const std::vector<RunOutcome>& runs) {
  std::vector<double> errors;
  for (const RunOutcome& run : runs) errors.push_back(run.diverged ? infinity : run.largest_error);
  std::sort(errors.begin(), errors.end());
  const std::size_t half = errors.size() / 2;
  return errors.size() % 2 == 1 ? errors[half] : 0.5 * (errors[half - 1] + errors[half]);
}

std::size_t survivors(const std::vector<RunOutcome>& runs, double threshold) {
  return static_cast<std::size_t>(std::count_if(
      runs.begin(), runs.end(), [&](const RunOutcome& run) { return survives(run, threshold); }));
}

using Quantity = Eigen::VectorXd SimulatedSample::*;

Plot curves(const std::string& title, const std::string& y_label, const Model& model,
            const Simulation& run, Quantity quantity, Quantity planned) {
  Plot plot;
  plot.title = title;
  plot.x_label = "time, s";
  plot.y_label = y_label;
  for (const Quantity shown : {quantity, planned}) {
    for (int j = 0; j < model.dofs(); ++j) {
      PlotLine line;
      line.label = model.coordinates()[static_cast<std::size_t>(j)].name;
      if (shown == planned) line.beside = j;
      for (const SimulatedSample& sample : run.samples) {
        line.x.push_back(sample.t);
        line.y.push_back((sample.*shown)[j]);
      }
      plot.lines.push_back(std::move(line));
    }
  }
  return plot;
}

Plot errors(const Model& model, const Simulation& run) {
  Plot plot = curves("Error: simulated less planned", unit_of_all(model, "q"), model, run,
                     &SimulatedSample::q, &SimulatedSample::planned_q);
  const auto n = static_cast<std::size_t>(model.dofs());
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < plot.lines[j].y.size(); ++k) {
      plot.lines[j].y[k] -= plot.lines[n + j].y[k];
    }
  }
  plot.lines.resize(n);
  return plot;
}

}  // namespace

bool survives(const RunOutcome& run, double threshold) {
  return !run.diverged && run.largest_error <= threshold;
}

const RunOutcome& worst(const std::vector<RunOutcome>& runs) {
  return *std::max_element(runs.begin(), runs.end(), [](const RunOutcome& a, const RunOutcome& b) {
    return std::pair(a.diverged, a.largest_error) < std::pair(b.diverged, b.largest_error);
  });
}

std::string simulation_text(const GivenMotion& given, const SimulateOptions& options,
                            const Simulation& run, double threshold) {
  using Align = Table::Align;
  const Model& model = given.file.problem.model;
  Table table({{"joint"},
               {"rms error", Align::right},
               {"largest", Align::right},
               {"final", Align::right},
               {""},
               {"peak torque", Align::right},
               {""},
               {"saturated", Align::right}});
  for (std::size_t j = 0; j < run.joints.size(); ++j) {
    const JointTracking& joint = run.joints[j];
    table.row({joint.name, fmt::format("{:.3g}", joint.rms_error),
               fmt::format("{:.3g}", joint.largest_error), fmt::format("{:.3g}", joint.final_error),
               unit(model.coordinates()[j], "q"), fmt::format("{:.4g}", joint.peak_torque),
               unit(model.coordinates()[j], "tau"),
               fmt::format("{:.1f} %", 100.0 * joint.saturated)});
  }
  const std::string how =
      run.diverged ? fmt::format("the arm diverges: broken off at {:.4f} s", run.end)
                   : fmt::format("largest error {:.3g} {} of {} at {:.4f} s, {:.3g} allowed",
                                 run.largest_error, unit_of(model, run.worst_joint),
                                 run.worst_joint, run.worst_time, threshold);
  return fmt::format("{}: {}\n{}; {}\n\n{}", given.name, verdict(run.survives(threshold)),
                     control_text(options.control), how, table.text());
}

std::string runs_text(const GivenMotion& given, const SimulateOptions& options,
                      const std::vector<RunOutcome>& runs, double threshold) {
  const Model& model = given.file.problem.model;
  const std::size_t good = survivors(runs, threshold);
  const RunOutcome& last = worst(runs);
  Table table({{""}, {""}});
  table.row({"survive", fmt::format("{} of {} runs, seeds {} to {}", good, runs.size(),
                                    runs.front().seed, runs.back().seed)});
  table.row({"median",
             fmt::format("{:.3g} largest error, {:.3g} allowed", median_error(runs), threshold)});
  table.row({"worst", last.diverged
                          ? fmt::format("diverges, seed {}", last.seed)
                          : fmt::format("{:.3g} {} of {} at {:.4f} s, seed {}", last.largest_error,
                                        unit_of(model, last.worst_joint), last.worst_joint,
                                        last.worst_time, last.seed)});
  return fmt::format("{}: {}\n{}\n\n{}", given.name, verdict(good == runs.size()),
                     control_text(options.control), table.text());
}

Json simulation_json(const Simulation& run, double threshold) {
  Json joints = Json::array();
  for (const JointTracking& joint : run.joints) {
    joints.push_back({{"name", joint.name},
                      {"rms_error", joint.rms_error},
                      {"largest_error", joint.largest_error},
                      {"final_error", joint.final_error},
                      {"peak_torque", joint.peak_torque},
                      {"saturated", joint.saturated}});
  }
  return {{"survives", run.survives(threshold)},
          {"diverged", run.diverged},
          {"end", run.end},
          {"largest_error", run.largest_error},
          {"worst_joint", run.worst_joint},
          {"worst_time", run.worst_time},
          {"joints", std::move(joints)}};
}

Json runs_json(const std::vector<RunOutcome>& runs, double threshold) {
  Json list = Json::array();
  for (const RunOutcome& run : runs) {
    list.push_back({{"seed", run.seed},
                    {"survives", survives(run, threshold)},
                    {"diverged", run.diverged},
                    {"largest_error", run.largest_error},
                    {"worst_joint", run.worst_joint},
                    {"worst_time", run.worst_time},
                    {"final_error", run.final_error}});
  }
  const std::size_t good = survivors(runs, threshold);
  return {{"survives", good == runs.size()},    {"survivors", good},
          {"median_error", median_error(runs)}, {"worst_error", worst(runs).largest_error},
          {"worst_seed", worst(runs).seed},     {"runs", std::move(list)}};
}

std::string simulation_csv(const Model& model, const Simulation& run) {
  static constexpr std::pair<const char*, Quantity> columns[] = {
      {"q", &SimulatedSample::q},
      {"v", &SimulatedSample::v},
      {"tau", &SimulatedSample::tau},
      {"planned_q", &SimulatedSample::planned_q},
      {"planned_v", &SimulatedSample::planned_v},
      {"planned_tau", &SimulatedSample::planned_tau}};
  std::string text = "t";
  for (const auto& [quantity, member] : columns) {
    for (const std::string& name : model.coordinate_names()) {
      text += ',' + io::csv_cell(fmt::format("{}.{}", quantity, name));
    }
  }
  text += '\n';
  for (const SimulatedSample& sample : run.samples) {
    text += fmt::format("{}", sample.t);
    for (const auto& [quantity, member] : columns) {
      for (const double value : sample.*member) text += fmt::format(",{}", value);
    }
    text += '\n';
  }
  return text;
}

std::string simulation_plot(const GivenMotion& given, const SimulateOptions& options,
                            const Simulation& run) {
  const MotionProblem& problem = given.file.problem;
  const Model& model = problem.model;
  std::vector<Plot> plots = {curves("Position, planned dotted", unit_of_all(model, "q"), model, run,
                                    &SimulatedSample::q, &SimulatedSample::planned_q),
                             errors(model, run),
                             curves("Torque, planned dotted", unit_of_all(model, "tau"), model, run,
                                    &SimulatedSample::tau, &SimulatedSample::planned_tau)};
  if (options.reality.torque_limits) {
    add_levels(plots[2], problem.limits.torque_lower, problem.limits.torque_upper);
  }
  return svg(plots, given.name + " simulated",
             fmt::format("robot {}, {}; model off by {} %, seed {}; limits dashed where near",
                         given.file.robot.name, control_text(options.control),
                         significant(100.0 * options.reality.model_error), options.reality.seed));
}

}  // namespace alembert::cli
