// Ipopt on an Nlp.
#pragma once

#include "motion/nlp_solver.hpp"

namespace alembert {

/// Is it in this build? Where it is not, solving with it fails at once.
bool ipopt_is_there();

NlpResult solve_with_ipopt(Nlp& nlp, const NlpPoint& from, NlpStart start,
                           const NlpOptions& options);

}  // namespace alembert
