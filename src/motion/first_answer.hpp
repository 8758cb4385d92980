// Among many obstacles there is a motion before the search begins: a way around them, timed
// (alembert/first_motion.hpp) and proven. The search starts from it, and where that finds nothing
// better in its time it is the answer.
#pragma once

#include <functional>
#include <optional>

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"

namespace alembert {

/// Proven; nothing where there are few pairs of solids, where something else than a motion from rest
/// to rest is asked for, or where none is found.
std::optional<Trajectory> first_answer(const Task& task, const SolveOptions& options);

/// What the search found, or the first answer where that is better: the search gave up, was
/// interrupted, found what does not hold or what costs more.
Candidate better_answer(Candidate found, const Task& task, const Trajectory& first,
                        const SolveOptions& options);

}  // namespace alembert
