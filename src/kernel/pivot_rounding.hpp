// How far rounding moves the pivots of articulated inertias.
#pragma once

#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// In parts of the machine's epsilon, to first order, the largest in a few postures, joint by
/// joint. `about_base` for inertias about the base's origin, else each is about its own joint.
std::vector<double> pivot_rounding(const Model& model, bool about_base);

}  // namespace alembert
