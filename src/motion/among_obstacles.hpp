// Among many obstacles there is a motion before any search: a way around them, timed and proven
// (alembert/first_motion.hpp). From there the way is made better: a program of few segments shapes
// it, timing it again and a proof make a motion of its path. Whatever ends this, the best proven
// motion so far is the answer.
#pragma once

#include <optional>

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"

namespace alembert {

/// For tasks of many pairs of solids. Nothing where more is asked for than the fastest motion
/// from rest to rest, or where no first motion is found: then there is a search.
std::optional<Candidate> among_obstacles(const Task& task, const SolveOptions& options);

}  // namespace alembert
