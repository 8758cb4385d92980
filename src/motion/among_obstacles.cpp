#include "motion/among_obstacles.hpp"

#include <algorithm>
#include <chrono>

#include "alembert/first_motion.hpp"
#include "alembert/retime.hpp"
#include "motion/costs.hpp"
#include "motion/exact_motion.hpp"
#include "motion/guess.hpp"
#include "motion/near_pairs.hpp"
#include "motion/searcher.hpp"
#include "motion/transcribe.hpp"

namespace alembert {
namespace {

/// Seeds of ways, where the ones before did not lead to a motion that holds.
constexpr unsigned most_seeds = 8;
/// Ways that are made better, where that fails with the ones before.
constexpr int most_improved = 3;
/// Solves of one program, each with the pairs that the last one passed.
constexpr int most_rounds_among = 6;
constexpr int most_iterations_among = 120;
/// A path is shaped with the barrier this low: timing it again takes back what that costs.
constexpr double shaping_barrier = 3e-5;
/// Of the motion from the path, rad or m.
constexpr double along_path = 2e-4;
/// In units of the limit: a motion that passes a clearance by less between nodes needs more nodes,
/// one that passes it by more was led through.
constexpr double barely = 5e-3;
/// m by which pairs are held further apart, and segments at both ends where they are not.
constexpr double room_of_pairs = 5e-4;
constexpr int ends_without_room = 3;
constexpr int halvings_to_clear = 4;
/// Less of the duration is no gain.
constexpr double least_gain_among = 1e-3;

class AmongObstacles {
 public:
  AmongObstacles(const Task& task, const SolveOptions& options)
      : task_(task),
        options_(options),
        free_(task.problem()),
        workers_(std::make_shared<Workers>(options.threads)) {
    free_.clearance = {};
  }

  std::optional<Candidate> run() {
    for (unsigned seed = 0; seed < most_seeds && !stopped_; ++seed) {
      const std::optional<FirstMotion> first = find_first(seed);
      if (!first) continue;
      const bool better = improve(*first);
      if (better || ++improved_ == most_improved) break;
    }
    if (!best_) return {};
    Candidate out = with_motion(task_, *best_);
    out.certificate = certify(*out.program, out.result.point.x);
    using Status = NlpResult::Status;
    out.result.status = stopped_     ? Status::interrupted
                        : converged_ ? Status::solved
                                     : Status::acceptable;
    out.history = std::move(history_);
    out.diary = std::move(diary_);
    out.iterations = iterations_;
    out.timed = best_;
    return out;
  }

 private:
  using Kind = Attempt::Kind;

  bool go_on() {
    if (options_.checkpoint) options_.checkpoint();
    const MotionProgress last = history_.empty() ? MotionProgress{} : history_.back();
    stopped_ = stopped_ || (options_.on_progress && !options_.on_progress(last));
    return !stopped_;
  }

  void note(Kind kind, Attempt::End end, bool kept, int segments, int iterations, double objective,
            std::chrono::steady_clock::time_point begun) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
    diary_.push_back({.kind = kind,
                      .end = end,
                      .kept = kept,
                      .segments = segments,
                      .iterations = iterations,
                      .seconds = spent.count(),
                      .objective = objective});
  }

  bool holds(const Trajectory& motion) const {
    const ProofOptions quick{
        .accuracy = infinity, .stop_at_violation = true, .checkpoint = options_.checkpoint};
    return prove(task_, motion, quick).holds();
  }

  /// Keeps a motion that holds and is faster.
  bool take(const Trajectory& motion) {
    if (best_ && motion.duration() >= best_->duration()) return false;
    if (!holds(motion)) return false;
    best_ = motion;
    return true;
  }

  std::optional<FirstMotion> find_first(unsigned seed) {
    const auto begun = std::chrono::steady_clock::now();
    FirstMotionOptions options;
    options.way.seed = options_.seed + 100 * seed;
    options.way.go_on = [this] { return go_on(); };
    options.checkpoint = options_.checkpoint;
    std::optional<FirstMotion> first = first_motion(task_.problem(), options);
    const bool kept = first && take(first->motion);
    note(Kind::way_around, kept ? Attempt::End::acceptable : Attempt::End::failed, kept,
         first ? first->motion.q.segments() : 0, 0, first ? first->motion.duration() : 0.0, begun);
    return first;
  }

  /// Along the path of a motion, as fast as limits allow.
  bool take_path(const Trajectory& motion) {
    RetimeOptions timing;
    timing.path_tolerance = along_path;
    timing.proof.accuracy = infinity;
    timing.checkpoint = options_.checkpoint;
    Retimed timed = retime(free_, motion.q.stretched(1.0), timing);
    if (timed.blocked || !timed.keeps_path) return false;
    return take(within_limits(std::move(timed.motion)));
  }

