// Several starts, each a process of its own: the linear solver under Ipopt is not safe in threads.
#pragma once

#include "motion/search.hpp"

namespace alembert {

/// The best of options.starts searches; `chosen` is which. Ties go to the earlier, so the answer
/// does not depend on how many run at once.
SearchResult best_of_starts(const MotionProblem& problem, const SolveOptions& options,
                            std::unique_ptr<MotionProgram>& program, int& chosen);

}  // namespace alembert
