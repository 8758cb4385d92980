// A predicted motion for people: what was found, in tables, on a page and drawn.
#include <fmt/format.h>

#include <algorithm>

#include "alembert/report.hpp"
#include "code_names.hpp"
#include "report/ground_parts.hpp"
#include "report/plot_parts.hpp"
#include "report/text_table.hpp"

namespace alembert {

namespace {

using report::right;
using report::significant;
using report::Table;

std::string notes_text(const std::vector<LimitNote>& notes, const std::string& title) {
  constexpr std::size_t most = 12;
  Table table({title, "of", right("at s"), right("value"), right("limit"), ""});
  for (std::size_t i = 0; i < std::min(most, notes.size()); ++i) {
    const LimitNote& note = notes[i];
    table.row({limit_name(note.of), entry_name(note.of), fmt::format("{:.4f}", note.time),
               significant(note.value), significant(note.bound), unit(note.of)});
  }
  std::string text = '\n' + table.text();
  if (notes.size() > most) text += fmt::format("… and {} more\n", notes.size() - most);
  return text;
}

std::string objective_text(const Solution& found) {
  std::string text = significant(found.objective);
  if (found.objective_terms.empty()) return text;
  std::string parts;
  for (const auto& [name, value] : found.objective_terms) {
    parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", name, significant(value));
  }
  return fmt::format("{} ({})", text, parts);
}

/// How often nodes were added where limits were passed between them.
std::string attempts_text(const Solution& found) {
  if (found.status != MotionStatus::solved) return "";
  if (found.rounds == 0) return ", limits met at first attempt";
  return ", limits met after " + counted(found.rounds, "refinement");
}

/// "7 of 10 solved, objectives 0.31 to 0.33": how much depends on where a search begins.
std::string starts_text(const std::vector<StartAnswer>& starts) {
  double best = infinity, worst = -infinity;
  int solved = 0;
  for (const StartAnswer& start : starts) {
    if (!start.solved) continue;
    ++solved;
    best = std::min(best, start.objective);
    worst = std::max(worst, start.objective);
  }
  std::string text = fmt::format("{} of {} solved", solved, starts.size());
  if (solved > 1) {
    text += fmt::format(", objectives {} to {}", significant(best), significant(worst));
  }
  return text;
}

std::string facts_text(const MotionDocument& motion) {
  const Solution& found = motion.solution;
  Table table({"", ""});
  table.row({"duration", significant(found.motion.duration()) + " s"});
  for (const WaypointInstant& waypoint : motion.waypoints) {
    table.row({waypoint.name, fmt::format("at {} s", significant(waypoint.time))});
  }
  table.row({"objective", objective_text(found)});
  if (motion.problem.touches()) {
    for (const auto& [label, words] : report::ground_facts(motion)) table.row({label, words});
  }
  table.row({"largest violation",
             fmt::format("{:.2g} of a limit, anywhere on the curve", found.largest_violation)});
  table.row({"solver", fmt::format("{}, {}{}, {:.3g} s", to_string(found.method),
                                   counted(found.iterations, "iteration"), attempts_text(found),
                                   found.seconds)});
  if (!found.starts.empty()) table.row({"starts", starts_text(found.starts)});
  return table.text();
}

std::string remarks_text(const MotionDocument& motion) {
  std::string text;
  for (const std::string& remark : motion.remarks)
    text += report::wrapped("note: " + remark, 6) + '\n';
  return text.empty() ? text : '\n' + text;
}

/// Between lines of more backquotes than any in the text, which therefore ends nowhere else.
std::string fenced(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) fence += '`';
  return fence + '\n' + text + fence + '\n';
}

/// What report.md says below its tables: units, and whether torques bring the motion back.
std::string page_end(const MotionDocument& motion) {
  std::string text =
      "Units: s, rad (m where a joint slides), rad/s, rad/s^2, N m (N), W; a violation is a share "
      "of its limit.\n";
  for (const std::string& remark : motion.remarks)
    text += "\nNote: " + within_markdown(remark) + ".\n";
  if (motion.verification && !motion.verification->empty()) {
    text += "\n" +
            within_markdown(verification_line(*motion.verification, reproduction_tolerance)) +
            ".\n";
  } else {
    text += "\nNot verified: `alembert verify` integrates its torques.\n";
  }
  return text;
}

/// What was made of the robot's own shapes.
std::string shapes_text(const ProblemDocument& problem) {
  if (problem.robot_shapes.empty()) return "";
  std::string text = "\nshapes from the robot\n";
  for (const std::string& words : problem.robot_shapes) {
    text += report::wrapped("  " + words, 4) + '\n';
  }
  return text;
}

std::string limits_text(const Solution& found) {
  std::string text;
  if (!found.violations.empty()) text += notes_text(found.violations, "passed");
  if (!found.active.empty()) text += notes_text(found.active, "active limits");
  return text;
}

/// Of all joints, waypoints marked.
Plot curves(const std::string& title, const MotionDocument& motion,
            Eigen::VectorXd MotionSample::*member) {
  Plot plot = report::plot_over_time(title, motion);
  for (std::size_t j = 0; j < motion.problem.joints.size(); ++j) {
    plot.lines.push_back(
        report::line_over_time(motion.problem.joints[j], motion.samples,
                               [&](const MotionSample& sample) { return (sample.*member)[j]; }));
  }
  return plot;
}

}  // namespace

