// A motion that needs no search.
#pragma once

#include <optional>

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"

namespace alembert {

/// A motion as the answer of a program on its own grid.
Candidate with_motion(const Task& task, const Trajectory& motion);

/// From joint values to joint values in one stage, with limits that are the same all the way, and
/// nothing but time to be saved: then the answer may be the closed form's.
bool may_be_exact(const Task& task);

/// The fastest motion where nothing but velocities, accelerations and jerks hold it back: known in
/// closed form, proven to keep all other limits, and no other is faster. Nothing where they do not
/// hold, or where something else is asked for.
std::optional<Candidate> exact_motion(const Task& task, const SolveOptions& options);

}  // namespace alembert
