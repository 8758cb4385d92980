// Speeds, a spline through them, a look at where it passes limits, less of them there, again; more
// segments where it leaves the path; then the proof.
#include "alembert/retime.hpp"

#include <cmath>
#include <memory>

#include "clock.hpp"
#include "retime/checks.hpp"
#include "retime/jerk_timing.hpp"
#include "retime/path_nodes.hpp"

namespace alembert {
namespace {

/// Of each limit, kept for what happens between samples and for the proof's own width.
constexpr double kept = 3e-5;

class Retiming {
 public:
  Retiming(const MotionProblem& problem, const BSpline& path, const RetimeOptions& options)
      : problem_(problem),
        path_(path),
        options_(options),
        first_speed_(options.start_speed / (path.duration() * path(path.begin(), 1).norm())),
        last_speed_(options.end_speed / (path.duration() * path(path.end(), 1).norm())),
        shares_(graded_shares(options.segments > 0 ? options.segments : least_segments)),
        task_(asked()),
        out_{.blocked = {}, .problem = task_.problem(), .motion = {}, .proof = {}} {
    if (options.start_speed == 0.0) first_speed_ = 0.0;
    if (options.end_speed == 0.0) last_speed_ = 0.0;
    if (options.checkpoint) options_.proof.checkpoint = options.checkpoint;
  }

  Retimed run() {
    const auto begun = Clock::now();
    if (find_speeds() && find_motion()) {
      prove_it();
      if (options_.duration) take(*options_.duration);
    }
    out_.seconds = seconds_since(begun) - out_.proof.seconds;
    return std::move(out_);
  }

 private:
  static constexpr int least_segments = 150, least_steps = 300, most_segments = 20'000;
  static constexpr double segment_time = 0.02;  // s
  /// Of a limit: where it is passed by more, segments are too long, and halved so often at most.
  static constexpr double coarse = 3e-3;
  static constexpr int most_finer = 6;
  /// Of a limit in one round: an arm needs some of it to hold itself.
  static constexpr double most_tightened = 0.15;
  /// Passed by no more, the whole motion is made slower instead.
  static constexpr double small = 4e-4;
  /// Than with accelerations that jump, as a factor: then it may pay to look again.
  static constexpr double worth_more = 1.004;

  int segments() const { return static_cast<int>(shares_.size()) - 1; }
  bool jerk_limited() const { return problem_.limits.jerk.array().isFinite().any(); }
  bool moving() const { return first_speed_ > 0.0 || last_speed_ > 0.0; }

  MotionProblem asked() const {
    MotionProblem out = problem_;
    out.start = {.q = path_(path_.begin())};
    out.goal = {.q = path_(path_.end())};
    const double length = path_.duration();
    if (first_speed_ > 0.0) out.start.v = path_(path_.begin(), 1) * (length * first_speed_);
    if (last_speed_ > 0.0) out.goal.v = path_(path_.end(), 1) * (length * last_speed_);
    out.waypoints.clear();
    out.repetition.reset();
    out.minimize = {};
    out.duration = {};
    out.spline = {.degree = 3, .segments = segments(), .knots = SplineOptions::Knots::free};
    return out;
  }

  void set_shares(Eigen::VectorXd shares) {
    shares_ = std::move(shares);
    task_ = Task(asked());
    out_.problem = task_.problem();
  }

  void check() const {
    if (options_.checkpoint) options_.checkpoint();
  }

  void place_nodes(int count) {
    check();
    limits_ = std::make_unique<PathLimits>(task_, path_, path_nodes(count, path_));
    limits_->ask_for(0.0, 1.0, kept);
    limits_->tighten();
    profile_ = speeds();
  }

  SpeedProfile speeds() {
    return fastest_speeds(*limits_, first_speed_ * first_speed_, last_speed_ * last_speed_);
  }

  /// A coarse step may lie badly where an inertia along the path changes sign: what is blocked is
  /// looked at again.
  void place_nodes_finely(int count) {
    for (const double finer : {1.0, 1.7, 4.1, 9.3}) {
      place_nodes(static_cast<int>(finer * count));
      if (!profile_.blocked || profile_.blocked->kind == PathBlock::Kind::nothing_limits) return;
    }
  }

  /// False where there are none.
  bool find_speeds() {
    const auto steps_for = [&](int count) {
      return options_.steps > 0 ? options_.steps : std::max(least_steps, count);
    };
    place_nodes_finely(steps_for(segments()));
    if (!profile_.blocked && options_.segments == 0) {
      const double wanted =
          std::min(1.0 * most_segments, std::ceil(profile_.duration() / segment_time));
      if (wanted > segments()) {
        set_shares(graded_shares(static_cast<int>(wanted)));
        place_nodes_finely(steps_for(segments()));
      }
    }
    if (profile_.blocked) {
      explain(task_, *limits_, *profile_.blocked);
      out_.blocked = profile_.blocked;
      return false;
    }
    out_.bang_bang = profile_.duration();
    if (options_.segments == 0) set_shares(with_turns(shares_, profile_, *limits_));
    return true;
  }

