// A program as statements: which values have names, in which order they are computed, and what is
// written out in one line because it is used once and nearby; and the functions they stand on.
#pragma once

#include <string>

#include "generate/program.hpp"

namespace alembert {

/// How a language spells what statements are made of.
struct Spelling {
  std::string real;  ///< the type of numbers
  bool single = false,
       device = false;  ///< on a device arrays are of many states: entry k is `states` behind k - 1
  std::string prefix;   ///< of helper functions
};

/// The body of a function: everything between its braces.
std::string body_text(const ExprProgram& program, const Spelling& spelling);

/// A number so that it is read back as it was.
std::string number_text(double x, bool single);

/// Sines and cosines: of arrays in C and C++, in loops that compilers turn into vector code; of one
/// angle on a device. `fast`: the device's own quick ones (helpers.cpp).
std::string sines_text(const Spelling& spelling, bool fast);
/// -1, 0 or 1.
std::string sign_text(const Spelling& spelling);
/// What a device answers where there is no answer.
std::string nothing_text(const Spelling& spelling);

}  // namespace alembert
