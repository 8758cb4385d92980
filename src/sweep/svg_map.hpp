// Maps of one number, or of one word, over two: cells in colour, as self-contained SVG.
#pragma once

#include <string>
#include <vector>

namespace alembert::sweep {

struct MapPlot {
  std::string title, x_label, y_label, value_label;
  std::vector<double> x, y;  ///< middles of columns and rows, rising
  /// One a cell, row by row; not a number: nothing is there. Of words: their number.
  std::vector<double> values;
  std::vector<std::string> words = {};  ///< empty: values are numbers
};

std::string svg_map(const MapPlot& map, const std::string& source);

}  // namespace alembert::sweep
