#include "plot_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "numbers.hpp"

namespace alembert::cli {

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

std::string unit_of_all(const Model& model, const std::string& quantity) {
  std::vector<std::string> units;
  for (const Coordinate& coordinate : model.coordinates()) {
    const std::string one = unit(coordinate, quantity);
    if (std::find(units.begin(), units.end(), one) == units.end()) units.push_back(one);
  }
  return fmt::format("{}", fmt::join(units, " or "));
}

}  // namespace alembert::cli
