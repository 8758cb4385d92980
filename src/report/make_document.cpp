#include <algorithm>

#include "alembert/body_weight.hpp"
#include "alembert/report.hpp"

namespace alembert {

Solution solution_of(const Retimed& found) {
  Solution out;
  out.status = found.holds() ? MotionStatus::solved : MotionStatus::solved_to_lower_accuracy;
  out.motion = found.motion;
  out.objective = found.motion.duration();
  out.objective_terms = {{"time", out.objective}};
  out.rounds = found.rounds;
  out.seconds = found.seconds + found.proof.seconds;
  using Method = MotionCertificate::Method;
  out.certificate.method = found.holds() ? Method::proven : Method::none;
  out.certificate.proof = found.proof;
  for (const LimitProof& limit : found.proof.limits) {
    out.certificate.limits.push_back(limit.worst);
    out.largest_violation = std::max(out.largest_violation, limit.worst.violation);
    if (limit.worst.violation > 0.0) {
      out.violations.push_back(limit.worst);
    } else if (limit.worst.violation > -1e-3) {
      out.active.push_back(limit.worst);
    }
  }
  return out;
}

MotionDocument motion_document(const MotionFile& asked, const Solution& found,
                               const std::vector<MotionSample>& samples) {
  return {
      .file = "",
      .problem = problem_document(asked),
      .solution = found,
      .message = message(found) + friction_words(asked.problem) + unseen_words(asked.unseen_links),
      .remarks = remarks(asked.problem, found),
      .waypoints = waypoint_instants(asked.problem, found.motion),
      .weight = asked.problem.touches() ? body_weight(asked.problem) : 0.0,
      .force_names = force_names(asked.problem),
      .samples = samples,
      .verification = {}};
}

}  // namespace alembert