std::string plain(bool, const std::string& words) { return words; }

std::string verdict_words(const MotionDocument& motion) {
  if (verdict(motion) == MotionVerdict::good) return "solved";
  if (verdict(motion) == MotionVerdict::not_verified) return "NOT VERIFIED";
  return fmt::format("NOT SOLVED ({})", to_string(motion.solution.status));
}

std::string verdict_message(const MotionDocument& motion) {
  if (verdict(motion) != MotionVerdict::not_verified) return motion.message;
  return not_reproduced(motion.verification->back()) + "; " + motion.message;
}

std::string motion_text(const MotionDocument& motion, const Emphasis& emphasis) {
  const Solution& found = motion.solution;
  const std::string status =
      emphasis(verdict(motion) == MotionVerdict::good, verdict_words(motion));
  const std::string first =
      fmt::format("{}: {}: {}", motion.problem.name, status, verdict_message(motion));
  return fmt::format("{}\n\n{}{}{}", report::wrapped(first, 2), facts_text(motion),
                     limits_text(found), shapes_text(motion.problem)) +
         remarks_text(motion);
}

std::string motion_page(const MotionDocument& motion, const std::string& picture) {
  const report::TextWidth for_a_file(0);
  const Solution& found = motion.solution;
  const ProblemDocument& problem = motion.problem;
  const std::string facts = facts_text(motion) + limits_text(found) + shapes_text(problem);
  return fmt::format("# {}\n\nRobot {}, problem {}: **{}**, {}.\n\n{}\n{}\n![{}]({})\n",
                     within_markdown(problem.name), within_markdown(problem.robot.name),
                     within_markdown(problem.file), verdict_words(motion),
                     within_markdown(verdict_message(motion)), fenced(facts), page_end(motion),
                     "Position, velocity and torque against time", picture);
}

std::string motion_plot(const MotionDocument& motion) {
  const MotionLimits& limits = motion.problem.limits;
  const std::vector<report::JointPlot> quantities = {
      {curves("Position", motion, &MotionSample::q), JointQuantity::position, limits.lower,
       limits.upper},
      {curves("Velocity", motion, &MotionSample::v), JointQuantity::velocity, -limits.velocity,
       limits.velocity},
      {curves("Torque", motion, &MotionSample::tau), JointQuantity::torque, limits.torque_lower,
       limits.torque_upper}};
  return report::joint_plots_svg(
      quantities, motion.problem.touches() ? report::ground_plots(motion) : std::vector<Plot>(),
      motion.problem, motion.problem.name,
      fmt::format("{} of robot {}: {}, {} s; limits dashed where the curves come near them{}",
                  motion.problem.file, motion.problem.robot.name, to_string(motion.solution.status),
                  significant(motion.solution.motion.duration()),
                  motion.waypoints.empty() ? "" : ", waypoints dotted"));
}

}  // namespace alembert
