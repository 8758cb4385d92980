// Knots for motions that switch where a simple profile does.
#include <algorithm>
#include <cmath>

#include "alembert/arm.hpp"
#include "alembert/profiles.hpp"
#include "motion/adapted_knots.hpp"
#include "motion/costs.hpp"
#include "task/point_limit.hpp"
#include "trajectory/fractions.hpp"

namespace alembert {
namespace {

/// Of a trapezoid's parts: the shortest, as a share of the whole; segments of the shortest; how
/// segments grow away from where two parts meet, and so often.
constexpr double least_part = 1e-3;
constexpr int least_in_part = 3;
constexpr double trapezoid_growth = 3.0;
constexpr int most_graded = 4;
/// Shares of the velocity limits that are tried; how often the share of accelerations is halved.
constexpr double speeds[] = {1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2};
constexpr int halvings = 12;
constexpr int samples = 40;  ///< of a profile, besides both sides of every switch
constexpr double beside = 1e-9;

/// The quickest synchronised trapezoid within the limits on velocity, acceleration and torque, as
/// well as samples tell: it only says where knots should be.
class TrapezoidSearch {
 public:
  explicit TrapezoidSearch(const Task& task)
      : problem_(task.problem()),
        hull_(problem_),
        dynamics_(task.stages().front().dynamics->clone()),
        point_(task.dofs(), 0),
        tau_(task.dofs()),
        accelerations_(problem_.limits.acceleration) {
    for (int j = 0; j < task.dofs(); ++j) {
      if (!std::isfinite(accelerations_[j])) accelerations_[j] = deliverable(j);
    }
  }

  /// Limits for a trapezoid of velocity; nothing where no share of them holds. `whole` tells
  /// whether all of them does.
  std::optional<ProfileLimits> best(bool& whole) {
    if (!accelerations_.allFinite()) return {};
    std::optional<ProfileLimits> best;
    double least = infinity;
    for (const double speed : speeds) {
      if (profile(speed, 1.0).duration() >= least) continue;
      double low = holds(profile(speed, 1.0)) ? 1.0 : 0.0, high = 1.0;
      for (int k = 0; k < halvings && low < 1.0; ++k) {
        const double middle = 0.5 * (low + high);
        (holds(profile(speed, middle)) ? low : high) = middle;
      }
      if (low == 0.0) continue;
      const double duration = profile(speed, low).duration();
      if (duration < least) {
        least = duration;
        best = limits(speed, low);
      }
      whole = low == 1.0 && speed == 1.0;
      if (low == 1.0) break;
    }
    return best;
  }

 private:
  /// What a motor can accelerate alone, from rest at the start; a first guess where nothing else
  /// limits it.
  double deliverable(int j) {
    point_.z.setZero();
    point_.z.head(problem_.model.dofs()) = *problem_.start.q;
    dynamics_->torque(point_, tau_);
    const double held = tau_[j];
    point_.z[2 * problem_.model.dofs() + j] = 1.0;
    dynamics_->torque(point_, tau_);
    const double spare =
        std::max(problem_.limits.torque_upper[j] - held, held - problem_.limits.torque_lower[j]);
    return spare / (tau_[j] - held);
  }

  ProfileLimits limits(double speed, double share) const {
    return {speed * problem_.limits.velocity, share * accelerations_,
            Eigen::VectorXd::Constant(problem_.model.dofs(), infinity)};
  }
  Profile profile(double speed, double share) const {
    return trapezoidal_profile(*problem_.start.q, *problem_.goal.q, limits(speed, share));
  }

  bool holds(const Profile& profile) {
    const double T = profile.duration();
    for (int k = 0; k <= samples; ++k) {
      if (!holds_at(profile, T * k / samples)) return false;
    }
    for (int j = 0; j < profile.dofs(); ++j) {
      for (const ProfilePiece& piece : profile.pieces(j)) {
        if (!holds_at(profile, piece.begin)) return false;
        if (!holds_at(profile, std::max(0.0, piece.begin - beside * T))) return false;
      }
    }
    return true;
  }
  bool holds_at(const Profile& profile, double t) {
    const int n = problem_.model.dofs();
    for (int order = 0; order < 3; ++order) {
      profile.evaluate(t, order, point_.z.segment(order * n, n));
    }
    dynamics_->torque(point_, tau_);
    // Whatever friction there is.
    for (int j = 0; j < n; ++j) {
      const double v = point_.v()[j];
      if (!(tau_[j] + hull_.above(j, v).value <= problem_.limits.torque_upper[j]) ||
          !(tau_[j] + hull_.below(j, v).value >= problem_.limits.torque_lower[j])) {
        return false;
      }
    }
    return true;
  }

