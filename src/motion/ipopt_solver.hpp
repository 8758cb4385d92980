// Ipopt on an Nlp.
#pragma once

#include "motion/nlp_solver.hpp"

namespace alembert {

NlpResult solve_with_ipopt(Nlp& nlp, const NlpPoint& from, NlpStart start,
                           const NlpOptions& options);

}  // namespace alembert
