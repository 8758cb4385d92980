#include "motion/search.hpp"

#include <algorithm>
#include <cmath>

#include "motion/near_pairs.hpp"
#include "motion/passive.hpp"
#include "motion/search_answer.hpp"
#include "motion/transcribe.hpp"
#include "task/friction_hull.hpp"
#include "task/ground.hpp"

namespace alembert {
namespace {

/// How far, as a factor, a segment may grow or shrink in the first round of freed knots: boldly
/// from equal segments, gently from a motion whose knots were free before.
constexpr double bold_factor = 1.6, gentle_factor = 1.1;
constexpr int most_postures = 3;  ///< besides the one that was guessed
/// Where equations are missed between nodes there are up to so many times the segments.
constexpr int most_halved = 32, first_multiple = 4;
/// … unless that is in vain: what is missed falls to no less than this share with every halving, or
/// to what it fell to with the last one.
constexpr double share_after_halving = 0.125;
/// Where the answer does not hold between nodes, so many times other ways around are tried.
constexpr unsigned most_detours = 2;
/// … and so many times the slip speed is tried where joints rub.
constexpr double wider_slip = 3.0;

/// Is a robot that stands off the ground for a while?
bool flies(const MotionProblem& problem) {
  if (problem.ground_coordinates == 0) return false;
  for (int e = 0; e < problem.spline.segments; ++e) {
    if (!is_carried(problem, e)) return true;
  }
  return false;
}

bool has_equations(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (problem.spline.knots == SplineOptions::Knots::free) return false;
  return task.has_forces() || is_underactuated(problem) || flies(problem);
}

/// Obstacles on the straight ways.
bool is_blocked(const Task& task) { return !straight_lines_are_clear(task, guess_places(task)); }

}  // namespace

Candidate Search::run() {
  Candidate found = has_equations(task_) ? with_equations() : without_equations();
  found.history = std::move(history_);
  found.diary = std::move(diary_);
  found.iterations = iterations_;
  if (!found.usable()) found.cause = too_weak_;
  return found;
}

Candidate Search::without_equations() {
  Candidate found = certified(best_motion());
  while (!found.interrupted() && !holds(found) && detour_ < most_detours && is_blocked(task_)) {
    ++detour_;
    Candidate next = certified(best_motion());
    if (holds(next) || next.interrupted()) found = std::move(next);
  }
  if (found.usable() && !holds(found) && !FrictionHull(task_.problem()).empty()) {
    const std::size_t before = diary_.size();
    Candidate wider = with_wider_friction();
    const bool better = holds(wider) || wider.interrupted();
    for (std::size_t k = 0; k < diary_.size(); ++k) {
      diary_[k].kept = diary_[k].kept && (k >= before) == better;
    }
    if (better) found = std::move(wider);
  }
  return found;
}

/// Friction that a joint passes fast makes peaks that move as fast as nodes are put there. With a
/// larger slip speed limits cover more of it, and turn more slowly: what holds then, holds.
Candidate Search::with_wider_friction() {
  MotionProblem problem = task_.problem();
  problem.slip_speed *= wider_slip;
  const Task wider(problem);
  Search search(wider, options_, attempt_, workers_);
  search.iterations_ = iterations_;
  search.history_ = std::move(history_);
  search.diary_ = std::move(diary_);
  const Candidate found = search.certified(search.best_motion());
  iterations_ = search.iterations_;
  history_ = std::move(search.history_);
  diary_ = std::move(search.diary_);
  return candidate_of(answer_of(found, options_.tolerance), task_, workers_);
}

/// Loops and joints without motors are equations, met at nodes: few nodes may let a motion pass
/// that no number of halvings makes a real one. Then more are there from the beginning.
Candidate Search::with_equations() {
  Candidate found = halved_until_met(1);
  if (!found.usable() || holds(found)) return found;
  Candidate fresh = halved_until_met(first_multiple);
  return holds(fresh) || fresh.interrupted() ? std::move(fresh) : std::move(found);
}

/// Segments, at first so many times those asked for, are halved until equations are met between
/// nodes as well.
Candidate Search::halved_until_met(int first) {
  Candidate found;
  bool failed = false;
  double missed = infinity;
  for (int times = first; times <= most_halved; times *= 2) {
    const Task richer = with_richer_spline(task_, times);
    Candidate next = times == first ? on_given_segments(richer) : on_halved_segments(richer, found);
    const bool better = times == first || next.usable() || next.interrupted();
    if (better) found = certified(std::move(next));
    if (!found.usable() || holds(found)) break;
    if (!better && failed) break;
    failed = failed || !better;
    const double now = found.certificate.residual;
    const double share = better && times > first ? now / missed : share_after_halving;
    const double halvings = std::log2(static_cast<double>(most_halved) / times);
    if (better &&
        now * std::pow(std::min(share, share_after_halving), halvings) > options_.tolerance) {
      break;
    }
    missed = now;
  }
  return found;
}

Candidate Search::on_given_segments(const Task& task) {
  if (task.problem().spline.knots == SplineOptions::Knots::phases &&
      !task.problem().contacts.empty()) {
    return with_free_instants(task);
  }
  return task.has_forces() ? in_best_posture(task) : from_a_guess(task, guess_places(task));
}

Candidate Search::on_halved_segments(const Task& task, const Candidate& before) {
  const Trajectory motion = before.motion();
  Candidate next = program_of(task, motion.duration());
  const Eigen::VectorXd x = unknowns_of(motion, *next.program);
  hold_near_pairs(*next.program, x);
  const auto solve_from = [&](NlpStart start) {
    next.result = solve(Kind::finer_equations, *next.program, without_multipliers(x), start);
    return next.usable() || next.interrupted();
  };
  // What stands drifts a little at the new nodes, and is the same curve: pushed far inside its
  // limits it would be another.
  const bool stands = !task.problem().contacts.empty();
  const NlpStart first = stands ? NlpStart::near : start_from(*next.program, x);
  if (solve_from(first) || solve_from(NlpStart::cold)) keep_last();
  return next;
}

bool Search::holds(const Candidate& found) const {
  return found.usable() && found.certificate.holds(options_.tolerance);
}

/// Where a motor of a robot with many joints is much too weak, each guess more takes long and is in
/// vain.
bool Search::gives_up(const Candidate& found) const {
  constexpr double much = 1.3;
  if (found.usable() || !too_weak_ || task_.dofs() <= many_joints) return false;
  return too_weak_->kind == InfeasibilityCause::Kind::load_too_heavy ||
         too_weak_->value / too_weak_->upper > much;
}

Candidate Search::best_motion() {
  using Knots = SplineOptions::Knots;
  const Knots knots = task_.problem().spline.knots;
  // Closed loops are met at nodes that follow their knots: those stay equal.
  if (knots == Knots::uniform || (knots == Knots::adapted && task_.has_forces())) {
    return in_best_posture(task_);
  }
  if (knots != Knots::free) return with_adapted_knots(in_best_posture(task_));
  if (attempt_ == 0 && given_on_this_grid()) {
    const double duration = options_.initial->duration();
    Candidate given = program_of(task_, duration);
    given.result.point = without_multipliers(given_motion(*given.program));
    Candidate freed = with_freed_knots(std::move(given), gentle_factor, duration);
    if (freed.usable() || freed.interrupted()) return freed;
  }
  Candidate equal = in_best_posture(with_knots(task_, Knots::uniform));
  if (!equal.usable()) return equal;
  const double duration = equal.program->times(equal.result.point.x).sum();
  return with_freed_knots(on_free_knots(equal, duration), bold_factor, duration);
}

Candidate Search::program_of(const Task& task, double duration) const {
  return unsolved(task, time_shares(task.problem()), duration, workers_);
}

bool Search::given_on_this_grid() const {
  const SplineOptions& spline = task_.problem().spline;
  return options_.initial && options_.initial->q.degree() == spline.degree &&
         options_.initial->q.segments() == spline.segments;
}

Eigen::MatrixXd shares_like(Eigen::MatrixXd shares, const Trajectory& motion) {
  const Eigen::VectorXd widths = motion.q.widths();
  for (Eigen::Index k = 0; k < shares.cols(); ++k) {
    const Eigen::VectorXd own = (shares.col(k).array() > 0.0).select(widths, 0.0);
    shares.col(k) = own * (shares.col(k).sum() / own.sum());
  }
  return shares;
}

/// An answer touches its limits between nodes: it is held there from the first.
Eigen::VectorXd Search::given_motion(MotionProgram& program) const {
  Eigen::VectorXd x = unknowns_of(*options_.initial, program);
  slow_down(program, x, 1.0);
  hold_near_pairs(program, x);
  refine(program, certify(program, x));
  return x;
}

/// A goal given as a pose may be reached in several postures: the quickest few are tried.
Candidate Search::in_best_posture(const Task& task) {
  const GuessedPlaces places = guess_places(task);
  const std::size_t begun = diary_.size();
  posture_ = 0;
  Candidate best = from_a_guess(task, places);
  if (attempt_ > 0 || options_.initial || best.interrupted()) return best;
  int kept = 0;
  for (const GuessedPlaces& other : other_postures(task, places)) {
    if (++posture_ > most_postures || best.interrupted() || gives_up(best)) break;
    const bool found = best.usable();
    if (found && least_duration(task.problem(), other) >= best.motion().duration()) {
      continue;
    }
    Candidate next = from_a_guess(task, other);
    const bool better = next.usable() && (!found || next.result.objective < best.result.objective);
    if (better || next.interrupted()) {
      best = std::move(next);
      kept = posture_;
    }
  }
  posture_ = kept;
  for (std::size_t k = begun; k < diary_.size(); ++k) {
    diary_[k].kept = diary_[k].kept && diary_[k].posture == kept;
  }
  return best;
}

}  // namespace alembert
