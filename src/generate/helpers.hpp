// The functions that generated programs stand on, as text.
#pragma once

#include <string>

#include "generate/statements.hpp"

namespace alembert {

/// Sines and cosines: of arrays in C and C++, in loops that compilers turn into vector code; of one
/// angle on a device. `fast`: the device's own quick ones.
std::string sines_text(const Spelling& spelling, bool fast);
/// -1, 0 or 1.
std::string sign_text(const Spelling& spelling);
/// What a device answers where there is no answer.
std::string nothing_text(const Spelling& spelling);

}  // namespace alembert
