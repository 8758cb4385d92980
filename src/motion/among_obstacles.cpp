// Among many obstacles there is a motion before any search: a way around them, timed and proven
// (alembert/first_motion.hpp). From there the way is made better: a program of few segments shapes
// it, timing it again and a proof make a motion of its path. Whatever ends this, the best proven
// motion so far is the answer.
#include <algorithm>

#include "alembert/first_motion.hpp"
#include "motion/costs.hpp"
#include "motion/guess.hpp"
#include "motion/near_pairs.hpp"
#include "motion/search.hpp"
#include "motion/starts.hpp"
#include "motion/transcribe.hpp"
#include "motion/without_search.hpp"
#include "task/within_limits.hpp"

namespace alembert {
namespace {

/// Seeds of ways, where the ones before did not lead to a motion that holds.
constexpr unsigned most_seeds = 8;
/// s: a way whose timing takes longer is left for another (tens of milliseconds are usual).
constexpr double longest_timing = 0.5;
/// Ways that are made better, where that fails with the ones before.
constexpr int most_improved = 3;
/// Postures of a pose at the goal that lead to a motion: the fastest counts.
constexpr int most_postures_among = 2;
/// Solves of one program, each with the pairs that the last one passed.
constexpr int most_rounds_among = 32;
/// Of one solve, and of all of one way: what comes after that many gains little (ten seconds are
/// gone where hundreds of pairs are near).
constexpr int most_iterations_among = 120, most_iterations_of_path = 1000;
/// A path is shaped with the barrier this low: timing it again takes back what that costs.
constexpr double shaping_barrier = 3e-5;
/// Timing that is slower than the motion by more than this has missed something.
constexpr double slower_by_timing = 2e-3;
constexpr double slowed_down[] = {1.0, 1.001, 1.003, 1.01, 1.03};
/// Of the motion from the path, rad or m.
constexpr double along_path = 2e-4;
/// In units of the limit: a motion that passes a clearance by less between nodes needs more nodes,
/// one that passes it by more was led through.
constexpr double barely = 5e-3;
/// m by which pairs are held further apart, and segments at both ends where they are not.
constexpr double tightening_of_pairs = 5e-4;
constexpr int ends_as_given = 3;
constexpr int halvings_to_clear = 4;
/// Where the motion is not clear on its segments there are half as many more, so often.
constexpr int most_finer_among = 2;
/// rad or m: the leash that follows none, and one that is short enough to stay on any way.
constexpr double first_leash = 0.5, shortest_leash = 0.05;
/// A program that is slower than what there is by more was led elsewhere. (One of few segments is
/// always a little slower than what timing makes of its path.)
constexpr double astray = 1.25;
/// A round that gains less of the duration is the last; a motion no longer than so many times what
/// its program says is that program's.
constexpr double worth_a_round = 5e-3, as_good = 1.01;
/// Less of the duration is no gain.
constexpr double least_gain_among = 1e-3;

class AmongObstacles {
 public:
  /// `asked` is the same task with ends that may be poses.
  AmongObstacles(const Task& task, const Task& asked, const SolveOptions& options)
      : task_(task),
        asked_(asked),
        options_(options),
        workers_(std::make_shared<Workers>(options.threads)) {}

  std::optional<Candidate> run() {
    for (unsigned seed = 0; seed < most_seeds && !stopped_; ++seed) {
      const std::optional<FirstMotion> first = find_first(seed);
      if (!first) continue;
      if (first->lines.corners.size() == 2) {
        if (std::optional<Candidate> done = without_obstacles()) return done;
        if (stopped_) break;
      }
      if (improve(*first) || ++improved_ == most_improved) break;
    }
    if (!best_) return {};
    return answer(stopped_     ? Status::interrupted
                  : converged_ ? Status::solved
                               : Status::acceptable);
  }

 private:
  using Kind = Attempt::Kind;
  using Status = NlpResult::Status;

  /// The best motion so far.
  Candidate answer(Status status) {
    Candidate out = with_motion(asked_, *best_);
    out.certificate = certify(*out.program, out.result.point.x);
    out.result.status = status;
    out.history = std::move(history_);
    out.diary = std::move(diary_);
    out.iterations = iterations_;
    out.timed = best_;
    return out;
  }

