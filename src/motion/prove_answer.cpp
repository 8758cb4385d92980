// The last word on an answer has the proof of the motion that is handed out.
#include <algorithm>
#include <cmath>

#include "motion/diagnosis.hpp"
#include "motion/near_pairs.hpp"

namespace alembert {
namespace {

void add_violation(const LimitNote& passed, Solution& solution) {
  solution.largest_violation = std::max(solution.largest_violation, passed.violation);
  const auto same = [&](const LimitNote& note) { return note.of == passed.of; };
  std::erase_if(solution.violations, same);
  std::erase_if(solution.active, same);
  const auto milder = [&](const LimitNote& note) { return note.violation < passed.violation; };
  solution.violations.insert(
      std::find_if(solution.violations.begin(), solution.violations.end(), milder), passed);
}

}  // namespace

void prove_answer(const Task& task, const std::function<void()>& checkpoint, Solution& solution) {
  using Verdict = LimitProof::Verdict;
  using Method = MotionCertificate::Method;
  // How deep each of many pairs is in another would take minutes to tell, and samples told it.
  const bool hopeless = solution.status == MotionStatus::infeasible && has_many_pairs(task);
  const Proof proof = hopeless ? quick_proof(task, solution.motion, checkpoint)
                               : prove(task, solution.motion, {.checkpoint = checkpoint});
  for (const LimitProof& limit : proof.limits) {
    if (limit.verdict == Verdict::violated) add_violation(limit.worst, solution);
  }
  const bool inside = solution.violations.empty();
  if (solution.status == MotionStatus::solved && !inside) {
    solution.status = MotionStatus::solved_to_lower_accuracy;
  }
  // A solver that gave up on a point that breaks nothing has found a motion, if not the best.
  if (solution.status == MotionStatus::infeasible && inside && !solution.cause &&
      std::isfinite(solution.objective)) {
    solution.status = MotionStatus::solved_to_lower_accuracy;
  }
  solution.certificate.method = inside && proof.holds() ? Method::proven : Method::sampled;
  solution.certificate.proof = proof;
}

}  // namespace alembert
