// Second derivatives of a distance's entry: of its links, and of arms that bend.
#pragma once

#include "task/distance.hpp"
#include "task/gap_curvature.hpp"

namespace alembert {

/// Of the entry, all but what the closest point's own bend adds.
template <typename Curvature, typename Square>
void Distance::add_curvature(const Curvature& of, const Contact& contact, double weight,
                             Square& H) const {
  if (plain_square(contact.s)) return of.add_of_square(weight / reach_, H);
  const bool square = squared(contact.s);
  of.add_of_distance(weight * (square ? (contact.s + shift_) / reach_ : 0.5), upright_, H);
  if (square) of.add_slope_product(weight / reach_, H);
}

}  // namespace alembert
