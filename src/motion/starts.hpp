// The best of several searches.
#pragma once

#include "alembert/motion.hpp"
#include "motion/candidate.hpp"

namespace alembert {

struct BestOfStarts {
  Candidate candidate;
  int start = 0;                 ///< which search found it
  std::vector<StartAnswer> all;  ///< what each found, where there were several
};

/// Through options.executor. Ties go to the earlier start, so the answer does not depend on how
/// many run at once.
BestOfStarts best_of_starts(const Task& task, const SolveOptions& options);

}  // namespace alembert
