#include "motion/nlp_solver.hpp"

#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"

namespace alembert {

NlpResult solve_nlp(Nlp& nlp, const NlpPoint& from, NlpStart start, const NlpOptions& options) {
  using Status = NlpResult::Status;
  if (options.method == SolverMethod::ipopt) return solve_with_ipopt(nlp, from, start, options);
  const auto stopped_short = [](const NlpResult& result) {
    return result.status == Status::failed || result.status == Status::acceptable;
  };
  NlpResult own = InteriorPoint(nlp).solve(from, start, options);
  if (stopped_short(own) && start == NlpStart::warm) {
    const bool nearly = own.status == Status::acceptable;
    NlpResult again = InteriorPoint(nlp).solve(nearly ? own.point : from, NlpStart::about, options);
    again.iterations += own.iterations;
    own.iterations = again.iterations;
    if (!nearly || again.status == Status::solved) own = std::move(again);
  }
  if (!stopped_short(own)) return own;
  const bool nearly = own.status == Status::acceptable;
  NlpResult other = nearly ? solve_with_ipopt(nlp, own.point, NlpStart::warm, options)
                           : solve_with_ipopt(nlp, from, start, options);
  other.iterations += own.iterations;
  if (!nearly || other.status == Status::solved) return other;
  own.iterations = other.iterations;
  return own;
}

}  // namespace alembert
