// In which order unknowns stand in the condensed matrix: along the places that the program
// declares, those that are seen from everywhere last, fixed ones not at all.
#pragma once

#include <vector>

#include "motion/nlp.hpp"

namespace alembert {

struct UnknownOrder {
  explicit UnknownOrder(const Nlp& nlp);

  /// Unknowns of the band that stand together, up to `end`, and how far they and all before them
  /// see.
  struct Run {
    int end, sees;
  };

  int size() const { return static_cast<int>(unknowns.size()); }

  std::vector<int> unknowns;   ///< by position
  std::vector<int> positions;  ///< by unknown; -1 where its bounds are equal
  int banded = 0;              ///< the others are the border
  int bandwidth = 0;           ///< of Hessian and constraints together
  std::vector<Run> runs;       ///< one a place, or of a few places that are small
};

}  // namespace alembert
