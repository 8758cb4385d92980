#include "motion/search.hpp"

#include <algorithm>
#include <cmath>

#include "motion/passive.hpp"
#include "motion/relax.hpp"
#include "motion/searcher.hpp"
#include "motion/transcribe.hpp"

namespace alembert {
namespace {

/// How far, as a factor, a segment may grow or shrink in the first round of freed knots: boldly
/// from equal segments, gently from a motion whose knots were free before.
constexpr double bold_factor = 1.6, gentle_factor = 1.1;
constexpr int most_postures = 3;  ///< besides the one that was guessed
/// Starts other than the plain one bend their guess by this share of the joint ranges.
constexpr double bend_of_attempts = 0.25;
/// Where equations are missed between nodes there are up to so many times the segments.
constexpr int most_halved = 32, more_at_first = 4;
/// … unless that is in vain: what is missed falls to no less than this share with every halving, or
/// to what it fell to with the last one.
constexpr double share_after_halving = 0.125;
/// Friction that turns within a millisecond leads the solver astray: it falls off at so many times
/// its slip speed first.
constexpr double softer_slips[] = {10.0, 3.0};
/// Clearance between nodes, in units of its limit: beyond it the motion is on the other side.
constexpr double deep = 0.03;
/// Where the answer does not hold between nodes, so many times other ways around are tried.
constexpr unsigned most_ways = 2;

Task with_knots(const Task& task, SplineOptions::Knots knots) {
  MotionProblem problem = task.problem();
  problem.spline.knots = knots;
  return Task(problem);
}

Task with_slip_speed(const Task& task, double factor) {
  MotionProblem problem = task.problem();
  problem.slip_speed *= factor;
  return Task(problem);
}

bool has_coulomb(const Task& task) {
  const std::vector<ModelJoint>& joints = task.problem().model.joints();
  return std::any_of(joints.begin(), joints.end(),
                     [](const ModelJoint& joint) { return joint.coulomb > 0.0; });
}

bool has_equations(const Task& task) {
  if (task.problem().spline.knots == SplineOptions::Knots::free) return false;
  return task.forces() > 0 || is_underactuated(task.problem());
}

/// Obstacles on the straight ways.
bool is_in_the_way(const Task& task) { return !straight_ways_are_clear(task, guess_places(task)); }

/// Between nodes, and too deep for nodes there to push it out again.
bool leads_through(const MotionProgram& program, const Eigen::VectorXd& x) {
  const auto clearance = [&](int limit) {
    return program.point_limits()[limit].subjects.front().kind == LimitKind::clearance;
  };
  const int count = static_cast<int>(program.point_limits().size());
  bool any = false;
  for (int c = 0; c < count; ++c) any = any || clearance(c);
  if (!any) return false;
  const Certificate seen = certify(program, x);
  return std::any_of(seen.worst.begin(), seen.worst.end(), [&](const Excess& worst) {
    return clearance(worst.point_limit) && worst.violation > deep;
  });
}

}  // namespace

Candidate Search::run() {
  Candidate found = has_equations(task_) ? with_equations() : at_first();
  found.history = std::move(history_);
  found.iterations = iterations_;
  return found;
}

Candidate Search::at_first() {
  Candidate found = certified(best_motion());
  while (!found.interrupted() && !holds(found) && way_ < most_ways && is_in_the_way(task_)) {
    ++way_;
    Candidate next = certified(best_motion());
    if (holds(next) || next.interrupted()) found = std::move(next);
  }
  return found;
}

/// Loops and joints without motors are equations, met at nodes: few nodes may let a motion pass
/// that no number of halvings makes a real one. Then more are there from the beginning.
Candidate Search::with_equations() {
  Candidate found = halved_until_met(1);
  if (!found.usable() || holds(found)) return found;
  Candidate fresh = halved_until_met(more_at_first);
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
  return task.forces() > 0 ? in_best_posture(task) : from_a_guess(task, guess_places(task));
}

Candidate Search::on_halved_segments(const Task& task, const Candidate& before) {
  const Trajectory motion = before.program->motion(before.result.point.x);
  Candidate next;
  next.program = std::make_unique<MotionProgram>(
      transcribe(task, time_shares(task.problem()), motion.duration(), workers_));
  const Eigen::VectorXd x = unknowns_of(motion, *next.program);
  next.result = solve(*next.program, without_multipliers(x), start_from(*next.program, x));
  if (next.usable() || next.interrupted()) return next;
  next.result = solve(*next.program, without_multipliers(x), NlpStart::cold);
  return next;
}

bool Search::holds(const Candidate& found) const {
  return found.usable() && found.certificate.holds(options_.tolerance);
}

Candidate Search::best_motion() {
  using Knots = SplineOptions::Knots;
  const Knots knots = task_.problem().spline.knots;
  // Closed loops are met at nodes that follow their knots: those stay equal.
  if (knots == Knots::uniform || (knots == Knots::adapted && task_.forces() > 0)) {
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
  Candidate made;
  made.program = std::make_unique<MotionProgram>(
      transcribe(task, time_shares(task.problem()), duration, workers_));
  return made;
}

bool Search::given_on_this_grid() const {
  const SplineOptions& spline = task_.problem().spline;
  return options_.initial && options_.initial->q.degree() == spline.degree &&
         options_.initial->q.segments() == spline.segments;
}

/// As long, one beside the other, as the segments of the given motion.
Eigen::MatrixXd Search::shares_of_given() const {
  Eigen::MatrixXd shares = time_shares(task_.problem());
  const BSpline& q = options_.initial->q;
  const auto knots = q.knots().segment(q.degree(), q.segments() + 1);
  const Eigen::VectorXd widths = knots.tail(q.segments()) - knots.head(q.segments());
  for (Eigen::Index k = 0; k < shares.cols(); ++k) {
    const Eigen::VectorXd own = (shares.col(k).array() > 0.0).select(widths, 0.0);
    shares.col(k) = own * (shares.col(k).sum() / own.sum());
  }
  return shares;
}

/// An answer touches its limits between nodes: it is held there from the first.
Eigen::VectorXd Search::given_motion(MotionProgram& program) const {
  Eigen::VectorXd x = unknowns_of(*options_.initial, program);
  slow_down(task_.problem(), program, x, 1.0);
  refine(program, certify(program, x));
  return x;
}

/// A goal given as a pose may be reached in several postures: the quickest few are tried.
Candidate Search::in_best_posture(const Task& task) {
  const GuessedPlaces places = guess_places(task);
  Candidate best = from_a_guess(task, places);
  if (attempt_ > 0 || options_.initial || best.interrupted()) return best;
  int tried = 0;
  for (const GuessedPlaces& other : other_postures(task, places)) {
    if (++tried > most_postures || best.interrupted()) break;
    const bool found = best.usable();
    if (found && least_duration(task.problem(), other) >=
                     best.program->motion(best.result.point.x).duration()) {
      continue;
    }
    Candidate next = from_a_guess(task, other);
    const bool better = next.usable() && (!found || next.result.objective < best.result.objective);
    if (better || next.interrupted()) best = std::move(next);
  }
  return best;
}

/// Solves from the guess; where that fails, from ways around obstacles, from slower and from bent
/// ones. Of failed attempts the one that violates least is kept, and relaxed.
Candidate Search::from_a_guess(const Task& task, const GuessedPlaces& places) {
  const double guess = guess_duration(task.problem(), places);
  NlpResult least;
  double least_violation = infinity;
  bool only_slow = true;  // no attempt ended for another reason than its iterations
  const auto settled = [&](const Candidate& tried) {
    if (tried.usable() || tried.interrupted()) return true;
    only_slow = only_slow && tried.result.status == Status::iteration_limit;
    const double now = constraint_violation(*tried.program, tried.result.point.x);
    if (least.point.x.size() == 0 || now < least_violation) {
      least = tried.result;
      least_violation = now;
    }
    return false;
  };
  if (options_.initial && attempt_ == 0) {
    Candidate tried = program_of(task, guess);
    if (given_on_this_grid() && task.problem().spline.knots != SplineOptions::Knots::uniform) {
      tried.program = std::make_unique<MotionProgram>(
          transcribe(task, shares_of_given(), options_.initial->duration(), workers_));
    }
    const Eigen::VectorXd x = given_motion(*tried.program);
    tried.result = solve(*tried.program, without_multipliers(x), start_from(*tried.program, x));
    if (settled(tried)) return tried;
  }
  Candidate tried = program_of(task, guess);
  struct Try {
    double slower, detour;
    unsigned way = 0;     // 0: straight
    bool softer = false;  // friction comes to its own by degrees
    bool far = false;     // as one does from a guess that led nowhere
  };
  const double bent = attempt_ > 0 ? bend_of_attempts : 0.0;
  const unsigned seed = options_.seed + 1000u * static_cast<unsigned>(attempt_);
  const bool straight_is_clear = straight_ways_are_clear(task, places);
  Eigen::VectorXd plain;
  std::optional<NlpResult> through;  // an answer that leads through something between its nodes
  for (const Try& next :
       {Try{1.0, bent, 0, true}, Try{1.0, bent}, Try{1.0, bent, 0, false, true}, Try{1.0, 0.0, 1},
        Try{1.0, 0.0, 2}, Try{1.0, 0.0, 3}, Try{2.0, bent, 0, false, true},
        Try{1.5, 0.1, 0, false, true}, Try{3.0, 0.2, 0, false, true}}) {
    const bool straight = next.way == 0 && next.slower == 1.0;
    if (next.softer && !has_coulomb(task)) continue;
    if ((through && next.way == 0) || (way_ > 0 && straight)) continue;
    std::optional<GuessedPlaces> clear;
    if (next.way > 0 && !straight_is_clear) {
      clear = by_clear_ways(task, places, seed + 10 * way_ + next.way, [this] { return go_on(); });
    }
    if (stopped_) break;
    if (next.way > 0 && !clear) continue;
    const GuessedPlaces& by = clear ? *clear : places;
    Eigen::VectorXd x = guess_unknowns(task.problem(), by, *tried.program,
                                       guess_duration(task.problem(), by), next.detour, seed);
    slow_down(task.problem(), *tried.program, x, next.slower);
    if (plain.size() == 0) plain = x;
    if (next.softer && !soften(task, guess, x)) continue;
    tried.result =
        solve(*tried.program, without_multipliers(x), next.far ? NlpStart::far : NlpStart::cold);
    if (tried.usable() && leads_through(*tried.program, tried.result.point.x)) {
      if (!through) through = tried.result;
      continue;
    }
    if (settled(tried)) return tried;
    if (!places.held) break;  // hardly a matter of where to start from
  }
  tried.result = through ? *through : least;
  if (stopped_) return left_off(task, places, std::move(tried));
  if (through) return tried;
  return only_slow && places.held ? std::move(tried) : relaxed(std::move(tried), plain);
}

/// Where the search stood when it was told to stop, at least the guess.
Candidate Search::left_off(const Task& task, const GuessedPlaces& places, Candidate tried) {
  if (tried.result.point.x.size() == 0) {
    const double duration = guess_duration(task.problem(), places);
    tried.result.point.x =
        guess_unknowns(task.problem(), places, *tried.program, duration, 0.0, options_.seed);
  }
  tried.result.status = Status::interrupted;
  return tried;
}

/// Leads x to the answers of friction that falls off at higher speeds, one after the other.
bool Search::soften(const Task& task, double guess, Eigen::VectorXd& x) {
  for (const double factor : softer_slips) {
    Candidate soft = program_of(with_slip_speed(task, factor), guess);
    soft.result = solve(*soft.program, without_multipliers(x), start_from(*soft.program, x));
    if (!soft.usable()) return false;
    x = soft.result.point.x;
  }
  return true;
}

/// What gives least, from x; a point that needs nothing given is a new start.
Candidate Search::relaxed(Candidate tried, const Eigen::VectorXd& x) {
  const std::optional<NlpResult> given = least_given(*tried.program, x, watched(), iterations_);
  if (!given) return tried;
  tried.result = *given;
  if (given->status != Status::acceptable) return tried;
  const NlpResult again =
      solve(*tried.program, without_multipliers(given->point.x), NlpStart::cold);
  const bool better = again.status == Status::solved || again.status == Status::acceptable ||
                      again.status == Status::interrupted;
  if (better) tried.result = again;
  return tried;
}

Candidate search_motion(const Task& task, const SolveOptions& options, int attempt,
                        const std::shared_ptr<Workers>& workers) {
  return Search(task, options, attempt, workers).run();
}

}  // namespace alembert
