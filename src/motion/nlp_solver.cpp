#include "motion/nlp_solver.hpp"

#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"

namespace alembert {

NlpSolver::NlpSolver(Nlp& nlp) : nlp_(nlp) {}
NlpSolver::NlpSolver(NlpSolver&&) noexcept = default;
NlpSolver::~NlpSolver() = default;

NlpResult NlpSolver::solve(const NlpPoint& from, NlpStart start, const NlpOptions& options) {
  using Status = NlpResult::Status;
  if (options.method == SolverMethod::ipopt) return solve_with_ipopt(nlp_, from, start, options);
  const auto stopped_short = [](const NlpResult& result) {
    return result.status == Status::failed || result.status == Status::acceptable;
  };
  if (!method_ || !method_->fits(nlp_)) method_ = std::make_unique<InteriorPoint>(nlp_);
  NlpResult own = method_->solve(from, start, options);
  if (stopped_short(own) && start == NlpStart::warm) {
    const bool nearly = own.status == Status::acceptable;
    NlpResult again = method_->solve(nearly ? own.point : from, NlpStart::warm_slow, options);
    again.iterations += own.iterations;
    own.iterations = again.iterations;
    if (!nearly || again.status == Status::solved) own = std::move(again);
  }
  if (!stopped_short(own) || options.to_barrier > 0.0) return own;
  if (!options.ask_ipopt || !ipopt_is_there()) return own;
  const bool nearly = own.status == Status::acceptable;
  NlpResult other = nearly ? solve_with_ipopt(nlp_, own.point, NlpStart::warm, options)
                           : solve_with_ipopt(nlp_, from, start, options);
  other.iterations += own.iterations;
  if (!nearly || other.status == Status::solved) return other;
  own.iterations = other.iterations;
  return own;
}

}  // namespace alembert
