#include "motion_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "alembert/plot.hpp"
#include "numbers.hpp"
#include "terminal.hpp"
#include "text_table.hpp"

namespace alembert::cli {

namespace {

/// "N m" of a torque, "rad" of a position; nothing for limits in space, which name theirs.
std::string unit_of(const LimitNote& note, const Model& model) {
  if (note.limit == "power") return "W";
  static const std::pair<const char*, const char*> quantities[] = {
      {"position", "q"}, {"velocity", "v"}, {"acceleration", "a"}, {"torque", "tau"}};
  for (const Coordinate& coordinate : model.coordinates()) {
    if (coordinate.name != note.entry) continue;
    if (note.limit == "jerk") return coordinate.angular ? "rad/s^3" : "m/s^3";
    for (const auto& [limit, quantity] : quantities) {
      if (note.limit == limit) return unit(coordinate, quantity);
    }
  }
  return "";
}

std::string notes_text(const std::vector<LimitNote>& notes, const Model& model,
                       const std::string& title) {
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
               significant(note.bound), unit_of(note, model)});
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
  table.row({"solver", fmt::format("{} iterations, {} rounds of certification, {:.3g} s",
                                   found.iterations, found.rounds, found.seconds)});
  return table.text();
}

std::string limits_text(const MotionFile& asked, const Solution& found) {
  const Model& model = asked.problem.model;
  std::string text;
  if (!found.violations.empty()) text += notes_text(found.violations, model, "passed");
  if (!found.active.empty()) text += notes_text(found.active, model, "holds it back");
  return text;
}

/// A limit far away would flatten the curves: it is drawn only where they come near it.
void add_levels(Plot& plot, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  double low = infinity, high = -infinity;
  for (const PlotLine& line : plot.lines) {
    const auto [least, most] = std::minmax_element(line.y.begin(), line.y.end());
    low = std::min(low, *least);
    high = std::max(high, *most);
  }
  const double reach = 0.3 * (high - low);
  for (const Eigen::VectorXd* bounds : {&lower, &upper}) {
    for (Eigen::Index j = 0; j < bounds->size(); ++j) {
      const double y = (*bounds)[j];
      if (!(y >= low - reach && y <= high + reach)) continue;
      const auto same = std::find_if(plot.levels.begin(), plot.levels.end(),
                                     [&](const PlotLevel& level) { return level.y == y; });
      if (same == plot.levels.end()) {
        plot.levels.push_back({y, static_cast<int>(j)});
      } else {
        same->line = -1;
      }
    }
  }
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

/// "rad", "m", or both where the robot has both.
std::string unit_of_all(const Model& model, const std::string& quantity) {
  std::vector<std::string> units;
  for (const Coordinate& coordinate : model.coordinates()) {
    const std::string one = unit(coordinate, quantity);
    if (std::find(units.begin(), units.end(), one) == units.end()) units.push_back(one);
  }
  return fmt::format("{}", fmt::join(units, " or "));
}

}  // namespace

std::string motion_summary(const MotionFile& asked, const Solution& found) {
  const bool solved = found.status == MotionStatus::solved;
  const std::string status =
      paint(on_stdout, solved ? Colour::green : Colour::red,
            solved ? "solved" : fmt::format("NOT SOLVED ({})", to_string(found.status)));
  return fmt::format("{}: {}: {}\n\n{}{}", asked.name, status, found.message, facts_text(found),
                     limits_text(asked, found));
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
      facts_text(found), limits_text(asked, found), "Position, velocity and torque against time");
}

}  // namespace alembert::cli
