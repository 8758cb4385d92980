#include "motion/fastest_spline.hpp"

#include <algorithm>
#include <cmath>

#include "alembert/state_profile.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

/// As a share of limits: so far inside the solver's answers are, too. Ends on their limits, or
/// where braking just holds them, are taken further inside, and so are not at odds with that.
constexpr double room_for_rounding = 2e-6, room_for_ends = 5e-6;
/// An acceleration that may jump takes this share of the duration to do so: it costs the square of
/// that.
constexpr double jump_share = 2e-4;
/// Instants nearer to each other are one, as a share of the duration.
constexpr double same_instant = 1e-11;

/// One side of the profile: what is asked of an end, as far as it is.
struct AskedEnd {
  ProfileEnd state;
  std::vector<bool> free;  // accelerations
};

std::optional<AskedEnd> asked_of(const MotionProblem& problem, const Condition& end) {
  const int n = problem.model.dofs();
  if (!end.q || end.pose) return {};
  AskedEnd out{{*end.q, Eigen::VectorXd(n), Eigen::VectorXd::Zero(n)}, {}};
  for (int j = 0; j < n; ++j) {
    const std::optional<double> v = end_velocity(end, j), a = end_acceleration(problem, end, j);
    if (!v || (!a && std::isfinite(problem.limits.jerk[j]))) return {};
    out.state.v[j] = *v;
    out.state.a[j] = a.value_or(0.0);
    out.free.push_back(!a);
  }
  return out;
}

/// The velocity that comes of a state in the end, in the direction of its acceleration.
double coming(double v, double a, double jerk) {
  return std::abs(v + 0.5 * a * std::abs(a) / jerk);
}

/// `after`: 1 for a start, -1 for a goal.
void take_inside(const ProfileLimits& limits, double after, ProfileEnd& end) {
  for (Eigen::Index j = 0; j < end.q.size(); ++j) {
    const double v = end.v[j], a = end.a[j];
    const double most = std::max(std::abs(v), coming(v, after * a, limits.jerk[j]));
    if (most <= limits.velocity[j] && std::abs(a) <= limits.acceleration[j]) continue;
    end.v[j] *= 1.0 - room_for_ends;
    end.a[j] *= 1.0 - room_for_ends;
  }
}

/// Where jumps are allowed they are steep ramps. An acceleration that nobody asked for is that of
/// the profile that jumps.
class SteepRamps {
 public:
  SteepRamps(const StateProfile& jumping, ProfileLimits& limits) : of_(jumping), limits_(limits) {
    const double ramp = jump_share * jumping.duration();
    was_free_ = limits.jerk.array().isInf();
    for (Eigen::Index j = 0; j < limits.jerk.size(); ++j) {
      if (was_free_[j]) limits.jerk[j] = limits.acceleration[j] / ramp;
    }
  }

  void set(AskedEnd& end, double t, double after) const {
    Eigen::VectorXd a(of_.dofs());
    of_.evaluate(t, 2, a);
    for (int j = 0; j < of_.dofs(); ++j) {
      if (!was_free_[j] || !end.free[static_cast<std::size_t>(j)]) continue;
      const double v = end.state.v[j], jerk = limits_.jerk[j];
      const double left = limits_.velocity[j] - std::abs(v);
      double& now = end.state.a[j];
      now = std::clamp(a[j], -limits_.acceleration[j], limits_.acceleration[j]);
      const bool towards_limit = after * now * v > 0.0 || v == 0.0;
      if (towards_limit)
        now = std::copysign(std::min(std::abs(now), std::sqrt(jerk * std::max(0.0, left))), now);
    }
  }

 private:
  const StateProfile& of_;
  ProfileLimits& limits_;
  Eigen::Array<bool, Eigen::Dynamic, 1> was_free_;
};

