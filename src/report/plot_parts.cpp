#include "report/plot_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace alembert::report {

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

std::string unit_of_all(const std::vector<CoordinateKind>& kinds, JointQuantity quantity) {
  std::vector<std::string> units;
  for (const CoordinateKind kind : kinds) {
    const std::string one = unit(kind != CoordinateKind::linear, quantity);
    if (std::find(units.begin(), units.end(), one) == units.end()) units.push_back(one);
  }
  return fmt::format("{}", fmt::join(units, " or "));
}

std::string unit_of_joint(const ProblemDocument& problem, const std::string& joint) {
  for (std::size_t j = 0; j < problem.joints.size() && j < problem.kinds.size(); ++j) {
    if (problem.joints[j] != joint) continue;
    return unit(problem.kinds[j] != CoordinateKind::linear, JointQuantity::position);
  }
  return "";
}

}  // namespace alembert::report
