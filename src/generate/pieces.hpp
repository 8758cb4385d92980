// A long program as several shorter ones that write different results. The time of CUDA's compiler
// grows faster than the program, so that parts compute what they share again and are still sooner
// done.
#pragma once

#include <vector>

#include "generate/program.hpp"

namespace alembert {

/// Multiplications, additions and divisions.
long operations(const ExprProgram& program);

/// Programs of at most so many operations, or a quarter more than the longest of their columns of
/// results takes alone: columns are never divided.
std::vector<ExprProgram> pieces(const ExprProgram& program, long longest);

}  // namespace alembert
