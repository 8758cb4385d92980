#include "report/text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

namespace alembert::report {

namespace {

/// Characters, not bytes: names and tree lines may be UTF-8. Colours (ESC [ … m) take no room.
std::size_t width(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\033') {
      i = std::min(text.find('m', i), text.size() - 1);
    } else if ((static_cast<unsigned char>(text[i]) >> 6) != 2) {
      ++count;
    }
  }
  return count;
}

std::atomic<int> width_of_text = 0;

/// At spaces, into lines of at most so many characters; those after the first are `indent` shorter.
/// Spaces a line begins with stay, and a word that is too long stands alone.
std::vector<std::string> broken(const std::string& text, std::size_t most, std::size_t indent) {
  std::vector<std::string> lines;
  std::string rest = text;
  for (std::size_t room = most; width(rest) > room; room = std::max(most, indent + 1) - indent) {
    const std::size_t first = rest.find_first_not_of(' ');
    std::size_t cut = std::string::npos;
    for (std::size_t at = rest.find(' ', first); at != std::string::npos;
         at = rest.find(' ', at + 1)) {
      if (cut != std::string::npos && width(rest.substr(0, at)) > room) break;
      cut = at;
    }
    if (cut == std::string::npos) break;
    lines.push_back(rest.substr(0, cut));
    const std::size_t next = rest.find_first_not_of(' ', cut);
    rest = next == std::string::npos ? "" : rest.substr(next);
  }
  lines.push_back(rest);
  return lines;
}

}  // namespace

std::string significant(double value) { return fmt::format("{:.6g}", value + 0.0); }

std::string significant(double value, double scale) {
  constexpr double rounding = 1e-13;
  return significant(std::abs(value) <= rounding * scale ? 0.0 : value);
}

void set_text_width(int characters) { width_of_text = std::max(0, characters); }
int text_width() { return width_of_text; }

std::string wrapped(const std::string& text, std::size_t indent) {
  const auto most = static_cast<std::size_t>(text_width());
  if (most == 0) return text;
  std::string out;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto lines = broken(text.substr(begin, end - begin), most, indent);
    for (std::size_t k = 0; k < lines.size(); ++k) {
      if (k > 0) out += "\n" + std::string(indent, ' ');
      out += lines[k];
    }
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

bool Table::has_titles() const {
  return std::any_of(columns_.begin(), columns_.end(),
                     [](const Column& column) { return !column.title.empty(); });
}

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> all;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t most = width(columns_[c].title);
    for (const auto& row : rows_) most = std::max(most, width(row[c]));
    all.push_back(most);
  }
  return all;
}

std::string Table::text() const {
  const std::vector<std::size_t> wide = widths();
  std::vector<std::size_t> all(columns_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto taken = [&](const std::vector<std::size_t>& columns) {
    std::size_t sum = columns.empty() ? 0 : 2 * (columns.size() - 1);
    for (const std::size_t c : columns) sum += wide[c];
    return sum;
  };
  const auto most = static_cast<std::size_t>(text_width());
  constexpr std::size_t least_words = 24;
  const std::size_t last = all.empty() ? 0 : wide.back();
  const bool words = columns_.size() > 1 && !columns_.back().to_the_right && last > least_words &&
                     taken(all) - last + least_words <= most;
  if (most == 0 || taken(all) <= most || words || columns_.size() < 3 || !has_titles()) {
    return part(all, most);
  }
  // Every part begins with what names its rows: the columns of words before the numbers.
  std::vector<std::size_t> key = {0};
  while (key.size() + 1 < columns_.size() && !columns_[key.size()].to_the_right &&
         2 * (taken(key) + 2 + wide[key.size()]) <= most) {
    key.push_back(key.size());
  }
  std::string out;
  std::vector<std::size_t> shown = key;
  for (std::size_t c = key.size(); c < columns_.size();) {
    std::vector<std::size_t> group = {c++};
    while (c < columns_.size() && columns_[c].title.empty()) group.push_back(c++);
    std::vector<std::size_t> with = shown;
    with.insert(with.end(), group.begin(), group.end());
    if (shown.size() > key.size() && taken(with) > most) {
      out += part(shown, most) + '\n';
      shown = key;
      shown.insert(shown.end(), group.begin(), group.end());
    } else {
      shown = with;
    }
  }
  return out + part(shown, most);
}

/// These columns, the last broken into lines where it passes `most` characters (0: never).
std::string Table::part(const std::vector<std::size_t>& shown, std::size_t most) const {
  const std::vector<std::size_t> wide = widths();
  std::vector<std::string> titles;
  for (const Column& column : columns_) titles.push_back(column.title);
  std::vector<const std::vector<std::string>*> lines;
  if (has_titles()) lines.push_back(&titles);
  for (const auto& row : rows_) lines.push_back(&row);
  std::string out;
  for (const auto* line : lines) {
    std::string text;
    for (std::size_t k = 0; k < shown.size(); ++k) {
      const std::size_t c = shown[k];
      const std::string& cell = (*line)[c];
      if (k > 0) text += "  ";
      const std::size_t before = width(text);
      if (k + 1 == shown.size() && k > 0 && !columns_[c].to_the_right && most > 0 &&
          before + width(cell) > most && before + 12 <= most) {
        const auto pieces = broken(cell, most - before, 0);
        for (std::size_t i = 0; i < pieces.size(); ++i) {
          text += (i > 0 ? "\n" + std::string(before, ' ') : "") + pieces[i];
        }
        continue;
      }
      const std::string padding(wide[c] - width(cell), ' ');
      text += columns_[c].to_the_right ? padding + cell : cell + padding;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + '\n';
  }
  return out;
}

}  // namespace alembert::report
