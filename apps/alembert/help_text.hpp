// Help as wide as the terminal.
#pragma once

#include <string>

namespace alembert::cli {

/// Descriptions of options are broken under themselves, from this column on.
inline constexpr int help_column = 32;

/// Where nothing says how wide the terminal is, and on wider ones: nobody reads longer lines.
inline constexpr int widest_help = 100;

/// Paragraphs are filled anew, descriptions broken, examples and files left as they are.
std::string fitted_help(const std::string& help);

}  // namespace alembert::cli
