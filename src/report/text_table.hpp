// Aligned columns for people.
#pragma once

#include <string>
#include <vector>

namespace alembert::report {

/// Six significant digits.
std::string significant(double value);

class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column.
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Every line ends with a newline; the title line is left out if no column has a title.
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace alembert::report
