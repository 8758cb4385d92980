#include "motion/nlp_solver.hpp"

#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"

namespace alembert {

NlpResult solve_nlp(Nlp& nlp, const NlpPoint& from, NlpStart start, const NlpOptions& options) {
  using Status = NlpResult::Status;
  if (options.method == SolverMethod::ipopt) return solve_with_ipopt(nlp, from, start, options);
  NlpResult own = InteriorPoint(nlp).solve(from, start, options);
  if (own.status != Status::failed && own.status != Status::acceptable) return own;
  const bool nearly = own.status == Status::acceptable;
  NlpResult other = nearly ? solve_with_ipopt(nlp, own.point, NlpStart::warm, options)
                           : solve_with_ipopt(nlp, from, start, options);
  other.iterations += own.iterations;
  if (!nearly || other.status == Status::solved) return other;
  own.iterations = other.iterations;
  return own;
}

}  // namespace alembert
