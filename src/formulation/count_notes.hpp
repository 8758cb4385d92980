// Why a formulation's published count differs from what its paper prints, in a sentence or two.
#pragma once

#include <string>

namespace alembert {

/// Empty where the counts are those printed.
std::string count_note(const std::string& formulation);

}  // namespace alembert
