// Motions too small to be worth a solver: start and goal (nearly) the same.
#pragma once

#include <optional>

#include "motion/candidate.hpp"

namespace alembert {

/// A smooth curve from start to goal that keeps every limit, where hardly anything moves and only
/// the time counts; none otherwise.
std::optional<Candidate> small_motion(const Task& task);

}  // namespace alembert
