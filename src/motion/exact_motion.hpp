// A motion that needs no search.
#pragma once

#include <optional>

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"

namespace alembert {

/// The fastest motion where nothing but velocities, accelerations and jerks hold it back: known in
/// closed form, proven to keep all other limits, and no other is faster. Nothing where they do not
/// hold, or where something else is asked for.
std::optional<Candidate> exact_motion(const Task& task, const SolveOptions& options);

}  // namespace alembert
