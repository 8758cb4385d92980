#include "motion_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/plot.hpp"
#include "numbers.hpp"
#include "plot_parts.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

namespace alembert::cli {

namespace {

std::string notes_text(const std::vector<LimitNote>& notes, const std::string& title) {
  constexpr std::size_t most = 12;
  using Align = Table::Align;
  Table table({{title},
               {"of"},
               {"at s", Align::right},
               {"value", Align::right},
               {"limit", Align::right},
               {""}});
  for (std::size_t i = 0; i < std::min(most, notes.size()); ++i) {
    const LimitNote& note = notes[i];
    table.row({note.limit, note.entry, fmt::format("{:.4f}", note.time), significant(note.value),
               significant(note.bound), note.unit});
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

std::string facts_text(const Solution& found) {
  Table table({{""}, {""}});
  table.row({"duration", significant(found.motion.duration()) + " s"});
  table.row({"objective", objective_text(found)});
  table.row({"largest violation",
             fmt::format("{:.2g} of a limit, anywhere on the curve", found.largest_violation)});
  table.row({"solver", fmt::format("{} iteration{}, {} round{} of certification, {:.3g} s",
                                   found.iterations, found.iterations == 1 ? "" : "s", found.rounds,
                                   found.rounds == 1 ? "" : "s", found.seconds)});
  return table.text();
}

std::string limits_text(const Solution& found) {
  std::string text;
  if (!found.violations.empty()) text += notes_text(found.violations, "passed");
  if (!found.active.empty()) text += notes_text(found.active, "holds it back");
  return text;
}

Plot curves(const std::string& title, const std::string& y_label, const Model& model,
            const std::vector<MotionSample>& samples, Eigen::VectorXd MotionSample::*quantity) {
  Plot plot;
  plot.title = title;
  plot.x_label = "time, s";
  plot.y_label = y_label;
  for (int j = 0; j < model.dofs(); ++j) {
    PlotLine line;
    line.label = model.coordinates()[static_cast<std::size_t>(j)].name;
    for (const MotionSample& sample : samples) {
      line.x.push_back(sample.t);
      line.y.push_back((sample.*quantity)[j]);
    }
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

}  // namespace

std::string motion_summary(const MotionFile& asked, const Solution& found) {
  const bool solved = found.status == MotionStatus::solved;
  const std::string status =
      paint(on_stdout, solved ? Colour::green : Colour::red,
            solved ? "solved" : fmt::format("NOT SOLVED ({})", to_string(found.status)));
  return fmt::format("{}: {}: {}\n\n{}{}", asked.name, status, found.message, facts_text(found),
                     limits_text(found));
}

std::string motion_plot(const MotionFile& asked, const Solution& found,
                        const std::vector<MotionSample>& samples) {
  const Model& model = asked.problem.model;
  const MotionLimits& limits = asked.problem.limits;
  std::vector<Plot> plots = {
      curves("Position", unit_of_all(model, "q"), model, samples, &MotionSample::q),
      curves("Velocity", unit_of_all(model, "v"), model, samples, &MotionSample::v),
      curves("Torque", unit_of_all(model, "tau"), model, samples, &MotionSample::tau)};
  add_levels(plots[0], limits.lower, limits.upper);
  add_levels(plots[1], -limits.velocity, limits.velocity);
  add_levels(plots[2], limits.torque_lower, limits.torque_upper);
  return svg(plots, asked.name,
             fmt::format("{} of robot {}: {}, {} s; limits dashed where the curves come near them",
                         asked.file, asked.robot.name, to_string(found.status),
                         significant(found.motion.duration())));
}

std::string motion_page(const MotionFile& asked, const Solution& found) {
  return fmt::format(
      "# {}\n\nRobot {}, problem {}: **{}**, {}.\n\n```\n{}{}```\n\n![{}](motion.svg)\n",
      asked.name, asked.robot.name, asked.file, to_string(found.status), found.message,
      facts_text(found), limits_text(found), "Position, velocity and torque against time");
}

}  // namespace alembert::cli
