// Line plots as self-contained SVG: for a lecture, a report or a look at a trajectory.
#pragma once

#include <string>
#include <vector>

namespace alembert {

struct PlotLine {
  std::string label;  ///< written at the line's end, in its colour
  std::vector<double> x, y;
  bool markers = false;  ///< points are marked, too
  int beside = -1;       ///< drawn dotted in the colour of this line, and without a label
};

/// A value that is not to be passed: a dashed line across the plot.
struct PlotLevel {
  double y = 0.0;  ///< in units of the axis
  int line = -1;   ///< drawn in the colour of this line; grey if none; several may share a value
};

/// Something that happens at a value of x: a dotted line up the plot, named above it where there is
/// room.
struct PlotMark {
  double x = 0.0;  ///< in units of the axis
  std::string label;
};

struct Plot {
  std::string title;                   ///< above it
  std::string x_label, y_label;        ///< with units
  bool log_x = false, log_y = false;   ///< then all values must be positive
  std::vector<PlotLine> lines = {};    ///< in the order of colours
  std::vector<PlotLevel> levels = {};  ///< limits
  std::vector<PlotMark> marks = {};    ///< waypoints, phases
};

/// Plots side by side, of one thing among many.
struct PlotRow {
  std::string label;
  std::vector<Plot> plots;  ///< titles are those of columns, taken from the first row
};

/// The plots one below the other, under a common heading; `source` is a small note at the foot.
std::string svg(const std::vector<Plot>& plots, const std::string& heading,
                const std::string& source);

/// Small multiples: a row each, every plot with a vertical axis of its own. For more curves than
/// colours can tell apart: a colour is of a row or, where panels have several lines, of a line,
/// whose name then stands above its column.
std::string svg_rows(const std::vector<PlotRow>& rows, const std::string& heading,
                     const std::string& source);

}  // namespace alembert
