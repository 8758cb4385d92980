#include "motion/nlp_solver.hpp"

#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"

namespace alembert {

NlpResult solve_nlp(Nlp& nlp, const NlpPoint& from, NlpStart start, const NlpOptions& options) {
  if (options.method == SolverMethod::ipopt) return solve_with_ipopt(nlp, from, start, options);
  NlpResult own = InteriorPoint(nlp).solve(from, start, options);
  if (own.status != NlpResult::Status::failed) return own;
  NlpResult other = solve_with_ipopt(nlp, from, start, options);
  other.iterations += own.iterations;
  return other;
}

}  // namespace alembert
