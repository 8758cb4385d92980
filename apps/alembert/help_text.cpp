#include "help_text.hpp"

#include <algorithm>
#include <sstream>

#include "report/text_table.hpp"

namespace alembert::cli {

namespace {

/// "--call a|b|c", too long for a line, in several: a break after a stroke.
std::string with_broken_choices(const std::string& line, std::size_t most) {
  std::string out;
  std::size_t column = 0;
  constexpr std::size_t indent = 8;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find('|', at), line.size() - 1) + 1;
    if (column + (end - at) > most && column > indent) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    }
    out += line.substr(at, end - at);
    column += end - at;
    at = end;
  }
  return out;
}

/// Sets the width of texts and, at the end, what it was.
class TextWidth {
 public:
  explicit TextWidth(int width) : before_(report::text_width()) { report::set_text_width(width); }
  ~TextWidth() { report::set_text_width(before_); }
  TextWidth(const TextWidth&) = delete;
  TextWidth& operator=(const TextWidth&) = delete;

 private:
  int before_;
};

}  // namespace

std::string fitted_help(const std::string& help) {
  const int told = report::text_width();
  const int most = told == 0 ? widest_help : std::min(told, widest_help);
  const TextWidth width(most);
  std::istringstream lines(help);
  std::string out, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += report::wrapped(paragraph) + '\n';
    paragraph.clear();
  };
  bool options = true;
  for (std::string line; std::getline(lines, line);) {
    options = options && line != "EXAMPLES" && line != "Three things to try:";
    // Choices that are so long that their description has a line of its own.
    const std::size_t choices = line.find('|');
    if (options && choices != std::string::npos && line.find(' ', choices) == std::string::npos) {
      line = with_broken_choices(line, static_cast<std::size_t>(most));
    }
    if (options) {
      out += report::wrapped(line, line.starts_with(' ') ? help_column : 0) + '\n';
    } else if (line.empty() || line.starts_with(' ')) {
      end_paragraph();
      out += line + '\n';
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + line;
    }
  }
  end_paragraph();
  return out;
}

}  // namespace alembert::cli
