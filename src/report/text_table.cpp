#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace alembert::report {

namespace {

/// Characters, not bytes: names and tree lines may be UTF-8.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

}  // namespace

std::string significant(double value) { return fmt::format("{:.6g}", value + 0.0); }

std::string Table::text() const {
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::vector<const std::vector<std::string>*> lines;
  if (std::any_of(titles.begin(), titles.end(), [](const auto& t) { return !t.empty(); })) {
    lines.push_back(&titles);
  }
  for (const auto& row : rows_) lines.push_back(&row);

  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto* line : lines) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
      widths[c] = std::max(widths[c], width((*line)[c]));
    }
  }
  std::string out;
  for (const auto* line : lines) {
    std::string text;
    for (std::size_t c = 0; c < widths.size(); ++c) {
      const std::string padding(widths[c] - width((*line)[c]), ' ');
      if (c > 0) text += "  ";
      text += columns_[c].align == Align::left ? (*line)[c] + padding : padding + (*line)[c];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  }
  return out;
}

}  // namespace alembert::report