  /// Where the straight way is clear, the best motion of all may well be: it is searched for
  /// without obstacles, and is the answer where it keeps clear of them.
  std::optional<Candidate> without_obstacles() {
    MotionProblem free = task_.problem();
    free.clearance = {};
    Candidate found = best_of_starts(Task(free), options_).candidate;
    history_ = std::move(found.history);
    diary_.insert(diary_.end(), found.diary.begin(), found.diary.end());
    iterations_ += found.iterations;
    const bool holds_alone = found.usable() && found.certificate.holds(options_.tolerance);
    if (holds_alone && take(found.motion())) {
      return answer(found.result.status);
    }
    stopped_ = found.interrupted();
    return {};
  }

  bool go_on() {
    if (options_.checkpoint) options_.checkpoint();
    const MotionProgress last = history_.empty() ? MotionProgress{} : history_.back();
    stopped_ = stopped_ || (options_.on_progress && !options_.on_progress(last));
    return !stopped_;
  }

  void note(Kind kind, Attempt::End end, bool kept, int segments, int iterations, double objective,
            Clock::time_point begun) {
    const double seconds = seconds_since(begun);
    diary_.push_back({kind, end, kept, 0, segments, iterations, seconds, objective});
  }

  /// Keeps a motion that holds and is faster.
  bool take(const Trajectory& motion) {
    if (best_ && motion.duration() >= best_->duration()) return false;
    if (!quick_proof(task_, motion, options_.checkpoint).holds()) return false;
    best_ = motion;
    return true;
  }

  std::optional<FirstMotion> find_first(unsigned seed) {
    const auto begun = Clock::now();
    FirstMotionOptions options;
    options.path.seed = options_.seed + 100 * seed;
    options.path.go_on = [this] { return go_on(); };
    options.checkpoint = options_.checkpoint;
    if (seed + 1 < most_seeds) options.max_seconds = longest_timing;
    std::optional<FirstMotion> first = first_motion(task_.problem(), options);
    const bool kept = first && take(first->motion);
    note(Kind::detour, kept ? Attempt::End::acceptable : Attempt::End::failed, kept,
         first ? first->motion.q.segments() : 0, 0, first ? first->motion.duration() : 0.0, begun);
    return first;
  }

  /// The path of a motion, timed again; or the motion itself where that is as fast, and with limits
  /// on jerk, with which timing takes long.
  bool take_path(const Trajectory& motion) {
    const bool jerk = task_.problem().limits.jerk.array().isFinite().any();
    const bool timed = !jerk && take_timed(motion);
    const bool as_fast = best_ && best_->duration() < (1.0 + slower_by_timing) * motion.duration();
    return (!as_fast && take_slowed(motion)) || timed;
  }

  /// Slower as a whole, for what happens between nodes.
  bool take_slowed(const Trajectory& motion) {
    for (const double slower : slowed_down) {
      Trajectory next = motion;
      next.q = motion.q.stretched(slower * motion.duration());
      if (take(within_limits(task_.problem().limits, std::move(next)))) return true;
    }
    return false;
  }

  bool take_timed(const Trajectory& motion) {
    FirstMotionOptions options;
    options.checkpoint = options_.checkpoint;
    const std::optional<Trajectory> timed =
        timed_along(task_.problem(), motion.q.stretched(1.0), along_path, options);
    return timed && take(*timed);
  }

  NlpOptions shaping() {
    NlpOptions options;
    options.method = options_.method;
    options.equations = options_.equations;
    options.max_iterations = std::min(options_.max_iterations, most_iterations_among);
    options.to_barrier = shaping_barrier;
    options.on_iteration = [this](const NlpIteration& step) {
      history_.push_back({0, iterations_ + step.iteration, step.objective, step.violation});
      return go_on();
    };
    return options;
  }

