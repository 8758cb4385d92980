// When is a pivot of the mass matrix nothing but rounding?
#pragma once

#include <limits>
#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// The smallest pivot to be believed, of every joint: nothing that a joint moves has more inertia
/// than when all links are stretched out. `about_base` for what is computed about the base's origin
/// and not about the joint's own, and so rounds with distances from there.
std::vector<double> pivot_floors(const Model& model, bool about_base, double epsilon);
template <typename T>
std::vector<double> pivot_floors(const Model& model, bool about_base) {
  return pivot_floors(model, about_base, static_cast<double>(std::numeric_limits<T>::epsilon()));
}

}  // namespace alembert
