// From one starting guess to a motion: solve, free the knots, certify, or relax what cannot be met.
#pragma once

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"

namespace alembert {

/// `attempt` 0 starts from the plain guess, others bend it at random.
Candidate search_motion(const Task& task, const SolveOptions& options, int attempt,
                        const std::shared_ptr<Workers>& workers);

}  // namespace alembert