  /// True where a motion was found that is faster than the first one.
  bool improve(const FirstMotion& first) {
    Shaping now = begin_shaping(first.motion);
    const int before_it = iterations_;
    converged_ = false;
    for (int round = 0; round < most_rounds_among && go_on(); ++round) {
      if (iterations_ - before_it > most_iterations_of_path) break;
      const auto begun = Clock::now();
      const double before = best_ ? best_->duration() : infinity;
      const NlpResult found = solve_nlp(now.program, now.from, now.start, shaping());
      iterations_ += found.iterations;
      const Certificate seen = certify(now.program, found.point.x, Certified::clearances);
      const bool nearly = found.usable() && seen.largest < barely;
      const bool taken = nearly && !stopped_ && take_path(now.program.motion(found.point.x));
      note(round == 0 ? Kind::given_motion : Kind::limit_nodes,
           !found.usable() ? Attempt::End::failed
           : nearly        ? Attempt::End::solved
                           : Attempt::End::led_through,
           taken, now.program.grid().segments(), found.iterations, found.objective, begun);
      if (stopped_) break;
      if (!nearly) {
        step_back(now, found.point.x, seen);
        continue;
      }
      const double fastest = best_ ? best_->duration() : infinity;
      if (found.objective > astray * fastest && now.leash > shortest_leash) {
        shorten_leash(now);
        continue;
      }
      const bool held_back = pulls(now, found.point.x);
      const bool gained = taken && fastest < (1.0 - worth_a_round) * before;
      // At rest: free to move, or moved as far as it may for next to nothing.
      const bool at_rest = !held_back || !gained;
      const bool as_told = fastest < as_good * found.objective;
      converged_ = at_rest && as_told;
      if (converged_ && (seen.largest <= 0.0 || (taken && !gained))) break;
      if (seen.largest > 0.0) {
        add_nodes(now, found.point, seen);
      } else if (!at_rest) {
        go_on_from(now, found.point.x);
      } else if (!add_nodes(now, found.point, certify(now.program, found.point.x))) {
        break;  // of what timing loses nothing is to be seen between nodes
      }
    }
    return best_ && best_->duration() < (1.0 - least_gain_among) * first.motion.duration();
  }

  /// A program, where it is solved from next, and the last point known to be clear.
  struct Shaping {
    MotionProgram program;
    NlpBounds bounds;  // of unknowns, without the leash
    Eigen::VectorXd clear = {};
    NlpPoint from = {};
    NlpStart start = NlpStart::cold;
    double leash = infinity;  // rad or m: so far from `clear` may control points go
  };

  /// With so many segments that the motion is still clear on them.
  Shaping begin_shaping(const Trajectory& motion) const {
    MotionProblem shaped = task_.problem();
    shaped.spline.knots = SplineOptions::Knots::uniform;
    const int asked = shaped.spline.segments;
    for (int finer = 0;; ++finer) {
      shaped.spline.segments = asked + finer * asked / 2;
      const Task task(shaped);
      MotionProgram program = transcribe(task, time_shares(shaped), motion.duration(), workers_);
      tighten_pairs(program);
      Eigen::VectorXd x = unknowns_of(motion, program);
      const bool clear = certify(program, x, Certified::clearances).largest < barely;
      if (!clear && finer < most_finer_among) continue;
      slow_down(program, x, 1.0);
      hold_near_pairs(program, x);
      Shaping out{.program = std::move(program), .bounds = {}};
      out.bounds = out.program.bounds();
      out.clear = x;
      out.from = without_multipliers(x);
      return out;
    }
  }

  /// What was passed is held from now on; the next solve begins at the last clear point, and stays
  /// nearer to it than this one did.
  void step_back(Shaping& now, const Eigen::VectorXd& passing, const Certificate& seen) const {
    hold_passed_pairs(now.program, seen);
    refine(now.program, seen);
    now.clear = last_clear(now.program, now.clear, passing);
    shorten_leash(now);
  }

  static void shorten_leash(Shaping& now) {
    now.leash = now.leash == infinity ? first_leash : 0.5 * now.leash;
    begin_at_clear(now);
  }

  /// Is any control point at the end of the leash?
  static bool pulls(const Shaping& now, const Eigen::VectorXd& x) {
    if (now.leash == infinity) return false;
    const int count = now.program.time_index(0);
    return (x - now.clear).head(count).lpNorm<Eigen::Infinity>() > 0.9 * now.leash;
  }

