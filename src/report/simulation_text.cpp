// A simulated motion for people: tables, spreadsheets and plots.
#include <fmt/format.h>

#include "alembert/report.hpp"
#include "io/csv.hpp"
#include "report/plot_parts.hpp"
#include "report/text_table.hpp"

namespace alembert {

namespace {

using report::right;
using report::significant;
using report::Table;
using Member = Eigen::VectorXd SimulatedSample::*;

std::string verdict(bool survived, const Emphasis& emphasis) {
  return emphasis(survived, survived ? "the plan survives" : "THE PLAN DOES NOT SURVIVE");
}

std::string control_text(const ControlOptions& control) {
  std::string text = controller_name(control.kind);
  text += control.rate > 0.0 ? fmt::format(" at {} Hz", significant(control.rate)) : ", continuous";
  if (control.kind != Controller::feed_forward) {
    text += fmt::format(", {} rad/s, damping {}", significant(control.frequency),
                        significant(control.damping));
  }
  if (control.delay > 0.0) text += fmt::format(", {} s late", significant(control.delay));
  return text;
}

Plot curves(const std::string& title, const ProblemDocument& asked, const Simulation& run,
            Member member, Member planned) {
  Plot plot{title, "time, s", ""};
  for (const Member shown : {member, planned}) {
    for (std::size_t j = 0; j < asked.joints.size(); ++j) {
      plot.lines.push_back(report::line_over_time(
          asked.joints[j], run.samples,
          [&](const SimulatedSample& sample) { return (sample.*shown)[j]; }));
      if (shown == planned) plot.lines.back().beside = static_cast<int>(j);
    }
  }
  return plot;
}

Plot errors(const ProblemDocument& asked, const Simulation& run) {
  Plot plot = curves("Error: simulated less planned", asked, run, &SimulatedSample::q,
                     &SimulatedSample::planned_q);
  const std::size_t n = asked.joints.size();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < plot.lines[j].y.size(); ++k) {
      plot.lines[j].y[k] -= plot.lines[n + j].y[k];
    }
  }
  plot.lines.resize(n);
  return plot;
}

}  // namespace

const char* controller_name(Controller kind) {
  static constexpr const char* names[] = {"computed torque", "PD + gravity", "feed-forward",
                                          "feed-forward + PD"};
  return names[static_cast<int>(kind)];
}

std::string simulation_text(const ProblemDocument& asked, const SimulateOptions& options,
                            const Simulation& run, double threshold, const Emphasis& emphasis) {
  Table table({"joint", right("rms error"), right("largest"), right("final"), "",
               right("peak torque"), "", right("saturated")});
  for (std::size_t j = 0; j < run.joints.size(); ++j) {
    const JointTracking& joint = run.joints[j];
    const bool angular = asked.kinds[j] != CoordinateKind::linear;
    table.row({joint.name, fmt::format("{:.3g}", joint.rms_error),
               fmt::format("{:.3g}", joint.largest_error), fmt::format("{:.3g}", joint.final_error),
               unit(angular, JointQuantity::position), fmt::format("{:.4g}", joint.peak_torque),
               unit(angular, JointQuantity::torque),
               fmt::format("{:.1f} %", 100.0 * joint.saturated)});
  }
  const std::string how =
      run.diverged ? fmt::format("the arm diverges: broken off at {:.4f} s", run.end)
                   : fmt::format("largest error {:.3g} {} of {} at {:.4f} s, {:.3g} allowed",
                                 run.largest_error, report::unit_of_joint(asked, run.worst_joint),
                                 run.worst_joint, run.worst_time, threshold);
  return fmt::format("{}: {}\n{}\n\n{}", asked.name, verdict(run.survives(threshold), emphasis),
                     report::wrapped(control_text(options.control) + "; " + how), table.text());
}

std::string runs_text(const ProblemDocument& asked, const SimulateOptions& options,
                      const std::vector<RunOutcome>& runs, double threshold,
                      const Emphasis& emphasis) {
  const std::size_t good = survivors(runs, threshold);
  const RunOutcome& last = worst(runs);
  Table table({"", ""});
  table.row({"survive", fmt::format("{} of {} runs, seeds {} to {}", good, runs.size(),
                                    runs.front().seed, runs.back().seed)});
  table.row({"median",
             fmt::format("{:.3g} largest error, {:.3g} allowed", median_error(runs), threshold)});
  table.row({"worst", last.diverged
                          ? fmt::format("diverges, seed {}", last.seed)
                          : fmt::format("{:.3g} {} of {} at {:.4f} s, seed {}", last.largest_error,
                                        report::unit_of_joint(asked, last.worst_joint),
                                        last.worst_joint, last.worst_time, last.seed)});
  return fmt::format("{}: {}\n{}\n\n{}", asked.name, verdict(good == runs.size(), emphasis),
                     control_text(options.control), table.text());
}

std::string simulation_csv(const ProblemDocument& asked, const Simulation& run) {
  static constexpr std::pair<const char*, Member> columns[] = {
      {"q", &SimulatedSample::q},
      {"v", &SimulatedSample::v},
      {"tau", &SimulatedSample::tau},
      {"planned_q", &SimulatedSample::planned_q},
      {"planned_v", &SimulatedSample::planned_v},
      {"planned_tau", &SimulatedSample::planned_tau}};
  std::vector<std::string> quantities;
  for (const auto& [quantity, member] : columns) quantities.push_back(quantity);
  std::string text = io::csv_header(quantities, asked.joints);
  for (const SimulatedSample& sample : run.samples) {
    text += fmt::format("{}", sample.t);
    for (const auto& [quantity, member] : columns) {
      for (const double value : sample.*member) text += fmt::format(",{}", value);
    }
    text += '\n';
  }
  return text;
}

std::string simulation_plot(const ProblemDocument& asked, const SimulateOptions& options,
                            const Simulation& run) {
  std::vector<report::JointPlot> quantities = {
      {curves("Position, planned dotted", asked, run, &SimulatedSample::q,
              &SimulatedSample::planned_q),
       JointQuantity::position},
      {errors(asked, run), JointQuantity::position},
      {curves("Torque, planned dotted", asked, run, &SimulatedSample::tau,
              &SimulatedSample::planned_tau),
       JointQuantity::torque}};
  if (options.mismatch.torque_limits) {
    quantities[2].lower = asked.limits.torque_lower;
    quantities[2].upper = asked.limits.torque_upper;
  }
  return report::joint_plots_svg(
      quantities, {}, asked, asked.name + " simulated",
      fmt::format("robot {}, {}; model off by {} %, seed {}; limits dashed where near",
                  asked.robot.name, control_text(options.control),
                  significant(100.0 * options.mismatch.model_error), options.mismatch.seed));
}

}  // namespace alembert