  const MotionProblem& problem_;
  FrictionHull hull_;
  std::unique_ptr<Dynamics> dynamics_;
  MotionPoint point_;
  Eigen::VectorXd tau_, accelerations_;
};

/// Fractions of its time at which a joint's trapezoid changes.
struct Switches {
  std::vector<double> of_slowest, of_all;
};

Switches switches(const MotionProblem& problem, const ProfileLimits& limits) {
  Switches out;
  double longest = 0.0;
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const Eigen::VectorXd from = problem.start.q->segment(j, 1), to = problem.goal.q->segment(j, 1);
    if (from == to) continue;
    const Profile profile =
        trapezoidal_profile(from, to,
                            {limits.velocity.segment(j, 1), limits.acceleration.segment(j, 1),
                             limits.jerk.segment(j, 1)});
    const bool slowest = profile.duration() > longest;
    longest = std::max(longest, profile.duration());
    if (slowest) out.of_slowest.clear();
    for (const ProfilePiece& piece : profile.pieces(0)) {
      out.of_all.push_back(piece.begin / profile.duration());
      if (slowest) out.of_slowest.push_back(out.of_all.back());
    }
  }
  return out;
}

/// Segments for each part of the motion by its length, short ones where it meets another.
Eigen::VectorXd graded_widths(const std::vector<double>& at, int segments) {
  const int parts = static_cast<int>(at.size()) - 1;
  Eigen::VectorXd widths(segments);
  int done = 0;
  for (int part = 0; part < parts; ++part) {
    const int after = least_in_part * (parts - part - 1);
    const auto wanted = static_cast<int>(std::lround(at[part + 1] * segments)) - done;
    const int count = part + 1 == parts
                          ? segments - done
                          : std::clamp(wanted, least_in_part, segments - done - after);
    Eigen::VectorXd own(count);
    for (int k = 0; k < count; ++k) {
      const int from_left = part > 0 ? k : count,
                from_right = part + 1 < parts ? count - 1 - k : count;
      own[k] = std::pow(trapezoid_growth, std::min({from_left, from_right, most_graded}));
    }
    widths.segment(done, count) = own * ((at[part + 1] - at[part]) / own.sum());
    done += count;
  }
  return widths;
}

/// Is a motion that is slower than the trapezoid a bad one? That was only looked at for limits on
/// torque, velocity and acceleration; it begins and ends at rest, with a jump of the acceleration.
bool is_a_measure(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (!only_time_counts(problem.minimize)) return false;
  for (const Condition& end : {problem.start, problem.goal}) {
    if (end.a || end.pose || (end.v && !end.v->isZero(0.0))) return false;
  }
  if ((problem.limits.jerk.array() < infinity).any()) return false;
  return std::all_of(limits_of(task).begin(), limits_of(task).end(), [](const PointLimit& limit) {
    return limit.subjects.front().kind == LimitKind::torque;
  });
}

}  // namespace

TrapezoidKnots trapezoid_knots(const Task& task) {
  const MotionProblem& problem = task.problem();
  if (!problem.start.q || !problem.goal.q || borders(problem).size() > 2 ||
      task.stages().size() > 1 || task.has_forces() ||
      !problem.model.arm().can(ArmUse::trapezoids)) {
    return {};
  }
  if (!(problem.minimize.time > 0.0) || problem.duration.shortest == problem.duration.longest) {
    return {};
  }
  TrapezoidKnots knots;
  const std::optional<ProfileLimits> limits = TrapezoidSearch(task).best(knots.exact);
  if (!limits) return {};
  if (is_a_measure(task)) {
    knots.duration = trapezoidal_profile(*problem.start.q, *problem.goal.q, *limits).duration();
  }
  const Switches at = switches(problem, *limits);
  const int segments = problem.spline.segments;
  const auto put = [&](const std::vector<double>& borders) {
    const int parts = static_cast<int>(borders.size()) - 1;
    if (parts < 2 || segments < least_in_part * parts) return;
    knots.shares.emplace_back(graded_widths(borders, segments));
  };
  if (at.of_all.empty()) return knots;
  put(kept_apart(at.of_slowest, least_part));
  put(kept_apart(at.of_all, 1.0 / segments));
  return knots;
}

}  // namespace alembert
