// A program as statements: which values have names, in which order they are computed, and what is
// written out in one line because it is used once and nearby.
#pragma once

#include <string>
#include <vector>

#include "generate/program.hpp"

namespace alembert {

/// How a language spells what statements are made of.
struct Spelling {
  std::string real = "double";  ///< the type of numbers
  bool single = false;
  bool device = false;  ///< arrays of many states: entry k is `states` behind k - 1
  std::string prefix;   ///< of helper functions
  std::string indent = "  ";
};

/// The body of a function: everything between its braces.
std::string body_text(const ExprProgram& program, const Spelling& spelling);

/// A number so that it is read back as it was.
std::string number_text(double x, bool single);

}  // namespace alembert
