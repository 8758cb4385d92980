#include "report/plot_parts.hpp"

#include <algorithm>

#include "alembert/ground_coordinates.hpp"
#include "report/svg_scale.hpp"

namespace alembert::report {

namespace {

constexpr std::size_t most_in_one = 8;  ///< joints that colours still tell apart

void add_levels(Plot& plot, const std::vector<int>& joints, const JointPlot& of) {
  Extent shown;
  for (const PlotLine& line : plot.lines) shown.include(line.y);
  const double reach = 0.3 * (shown.high - shown.low);
  for (const Eigen::VectorXd* bounds : {&of.lower, &of.upper}) {
    for (std::size_t k = 0; k < joints.size() && bounds->size() > 0; ++k) {
      const double y = (*bounds)[joints[k]];
      if (!(y >= shown.low - reach && y <= shown.high + reach)) continue;
      plot.levels.push_back({y, static_cast<int>(k)});
    }
  }
}

/// The plot of some joints alone, which are of one kind.
Plot part_of(const JointPlot& of, const std::vector<int>& joints, bool angular) {
  Plot part = of.plot;
  part.lines.clear();
  part.levels.clear();
  part.y_label = unit(angular, of.quantity);
  const auto count = static_cast<int>(of.plot.lines.size());
  for (const bool beside : {false, true}) {
    for (std::size_t k = 0; k < joints.size(); ++k) {
      for (int i = 0; i < count; ++i) {
        PlotLine line = of.plot.lines[i];
        if (beside != (line.beside >= 0) || (beside ? line.beside : i) != joints[k]) continue;
        if (beside) line.beside = static_cast<int>(k);
        part.lines.push_back(std::move(line));
      }
    }
  }
  add_levels(part, joints, of);
  return part;
}

/// What only places a robot on the ground, and does not move.
bool only_places(const std::vector<JointPlot>& quantities, const ProblemDocument& problem,
                 std::size_t joint) {
  if (!is_of_ground(problem, static_cast<int>(joint)) || quantities.empty()) return false;
  const std::vector<double>& y = quantities.front().plot.lines[joint].y;
  return std::all_of(y.begin(), y.end(), [&](double value) { return value == y.front(); });
}

/// What moves the ground's coordinates is told as what contacts exert.
bool is_shown(const JointPlot& of, const ProblemDocument& problem, int joint) {
  return of.quantity != JointQuantity::torque || !is_of_ground(problem, joint);
}

std::vector<int> shown_of(const JointPlot& of, const ProblemDocument& problem,
                          std::vector<int> joints) {
  std::erase_if(joints, [&](int j) { return !is_shown(of, problem, j); });
  return joints;
}

/// Rows have no names of lines: the row's own label tells them.
PlotRow row_of(Plot plot) {
  PlotRow row{plot.title, {}};
  std::string names;
  for (const PlotLine& line : plot.lines) {
    if (line.beside < 0) names += (names.empty() ? ": " : ", ") + line.label;
  }
  row.label += names;
  plot.title.clear();
  row.plots.push_back(std::move(plot));
  return row;
}

}  // namespace

Plot plot_over_time(const std::string& title, const MotionDocument& motion,
                    const std::string& y_label) {
  Plot plot{title, "time, s", y_label};
  for (const WaypointInstant& passed : motion.waypoints) {
    plot.marks.push_back({passed.time, passed.name});
  }
  return plot;
}

std::string joint_plots_svg(const std::vector<JointPlot>& quantities,
                            const std::vector<Plot>& others, const ProblemDocument& problem,
                            const std::string& heading, const std::string& source) {
  std::vector<int> turning, sliding;
  for (std::size_t j = 0; j < problem.joints.size(); ++j) {
    if (only_places(quantities, problem, j)) continue;
    const bool slides = j < problem.kinds.size() && problem.kinds[j] == CoordinateKind::linear;
    (slides ? sliding : turning).push_back(static_cast<int>(j));
  }
  if (turning.size() + sliding.size() > most_in_one) {
    std::vector<PlotRow> rows;
    for (const auto& [joints, angular] : {std::pair{&turning, true}, std::pair{&sliding, false}}) {
      for (const int j : *joints) {
        PlotRow row{problem.joints[j], {}};
        for (const JointPlot& one : quantities) {
          if (is_shown(one, problem, j)) row.plots.push_back(part_of(one, {j}, angular));
        }
        rows.push_back(std::move(row));
      }
    }
    // Columns are called what the first row's are.
    std::stable_sort(rows.begin(), rows.end(), [](const PlotRow& a, const PlotRow& b) {
      return a.plots.size() > b.plots.size();
    });
    for (const Plot& other : others) rows.push_back(row_of(other));
    return svg_rows(rows, heading, source);
  }
  std::vector<Plot> plots;
  for (const JointPlot& one : quantities) {
    const std::vector<int> turn = shown_of(one, problem, turning);
    const std::vector<int> slide = shown_of(one, problem, sliding);
    if (!turn.empty()) plots.push_back(part_of(one, turn, true));
    if (slide.empty()) continue;
    plots.push_back(part_of(one, slide, false));
    if (turn.empty()) continue;
    plots.back().title += ", joints that slide";
    if (one.quantity == JointQuantity::torque) plots.back().title.replace(0, 6, "Force");
  }
  plots.insert(plots.end(), others.begin(), others.end());
  return svg(plots, heading, source);
}

std::string unit_of_joint(const ProblemDocument& problem, const std::string& joint) {
  for (std::size_t j = 0; j < problem.joints.size() && j < problem.kinds.size(); ++j) {
    if (problem.joints[j] != joint) continue;
    return unit(problem.kinds[j] != CoordinateKind::linear, JointQuantity::position);
  }
  return "";
}

}  // namespace alembert::report