  /// On a longer leash.
  static void go_on_from(Shaping& now, const Eigen::VectorXd& x) {
    now.clear = x;
    now.leash *= 2.0;
    begin_at_clear(now);
  }

  static void begin_at_clear(Shaping& now) {
    hold_near_pairs(now.program, now.clear);
    const int count = now.program.time_index(0);
    for (int i = 0; i < count; ++i) {
      const double lower = now.bounds.x_lower[i], upper = now.bounds.x_upper[i];
      if (lower == upper) continue;
      now.program.set_bounds(i, std::max(lower, now.clear[i] - now.leash),
                             std::min(upper, now.clear[i] + now.leash));
    }
    now.from = without_multipliers(now.clear);
    now.start = NlpStart::cold;
  }

  static bool add_nodes(Shaping& now, const NlpPoint& found, const Certificate& seen) {
    const std::vector<MotionProgram::Origin> before = now.program.origins();
    const bool added = refine(now.program, seen);
    now.from = extended(found, before, now.program.origins());
    now.start = NlpStart::warm;
    return added;
  }

  /// Pairs are held further apart than they need be, but for the ends, where they may have no more:
  /// for what the path does between nodes.
  static void tighten_pairs(MotionProgram& program) {
    const int segments = program.grid().segments();
    for (PointLimit& limit : program.point_limits()) {
      if (!is_clearance(limit)) continue;
      limit.peak_tightening.setZero(1, segments);
      const int inner = segments - 2 * ends_as_given;
      if (inner <= 0) continue;
      limit.peak_tightening.middleCols(ends_as_given, inner)
          .setConstant(tightening_of_pairs / limit.scale[0]);
    }
  }

  /// On the line from a point whose motion is clear to another: about as far as it is.
  static Eigen::VectorXd last_clear(const MotionProgram& program, const Eigen::VectorXd& clear,
                                    const Eigen::VectorXd& passing) {
    double low = 0.0, high = 1.0;
    for (int k = 0; k < halvings_to_clear; ++k) {
      const double share = 0.5 * (low + high);
      const Eigen::VectorXd x = clear + share * (passing - clear);
      (certify(program, x, Certified::clearances).largest <= 0.0 ? low : high) = share;
    }
    return clear + low * (passing - clear);
  }

  const Task& task_;
  const Task& asked_;
  const SolveOptions& options_;
  std::shared_ptr<Workers> workers_;
  std::optional<Trajectory> best_;
  std::vector<MotionProgress> history_;
  Diary diary_;
  int iterations_ = 0, improved_ = 0;
  bool stopped_ = false, converged_ = false;
};

/// The task itself where its ends are joint values; of poses, postures that the motors can hold and
/// that touch nothing.
std::vector<Task> with_given_ends(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (problem.start.q && problem.goal.q) return {task};
  if (!problem.waypoints.empty() || task.has_forces()) return {};
  const GuessedPlaces places = guess_places(task);
  if (places.q.size() != 2 || !places.held) return {};
  std::vector<GuessedPlaces> all = other_postures(task, places);
  all.insert(all.begin(), places);
  ClearPlanner planner(problem.model, problem.clearance, problem.limits);
  std::vector<Task> out;
  for (const GuessedPlaces& of : all) {
    if (!planner.clear(of.q.front()) || !planner.clear(of.q.back())) continue;
    MotionProblem given = problem;
    given.start.q = of.q.front();
    given.goal.q = of.q.back();
    given.start.pose.reset();
    given.goal.pose.reset();
    out.emplace_back(given);
  }
  return out;
}

}  // namespace

std::optional<Candidate> among_obstacles(const Task& task, const SolveOptions& options) {
  if (options.initial || !only_time_counts(task.problem().minimize)) return {};
  std::optional<Candidate> best;
  int found = 0;
  for (const Task& given : with_given_ends(task)) {
    std::optional<Candidate> next = AmongObstacles(given, task, options).run();
    if (!next) continue;
    const bool stopped = next->interrupted();
    if (!best || next->result.objective < best->result.objective) best = std::move(next);
    if (stopped || ++found == most_postures_among) break;
  }
  return best;
}

}  // namespace alembert
