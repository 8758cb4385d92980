// Stands in for ipopt_solver.cpp in a build without Ipopt.
#include "motion/ipopt_solver.hpp"

namespace alembert {

bool ipopt_is_there() { return false; }

NlpResult solve_with_ipopt(Nlp&, const NlpPoint& from, NlpStart, const NlpOptions&) {
  NlpResult nothing;
  nothing.point = from;
  nothing.method = SolverMethod::ipopt;
  return nothing;
}

}  // namespace alembert
