// Limits and costs between the nodes of a program: more nodes, or tighter limits, until they hold.
#include <map>
#include <tuple>

#include "motion/quadrature.hpp"
#include "motion/search.hpp"

namespace alembert {
namespace {

/// Costs on nodes may be so far from what they really are, as a share of all; how often they are
/// put right.
constexpr double cost_accuracy = 3e-4;
constexpr int most_measures = 4;
/// Nodes are added so often where limits are passed between them; then limits are held further
/// inside as well (peaks of friction move as fast as nodes are put there): near the peaks at first,
/// all the way where that does not help.
constexpr int patient_rounds = 4, hopeful_rounds = 6;
/// Of what limits were tightened by for peaks the least of these shares is kept with which limits
/// hold.
constexpr double kept_shares[] = {0.05, 0.2, 0.5};
/// Of robots that stand. Where new nodes hold what their multipliers do not know of, at the apex of
/// a cone, they mislead for hundreds of iterations; a barrier finds them anew in thirty.
constexpr int most_with_multipliers = 25;

}  // namespace

NlpPoint extended(const NlpPoint& point, const std::vector<MotionProgram::Origin>& old,
                  const std::vector<MotionProgram::Origin>& now) {
  using Key = std::tuple<int, int, int, int>;
  const auto key = [](const MotionProgram::Origin& o) {
    return Key{o.point_limit, o.row_limit, o.entry, o.node};
  };
  std::map<Key, double> known;
  for (std::size_t i = 0; i < old.size(); ++i) known[key(old[i])] = point.multipliers[i];
  NlpPoint out = point;
  out.multipliers.setZero(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto it = known.find(key(now[i]));
    if (it != known.end()) out.multipliers[i] = it->second;
  }
  return out;
}

/// Samples find most of what is passed between nodes, a proof the rest.
void Search::look_between_nodes(Candidate& found) const {
  const MotionProgram& program = *found.program;
  const Eigen::VectorXd& x = found.result.point.x;
  found.certificate = certify(program, x);
  if (!found.usable() || !found.certificate.holds(options_.tolerance)) return;
  add_violations(quick_proof(program.task(), program.motion(x), options_.checkpoint), program, x,
                 found.certificate);
}

/// From the answer of a program that got more nodes since.
NlpResult Search::solve_again(Kind kind, MotionProgram& program, const NlpPoint& answer,
                              const std::vector<MotionProgram::Origin>& before) {
  const NlpPoint start = extended(answer, before, program.origins());
  const bool stands = program.task().problem().ground_coordinates > 0;
  NlpResult next =
      stands ? solve_noted(kind, program, start, NlpStart::warm, watched(most_with_multipliers))
             : solve(kind, program, start, NlpStart::warm);
  if (stands && next.status == Status::iteration_limit) {
    next = solve(kind, program, without_multipliers(start.x), NlpStart::near);
  }
  if (next.usable() || next.interrupted()) return next;
  return solve(kind, program, without_multipliers(start.x), NlpStart::cold);
}

/// Gives costs nodes where those they have miss something and solves again, until they do not.
void Search::measure(Candidate& found) {
  MotionProgram& program = *found.program;
  for (int round = 0; round < most_measures && found.usable(); ++round) {
    const std::vector<MotionProgram::Origin> before = program.origins();
    if (!refine_costs(program, found.result.point.x, cost_accuracy)) return;
    const NlpResult next = solve_again(Kind::cost_nodes, program, found.result.point, before);
    if (next.interrupted()) found.result.status = Status::interrupted;
    if (!next.usable()) return;
    found.result = next;
    keep_last();
  }
}

/// Adds nodes where limits are passed between them and solves again, until none are.
Candidate Search::certified(Candidate found) {
  MotionProgram& program = *found.program;
  const int segments = program.grid().segments();
  rounds_ = 0;
  measure(found);
  look_between_nodes(found);
  while (!found.certificate.holds(options_.tolerance) && found.usable() &&
         rounds_ < options_.max_rounds) {
    const std::vector<MotionProgram::Origin> before = program.origins();
    if (rounds_ >= patient_rounds) {
      tighten_peaks(program, found.certificate, rounds_ < hopeful_rounds ? 1 : segments);
    }
    if (!refine(program, found.certificate)) break;
    ++rounds_;
    const NlpResult next = solve_again(Kind::limit_nodes, program, found.result.point, before);
    if (!next.usable()) {
      found.result.status = next.interrupted() ? Status::interrupted : Status::acceptable;
      break;
    }
    found.result = next;
    keep_last();
    look_between_nodes(found);
  }
  if (rounds_ > patient_rounds) loosen(found);
  found.rounds = rounds_;
  return found;
}

/// Limits tightened for peaks while nodes were few cost duration.
void Search::loosen(Candidate& found) {
  const PeakTightenings given = peak_tightenings(*found.program);
  for (const double share : kept_shares) {
    if (!holds(found) || !loosen_peaks(*found.program, given, share)) return;
    const NlpResult before = found.result;
    const Certificate held = found.certificate;
    found.result = solve(Kind::less_tightening, *found.program, before.point, NlpStart::warm);
    look_between_nodes(found);
    if (holds(found) && found.result.objective < before.objective) return keep_last();
    found.result = before;
    found.certificate = held;
  }
}

}  // namespace alembert
