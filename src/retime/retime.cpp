// Speeds, a spline through them, a look at where it passes limits, less of them there, again; then
// the proof.
#include "alembert/retime.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <string>

#include "alembert/arm.hpp"
#include "alembert/error.hpp"
#include "retime/check_motion.hpp"
#include "retime/timing.hpp"
#include "task/point_limit.hpp"

namespace alembert {
namespace {

/// Of each limit, kept for what happens between samples and for the proof's own width.
constexpr double kept = 3e-5;

void require(bool condition, const std::string& reason, const std::string& fix) {
  if (!condition) throw Error(Error::Code::value, reason, fix);
}

void check(const MotionProblem& problem, const BSpline& path) {
  const MotionLimits& limits = problem.limits;
  problem.model.arm().require(ArmUse::timing);
  require(path.dofs() == problem.model.dofs(),
          "a path of " + std::to_string(path.dofs()) + " coordinates for a robot of " +
              std::to_string(problem.model.dofs()),
          "give one column of the path a coordinate");
  require(problem.cut_joints.empty(), "a path of a closed loop cannot be timed",
          "give the robot without its cut joints");
  const auto whole = [](const During& during) { return during.from == 0.0 && during.to == 1.0; };
  for (const TimedLoad& load : problem.loads) {
    require(whole(load.during), "a load that comes or goes on the way",
            "time the path in parts, one for each load");
  }
  for (const Carried& body : problem.carried) {
    require(whole(body.during), "'" + body.name + "' is picked up or put down on the way",
            "time the path in parts, one with it and one without");
  }
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const std::string& name = problem.model.coordinates()[static_cast<std::size_t>(j)].name;
    require(limits.torque_lower[j] < limits.torque_upper[j],
            "joint '" + name + "' has no motor: its torque cannot be chosen",
            "give it a torque limit above 0, or lock it");
  }
}

MotionProblem asked(const MotionProblem& problem, const BSpline& path, int segments) {
  MotionProblem out = problem;
  out.start = {.q = path(path.begin())};
  out.goal = {.q = path(path.end())};
  out.waypoints.clear();
  out.repetition.reset();
  out.minimize = {};
  out.duration = {};
  out.spline = {.degree = 3, .segments = segments, .knots = SplineOptions::Knots::free};
  return out;
}

/// Points of the path, denser at both ends, where the speed changes much over little way, and the
/// middles of the steps between them.
Eigen::VectorXd nodes(int steps) {
  Eigen::VectorXd s(2 * steps + 1);
  for (int k = 0; k <= steps; ++k) {
    s[2 * k] = 0.5 - 0.5 * std::cos(std::numbers::pi * k / steps);
  }
  s[0] = 0.0;
  s[2 * steps] = 1.0;
  for (int k = 0; k < steps; ++k) s[2 * k + 1] = 0.5 * (s[2 * k] + s[2 * k + 2]);
  return s;
}

/// Names the place where the arm can hold itself least and the joint that is too weak for it, if
/// there is one: it cannot be passed with momentum either.
void explain(const Task& task, PathLimits& limits, PathBlock& block) {
  if (block.kind != PathBlock::Kind::cannot_move) return;
  const MotionLimits& allowed = task.problem().limits;
  for (int k = 0; k <= limits.last(); ++k) {
    const Eigen::VectorXd& tau = limits.holding(k);
    for (int j = 0; j < task.dofs(); ++j) {
      const double lower = allowed.torque_lower[j], upper = allowed.torque_upper[j];
      const double beyond = std::max(lower - tau[j], tau[j] - upper);
      const double share = beyond / std::max(std::abs(lower), std::abs(upper));
      if (!(beyond > 0.0) || (block.limit && block.limit->violation >= share)) continue;
      const Coordinate& joint = task.model().coordinates()[static_cast<std::size_t>(j)];
      block = {PathBlock::Kind::cannot_hold, limits.s()[k], limits.position(k),
               LimitNote{joint_subject(LimitKind::holding_torque, joint), 0.0, tau[j],
                         tau[j] > upper ? upper : lower, share}};
    }
  }
}

class Retiming {
 public:
  Retiming(const MotionProblem& problem, const BSpline& path, const RetimeOptions& options)
      : problem_(problem),
        path_(path),
        options_(options),
        segments_(options.segments > 0 ? options.segments : least_segments),
        task_(asked(problem, path, segments_)),
        out_{.blocked = {}, .problem = task_.problem(), .motion = {}, .proof = {}} {
    if (options.checkpoint) options_.proof.checkpoint = options.checkpoint;
  }

