// Which coordinate comes before which, on the way to the base: along this tree M = L^T D L fills in
// no zero that is not between a coordinate and one before it.
#pragma once

#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// For each coordinate the one before it, -1 for none: its number is always the lower. A coordinate
/// that moves joints of several branches ties them together.
std::vector<int> coordinate_parents(const Model& model);

}  // namespace alembert