/// Instants at which any joint's jerk changes.
std::vector<double> knots_of(const StateProfile& profile, int halvings) {
  const double T = profile.duration();
  std::vector<double> all = {T};
  for (int j = 0; j < profile.dofs(); ++j) {
    for (int k = 0; k < profile.phase_count(j); ++k) all.push_back(profile.phase(j, k).begin);
  }
  std::sort(all.begin(), all.end());
  std::vector<double> out = {0.0};
  for (const double t : all) {
    if (t > out.back() + same_instant * T && t < T * (1.0 - same_instant)) out.push_back(t);
  }
  out.push_back(T);
  for (; halvings > 0; --halvings) {
    std::vector<double> finer;
    for (std::size_t k = 0; k + 1 < out.size(); ++k) {
      finer.push_back(out[k]);
      finer.push_back(0.5 * (out[k] + out[k + 1]));
    }
    finer.push_back(out.back());
    out = std::move(finer);
  }
  return out;
}

/// A control point is the polynomial's polar form at three knots, of any of the polynomials there.
BSpline spline_of(const StateProfile& profile, int halvings) {
  const std::vector<double> at = knots_of(profile, halvings);
  const int segments = static_cast<int>(at.size()) - 1;
  Eigen::VectorXd knots(segments + 7);
  for (int k = 0; k < knots.size(); ++k) knots[k] = at[std::clamp(k - 3, 0, segments)];
  Eigen::MatrixXd points(segments + 3, profile.dofs());
  for (int l = 0; l < points.rows(); ++l) {
    const int middle = std::clamp(l - 2, 0, segments - 1);  // a segment that sees the point
    const double t = 0.5 * (at[middle] + at[middle + 1]);
    for (int j = 0; j < profile.dofs(); ++j) {
      int k = profile.phase_count(j) - 1;
      while (k > 0 && profile.phase(j, k).begin > t) --k;
      const StateProfile::Phase p = profile.phase(j, k);
      const double x = knots[l + 1] - p.begin, y = knots[l + 2] - p.begin,
                   z = knots[l + 3] - p.begin;
      points(l, j) = p.q + p.v * (x + y + z) / 3.0 + p.a * (x * y + y * z + z * x) / 6.0 +
                     p.jerk * x * y * z / 6.0;
    }
  }
  return BSpline(3, knots, points);
}

}  // namespace

std::optional<Trajectory> fastest_spline(const MotionProblem& problem,
                                         const FastestSplineOptions& options) {
  std::optional<AskedEnd> start = asked_of(problem, problem.start),
                          goal = asked_of(problem, problem.goal);
  if (!start || !goal) return {};
  const MotionLimits& given = problem.limits;
  const double inside = 1.0 - room_for_rounding;
  ProfileLimits limits{inside * given.velocity, inside * given.acceleration, inside * given.jerk};
  for (int j = 0; j < problem.model.dofs(); ++j) {
    const bool limited = std::isfinite(limits.jerk[j]) || std::isfinite(limits.acceleration[j]);
    if (!limited || !(limits.velocity[j] > 0.0) || !(limits.acceleration[j] > 0.0) ||
        !(limits.jerk[j] > 0.0)) {
      return {};
    }
  }
  const auto fastest = [&]() -> std::optional<StateProfile> {
    take_inside(limits, 1.0, start->state);
    take_inside(limits, -1.0, goal->state);
    StateProfile profile(limits);
    const double shortest = problem.duration.shortest;
    if (profile.plan(start->state, goal->state, shortest) != StateProfile::Outcome::found) {
      return {};
    }
    if (options.slower > 0.0) {
      profile.plan(start->state, goal->state, (1.0 + options.slower) * profile.duration());
    }
    return profile.brakes() ? std::nullopt : std::optional(std::move(profile));
  };
  std::optional<StateProfile> profile = fastest();
  if (profile && limits.jerk.array().isInf().any() && profile->duration() > 0.0) {
    const SteepRamps ramps(*profile, limits);
    ramps.set(*start, 0.0, 1.0);
    ramps.set(*goal, profile->duration(), -1.0);
    profile = fastest();
  }
  if (!profile || !(profile->duration() > 0.0)) return {};
  return Trajectory{spline_of(*profile, options.halvings)};
}

}  // namespace alembert
