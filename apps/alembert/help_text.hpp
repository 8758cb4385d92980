// Help as wide as the terminal.
#pragma once

#include <string>

namespace alembert::cli {

/// Descriptions of options are broken under themselves, from this column on.
inline constexpr int help_column = 32;

/// Paragraphs are filled anew, descriptions broken, examples and files left as they are. The text
/// itself where nothing says how wide it may be (report::text_width()).
std::string fitted_help(const std::string& help);

}  // namespace alembert::cli