  /// False where none is found.
  bool find_motion() {
    if (jerk_limited()) {
      if (!begin_with_jerk()) return false;
      fit_with_jerk();
    } else {
      fit_profile();
    }
    keep_path();
    return true;
  }

  void fit_profile() {
    use(spread(profile_, shares_));
    fit_limits();
    const bool slow = timing_.duration() > worth_more * out_.bang_bang;
    if (!moving() && (passed_ > small || slow)) find_better();
  }

  /// Where the profile and the spline do not agree well: the timing of the spline itself.
  void find_better() {
    const Timing before = timing_;
    const double passed = passed_;
    const auto whole = [](const Timing& timing, double much) {
      return timing.duration() * std::sqrt(1.0 + std::max(0.0, much));
    };
    begin_with(timing_);
    if (improved()) fit_with_jerk();
    if (whole(timing_, passed_) < whole(before, passed)) return;
    jerk_.reset();
    use(before);
    passed_ = passed;
    set_shares(timing_.t / timing_.duration());
  }

  void use(const Timing& timing) {
    timing_ = timing;
    out_.motion = {timed_path(path_, timing_)};
  }

  /// Segments of which something is above 1 in two, with their neighbours; false where there are
  /// none, or enough already.
  bool halve(const Eigen::VectorXd& much) {
    if (options_.segments > 0 || segments() >= most_segments || !(much.maxCoeff() > 1.0))
      return false;
    set_shares(halved(timing_.t / timing_.duration(), much));
    return true;
  }

  /// Shorter segments where the motion leaves its path by more than the tolerance.
  void keep_path() {
    for (int round = 0;; ++round) {
      check();
      const Eigen::VectorXd off = deviation_bounds(path_, timing_, out_.motion.q);
      Eigen::Index worst = 0;
      out_.deviation = off.maxCoeff(&worst);
      out_.farthest = timing_.s[worst];
      out_.keeps_path = out_.deviation <= options_.path_tolerance;
      if (out_.keeps_path) return;
      if (round == 12 || !halve(off / options_.path_tolerance)) return;
      if (jerk_) {
        begin_with(refined());
        use(jerk_->timing());
        fit_with_jerk();
      } else {
        fit_profile();
      }
    }
  }

  /// Until samples pass no limit; whatever is left is the proof's business.
  void fit_limits() {
    for (int finer = 0, round = 0; round < options_.rounds;) {
      check();
      const SegmentExcess excess = excess_of(task_, out_.motion);
      passed_ = excess.limits.maxCoeff();
      if (passed_ <= (moving() ? -0.5 * kept : small)) return;
      if (finer < most_finer &&
          halve(longer_than_steps(profile_, timing_, excess.limits / coarse))) {
        ++finer;
        use(spread(profile_, shares_));
        continue;
      }
      for (int e = 0; e < segments(); ++e) {
        // More than it is passed by: what is made slower here is faster elsewhere.
        const double over = std::min(most_tightened, 1.5 * excess.limits[e] + kept);
        if (over > 0.0) {
          limits_->ask_for(timing_.s[std::max(0, e - 1)], timing_.s[std::min(segments(), e + 2)],
                           over);
        }
      }
      limits_->tighten();
      ++round;
      ++out_.rounds;
      if (!speeds_again()) return;
    }
  }

  bool speeds_again() {
    SpeedProfile slower = speeds();
    if (slower.blocked) return false;
    profile_ = std::move(slower);
    use(spread(profile_, shares_));
    return true;
  }

  void begin_with(Timing timing) {
    jerk_ = std::make_unique<JerkTiming>(task_, path_, std::move(timing), !jerk_limited(),
                                         options_.checkpoint);
  }

  /// Any timing inside the jerk limits: of rest to rest the speeds with accelerations spread over a
  /// ramp, as a whole as slow as need be.
  bool begin_with_jerk() {
    const int count = segments();
    if (!moving()) {
      // Some segments at least are in the ramp.
      const double ramp =
          std::max(first_ramp(profile_, *limits_), 4.0 * shares_[1] * profile_.duration());
      begin_with(ramped(profile_, shares_, ramp));
      if (improved()) return true;
    }
    for (double longer = 1.05; moving() && longer < 20.0; longer *= 1.15) {
      const Timing timing =
          polynomial_timing(shares_, longer * profile_.duration(), first_speed_, last_speed_);
      if (!(timing.speed.segment(1, count - 1).minCoeff() > 0.0)) break;
      begin_with(timing);
      if (improved()) return true;
    }
    out_.blocked = PathBlock{PathBlock::Kind::cannot_move, 0.0, path_(path_.begin()), {}};
    return false;
  }