  Retimed run() {
    const auto begun = std::chrono::steady_clock::now();
    if (find_speeds()) {
      fit_limits();
      // What the spline costs falls with the square of its segments.
      for (int i = 0; i < 3 && options_.segments == 0 && cost() > worth_halving; ++i) {
        set_segments(2 * segments_);
        if (!find_speeds()) break;
        fit_limits();
      }
      if (!out_.blocked) prove_it();
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
    out_.seconds = spent.count() - out_.proof.seconds;
    return std::move(out_);
  }

 private:
  static constexpr int least_segments = 150, least_steps = 300;
  static constexpr double segment_time = 0.01;  // s
  static constexpr double worth_halving = 3e-3;

  /// Of the spline, beside that of the jerk limits, as a share of the duration.
  double cost() const { return (timing_.duration() - out_.ramp) / out_.bang_bang - 1.0; }

  void set_segments(int segments) {
    segments_ = segments;
    task_ = Task(asked(problem_, path_, segments_));
    out_.problem = task_.problem();
  }

  void check() const {
    if (options_.checkpoint) options_.checkpoint();
  }

  void place_nodes(int count) {
    check();
    limits_ = std::make_unique<PathLimits>(task_, path_, nodes(count));
    limits_->tighten(0.0, 1.0, kept);
    profile_ = fastest_speeds(*limits_);
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
    const auto steps_for = [&](int segments) {
      return options_.steps > 0 ? options_.steps : std::max(least_steps, 2 * segments);
    };
    place_nodes_finely(steps_for(segments_));
    if (!profile_.blocked && options_.segments == 0) {
      const double wanted = std::min(20'000.0, std::ceil(profile_.duration() / segment_time));
      if (wanted > segments_) {
        set_segments(static_cast<int>(wanted));
        place_nodes_finely(steps_for(segments_));
      }
    }
    if (profile_.blocked) {
      explain(task_, *limits_, *profile_.blocked);
      out_.blocked = profile_.blocked;
      return false;
    }
    out_.bang_bang = profile_.duration();
    out_.ramp = first_ramp();
    return true;
  }

  /// From zero to the largest acceleration as fast as the jerk limits allow; 0 without any.
  double first_ramp() const {
    const Eigen::VectorXd& jerk = task_.problem().limits.jerk;
    double ramp = 0.0;
    for (int k = 0; k + 1 < profile_.s.size(); ++k) {
      const auto share = limits_->slope(2 * k + 1).cwiseAbs().cwiseQuotient(jerk);
      ramp = std::max(ramp, std::abs(profile_.u(k)) * share.maxCoeff());
    }
    return ramp;
  }

  void make_motion() {
    timing_ = spread(profile_, segments_, out_.ramp);
    BSpline q = timed_path(path_, timing_);
    out_.motion = {std::move(q)};
  }

  /// Until samples pass no limit; whatever is left is the proof's business.
  void fit_limits() {
    make_motion();
    for (; out_.rounds < options_.rounds; ++out_.rounds) {
      check();
      const Excess excess = excess_of(task_, out_.motion);
      if (excess.limits.maxCoeff() <= -0.5 * kept && excess.jerk.maxCoeff() <= -0.5 * kept) return;
      for (int e = 0; e < segments_; ++e) {
        const double over = excess.limits[e] + kept;
        if (over > 0.0) tighten_round(e, over);
      }
      const double jerk = excess.jerk.maxCoeff() + kept;
      if (jerk > 0.0) out_.ramp *= 1.0 + jerk;
      if (!speeds_again()) return;
    }
  }

  void tighten_round(int segment, double share) {
    limits_->tighten(timing_.s[std::max(0, segment - 1)],
                     timing_.s[std::min(segments_, segment + 2)], share);
  }

  bool speeds_again() {
    SpeedProfile slower = fastest_speeds(*limits_);
    if (slower.blocked) return false;
    profile_ = std::move(slower);
    make_motion();
    return true;
  }

  void prove_it() {
    out_.proof = prove(task_, out_.motion, options_.proof);
    double slower = 1e-4;
    for (int round = 0; round < options_.rounds && slower_helps(); ++round) {
      // Slower as a whole: less torque for the same path, wherever rest needs less still.
      const BSpline& q = out_.motion.q;
      out_.motion.q = q.stretched(q.duration() * (1.0 + slower));
      slower *= 2.0;
      ++out_.rounds;
      const double spent = out_.proof.seconds;
      out_.proof = prove(task_, out_.motion, options_.proof);
      out_.proof.seconds += spent;
    }
    measure();
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

  void measure() {
    const double length = path_.duration();
    const BSpline& q = out_.motion.q;
    const double factor = q.duration() / timing_.duration();
    for (int e = 0; e < segments_; ++e) {
      const double h = timing_.t[e + 1] - timing_.t[e];
      for (const double fraction : {0.25, 0.5, 0.75}) {
        const Eigen::VectorXd off = q(factor * (timing_.t[e] + fraction * h)) -
                                    path_(path_.begin() + length * timing_.at(e, fraction));
        out_.deviation = std::max(out_.deviation, off.cwiseAbs().maxCoeff());
      }
    }
  }

  const MotionProblem& problem_;
  const BSpline& path_;
  RetimeOptions options_;
  int segments_;
  Task task_;
  std::unique_ptr<PathLimits> limits_;
  SpeedProfile profile_;
  Timing timing_;
  Retimed out_;
};

}  // namespace

Retimed retime(const MotionProblem& problem, const BSpline& path, const RetimeOptions& options) {
  check(problem, path);
  return Retiming(problem, path, options).run();
}

}  // namespace alembert
