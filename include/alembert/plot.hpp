// Line plots as self-contained SVG: for a lecture, a report or a look at a trajectory.
#pragma once

#include <string>
#include <vector>

namespace alembert {

struct PlotLine {
  std::string label;  ///< written at the line's end, in its colour
  std::vector<double> x, y;
  bool markers = false;
};

struct Plot {
  std::string title;
  std::string x_label, y_label;
  bool log_x = false, log_y = false;  ///< then all values must be positive
  std::vector<PlotLine> lines;
};

/// The plots one below the other, under a common heading; `source` is a small note at the foot.
std::string svg(const std::vector<Plot>& plots, const std::string& heading,
                const std::string& source);

}  // namespace alembert