  /// A step that leads to no numbers is none.
  bool improved() {
    if (!jerk_->improve()) return false;
    const Timing& found = jerk_->timing();
    const bool finite = found.t.allFinite() && found.s.allFinite() && found.speed.allFinite() &&
                        found.u.allFinite();
    if (finite) use(found);
    return finite;
  }

  void fit_with_jerk() {
    for (int finer = 0, round = 0; round < options_.rounds;) {
      check();
      const SegmentExcess excess = excess_of(task_, out_.motion);
      passed_ = std::max(excess.limits.maxCoeff(), excess.jerk.maxCoeff());
      if (passed_ <= (moving() ? -0.5 * kept : small)) return;
      if (finer < 5 && halve(excess.limits / (finer < 2 ? 5.0 * coarse : 0.1))) {
        ++finer;
        begin_with(refined());
        if (!improved()) return;
        continue;
      }
      ++round;
      ++out_.rounds;
      jerk_->tighten((1.5 * excess.limits.array() + kept).min(most_tightened),
                     1.5 * excess.jerk.array() + kept);
      if (!improved()) return;
    }
  }

  Timing refined() const {
    Eigen::VectorXd s(shares_.size());
    int e = 0;
    for (Eigen::Index j = 0; j < s.size(); ++j) {
      const double t = shares_[j] * timing_.duration();
      while (e + 1 < timing_.segments() && timing_.t[e + 1] <= t) ++e;
      s[j] = timing_.at(e, (t - timing_.t[e]) / (timing_.t[e + 1] - timing_.t[e]));
    }
    return through(shares_ * timing_.duration(), s, first_speed_, last_speed_, !jerk_limited());
  }

  void prove_it() {
    if (passed_ > -0.5 * kept && !moving()) {
      out_.motion.q = out_.motion.q.stretched(timing_.duration() * std::sqrt(1.0 + passed_ + kept));
    }
    out_.proof = prove(task_, out_.motion, options_.proof);
    double slower = 1e-4;
    for (int round = 0; round < options_.rounds && slower_helps(); ++round) {
      if (moving()) {
        if (!tighten_all(slower)) return;
      } else {
        // Slower as a whole: less torque for the same path, wherever rest needs less still.
        const BSpline& q = out_.motion.q;
        out_.motion.q = q.stretched(q.duration() * (1.0 + slower));
      }
      slower *= 2.0;
      ++out_.rounds;
      prove_again();
    }
  }

  void prove_again() {
    const double spent = out_.proof.seconds;
    out_.proof = prove(task_, out_.motion, options_.proof);
    out_.proof.seconds += spent;
  }

  /// Speeds at the ends stay: limits are tightened instead.
  bool tighten_all(double share) {
    if (!jerk_) {
      limits_->ask_for(0.0, 1.0, share);
      limits_->tighten();
      return speeds_again();
    }
    const Eigen::VectorXd all = Eigen::VectorXd::Constant(segments(), share);
    jerk_->tighten(all, all);
    return improved();
  }

  /// A limit on the motion is passed or open, not one on the path.
  bool slower_helps() const {
    for (const LimitProof& limit : out_.proof.limits) {
      using Verdict = LimitProof::Verdict;
      const bool undecided = limit.verdict == Verdict::violated || limit.verdict == Verdict::open;
      const LimitKind kind = limit.worst.of.kind;
      const bool in_time = kind == LimitKind::torque || kind == LimitKind::power ||
                           kind == LimitKind::velocity || kind == LimitKind::acceleration ||
                           kind == LimitKind::jerk;
      if (undecided && in_time) return true;
    }
    return false;
  }

  /// So long as was asked for, if that is not too short.
  void take(double duration) {
    const double least = out_.motion.duration();
    if (duration < least * (1.0 - 1e-9)) {
      out_.blocked = PathBlock{PathBlock::Kind::too_short, 1.0, path_(path_.end()), {}};
      out_.blocked->duration = least;
      return;
    }
    out_.motion.q = out_.motion.q.stretched(duration);
    prove_again();
  }

  const MotionProblem& problem_;
  const BSpline& path_;
  RetimeOptions options_;
  double first_speed_, last_speed_;  // of s, 1/s
  Eigen::VectorXd shares_;           // of the duration at the motion's knots
  Task task_;
  std::unique_ptr<PathLimits> limits_;
  SpeedProfile profile_;
  std::unique_ptr<JerkTiming> jerk_;
  Timing timing_;
  double passed_ = 0.0;  // of a limit at most, by the last samples
  Retimed out_;
};

}  // namespace

Retimed retime(const MotionProblem& problem, const BSpline& path, const RetimeOptions& options) {
  check_timing(problem, path, options);
  return Retiming(problem, path, options).run();
}

}  // namespace alembert
