// Motions that need no search.
#pragma once

#include <optional>

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"

namespace alembert {

/// A smooth curve from start to goal that keeps every limit, where hardly anything moves and only
/// the time counts; none otherwise.
std::optional<Candidate> small_motion(const Task& task);

/// A motion as the answer of a program on its own grid.
Candidate with_motion(const Task& task, const Trajectory& motion);

/// From joint values to joint values in one stage, with limits that are the same all the way, and
/// nothing but time to be saved: then the answer may be the closed form's.
bool may_be_exact(const Task& task);

/// The fastest motion where nothing but velocities, accelerations and jerks hold it back: known in
/// closed form, proven to keep all other limits, and no other is faster. Nothing where they do not
/// hold, or where something else is asked for.
std::optional<Candidate> exact_motion(const Task& task, const SolveOptions& options);

/// For tasks of many pairs of solids. Nothing where more is asked for than the fastest motion
/// from rest to rest, or where no first motion is found: then there is a search.
std::optional<Candidate> among_obstacles(const Task& task, const SolveOptions& options);

}  // namespace alembert