  /// A joint that stays at its limit is rounded out of it otherwise.
  Trajectory within_limits(Trajectory motion) const {
    constexpr double rounded = 1e-12;
    const MotionLimits& limits = task_.problem().limits;
    Eigen::MatrixXd points = motion.q.control_points();
    for (Eigen::Index j = 0; j < points.cols(); ++j) {
      for (double& q : points.col(j)) {
        const double inside = std::clamp(q, limits.lower[j], limits.upper[j]);
        if (std::abs(q - inside) < rounded) q = inside;
      }
    }
    motion.q = BSpline(motion.q.degree(), motion.q.knots(), std::move(points));
    return motion;
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
    MotionProblem shaped = task_.problem();
    shaped.spline.knots = SplineOptions::Knots::uniform;
    const Task task(shaped);
    MotionProgram program =
        transcribe(task, time_shares(shaped), first.motion.duration(), workers_);
    keep_room(program);
    Eigen::VectorXd clear = unknowns_of(first.motion, program);
    slow_down(shaped, program, clear, 1.0);
    hold_near_pairs(program, clear);
    NlpPoint from = without_multipliers(clear);
    NlpStart start = NlpStart::cold;
    converged_ = false;
    for (int round = 0; round < most_rounds_among && go_on(); ++round) {
      const auto begun = std::chrono::steady_clock::now();
      const NlpResult found = solve_nlp(program, from, start, shaping());
      iterations_ += found.iterations;
      const bool usable = found.status == NlpResult::Status::solved ||
                          found.status == NlpResult::Status::acceptable;
      const Certificate seen = certify(program, found.point.x, Certified::clearances);
      const bool taken =
          !stopped_ && seen.largest < barely && take_path(program.motion(found.point.x));
      note(round == 0 ? Kind::given_motion : Kind::limit_nodes,
           usable ? Attempt::End::solved : Attempt::End::failed, taken, program.grid().segments(),
           found.iterations, found.objective, begun);
      converged_ = usable && seen.largest <= 0.0 && taken;
      if (seen.largest <= 0.0 || stopped_) break;
      if (usable && seen.largest < barely) {
        const std::vector<MotionProgram::Origin> before = program.origins();
        if (!refine(program, seen)) break;
        from = extended(found.point, before, program.origins());
        start = NlpStart::warm;
        continue;
      }
      hold_passed_pairs(program, seen);
      clear = last_clear(program, clear, found.point.x);
      hold_near_pairs(program, clear);
      from = without_multipliers(clear);
      start = NlpStart::cold;
    }
    return best_ && best_->duration() < (1.0 - least_gain_among) * first.motion.duration();
  }

  /// Pairs are held further apart than they need be, but for the ends, where they may have no more:
  /// for what the path does between nodes.
  static void keep_room(MotionProgram& program) {
    const int segments = program.grid().segments();
    for (PointLimit& limit : program.point_limits()) {
      if (limit.subjects.front().kind != LimitKind::clearance) continue;
      limit.peak_room.setZero(1, segments);
      const int inner = segments - 2 * ends_without_room;
      if (inner <= 0) continue;
      limit.peak_room.middleCols(ends_without_room, inner)
          .setConstant(room_of_pairs / limit.scale[0]);
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
  const SolveOptions& options_;
  MotionProblem free_;  // of obstacles
  std::shared_ptr<Workers> workers_;
  std::optional<Trajectory> best_;
  std::vector<MotionProgress> history_;
  Diary diary_;
  int iterations_ = 0, improved_ = 0;
  bool stopped_ = false, converged_ = false;
};

}  // namespace

std::optional<Candidate> among_obstacles(const Task& task, const SolveOptions& options) {
  const MotionProblem& problem = task.problem();
  if (!has_many_pairs(task) || options.initial || !only_time_counts(problem.minimize)) return {};
  return AmongObstacles(task, options).run();
}

void leave_to_proof(Solution& solution) {
  const auto of_time = [](const LimitNote& note) {
    return note.of.place == LimitPlace::way &&
           (note.of.kind == LimitKind::position || note.of.kind == LimitKind::velocity ||
            note.of.kind == LimitKind::acceleration || note.of.kind == LimitKind::jerk);
  };
  std::erase_if(solution.violations, of_time);
  std::erase_if(solution.certificate.limits, of_time);
  solution.largest_violation = 0.0;
  for (const LimitNote& note : solution.violations) {
    solution.largest_violation = std::max(solution.largest_violation, note.violation);
  }
}

}  // namespace alembert
