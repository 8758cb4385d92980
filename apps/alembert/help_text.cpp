#include "help_text.hpp"

#include <sstream>

#include "report/text_table.hpp"

namespace alembert::cli {

std::string fitted_help(const std::string& help) {
  if (report::text_width() == 0) return help;
  std::istringstream lines(help);
  std::string out, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) out += report::wrapped(paragraph) + '\n';
    paragraph.clear();
  };
  bool options = true;
  for (std::string line; std::getline(lines, line);) {
    options = options && line != "EXAMPLES" && line != "Three things to try:";
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
