// When is a pivot of the mass matrix nothing but rounding?
#pragma once

#include <limits>
#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// How pivots are computed, and so round.
enum class Pivots {
  elimination,  ///< of the mass matrix, from inertias about the base's origin
  articulated,  ///< of articulated inertias, each about its joint
  articulated_about_base,
};

/// The smallest pivot to be believed, of every joint. Of eliminations: nothing that a joint moves
/// has more inertia than when all links are stretched out. Articulated inertias of long chains are
/// far below that, and in single precision it tells: there it is what rounding makes of them in a
/// few postures.
std::vector<double> pivot_floors(const Model& model, Pivots pivots, double epsilon);
template <typename T>
std::vector<double> pivot_floors(const Model& model, Pivots pivots) {
  return pivot_floors(model, pivots, static_cast<double>(std::numeric_limits<T>::epsilon()));
}

}  // namespace alembert
