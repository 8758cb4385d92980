// Aligned columns for people.
#pragma once

#include <string>
#include <vector>

namespace alembert::report {

/// Six significant digits.
std::string significant(double value);
/// The same, and 0 for what is rounding of numbers as large as `scale`. For people only: files keep
/// every digit.
std::string significant(double value, double scale);

/// How many characters a line of a table may have, for all threads; 0, the default: any number.
/// Programs that write to a terminal set it once.
void set_text_width(int characters);
int text_width();

/// While there is one lines have so many characters. With 0 it is for what goes into files, which
/// does not depend on a terminal.
class TextWidth {
 public:
  explicit TextWidth(int width) { set_text_width(width); }
  TextWidth(const TextWidth&) = delete;
  TextWidth& operator=(const TextWidth&) = delete;
  ~TextWidth() { set_text_width(before_); }

 private:
  int before_ = text_width();
};

/// Words put on as many lines as text_width() asks for, all but the first after `indent` spaces.
/// Line breaks that are there stay.
std::string wrapped(const std::string& text, std::size_t indent = 0);

/// Where it is wider than text_width(), its last column is broken into lines if that holds words;
/// otherwise columns go on below, each part with what names the rows, and units with their numbers.
class Table {
 public:
  /// A title is a column of words; right() makes one of numbers.
  struct Column {
    Column(const char* name) : title(name) {}             // NOLINT(google-explicit-constructor)
    Column(std::string name) : title(std::move(name)) {}  // NOLINT(google-explicit-constructor)

    std::string title;
    bool to_the_right = false;
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell a column.
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Every line ends with a newline; the title line is left out if no column has a title.
  std::string text() const;

 private:
  std::string part(const std::vector<std::size_t>& shown, std::size_t most) const;
  std::vector<std::size_t> widths() const;
  bool has_titles() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// A column whose cells end below each other.
inline Table::Column right(std::string title) {
  Table::Column column(std::move(title));
  column.to_the_right = true;
  return column;
}

}  // namespace alembert::report
