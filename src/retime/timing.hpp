// Speeds along a path: the fastest, and any as a cubic spline in time. The fastest are found by
// numerical reachability (Pham and Pham 2018), with intervals of the acceleration computed at the
// very speed, so that friction may be any function of it.
#pragma once

#include <optional>

#include "retime/path_limits.hpp"

namespace alembert {

/// s'' is constant between two points: x = s'^2 is linear in s.
struct SpeedProfile {
  std::optional<PathBlock> blocked;
  Eigen::VectorXd s, x, t;
  double duration() const { return t[t.size() - 1]; }
  double u(Eigen::Index k) const { return 0.5 * (x[k + 1] - x[k]) / (s[k + 1] - s[k]); }
};

/// With x at both ends: 0 is rest. Of the points of `limits` every second one, from the first to
/// the last, is a point of the profile; those between are where its u keep the limits.
SpeedProfile fastest_speeds(PathLimits& limits, double first_x, double last_x);

/// s over t: C2, cubic between knots.
struct Timing {
  Eigen::VectorXd t, s, speed, u;  // one entry a knot
  double duration() const { return t[t.size() - 1]; }
  int segments() const { return static_cast<int>(t.size()) - 1; }
  /// s at a fraction of a segment.
  double at(int segment, double fraction) const;
};

/// Knots at shares of the duration, 0 to 1: shorter at both ends.
Eigen::VectorXd graded_shares(int segments);

/// The profile with its jumps of s'' spread over a segment or two.
Timing spread(const SpeedProfile& profile, const Eigen::VectorXd& shares);

/// From rest to rest with s'' of the profile as means over `ramp` seconds, so that it is zero at
/// both ends, on knots where the profile is at those shares of its duration.
Timing ramped(const SpeedProfile& profile, const Eigen::VectorXd& shares, double ramp);

/// Through s (nearly) at instants, with speeds s' at both ends; `jumps`: and s'' as there, else
/// none.
Timing through(const Eigen::VectorXd& t, const Eigen::VectorXd& s, double first_speed,
               double last_speed, bool jumps);

/// From end to end as the polynomial of degree 5 with those speeds and no s'' at both.
Timing polynomial_timing(const Eigen::VectorXd& shares, double duration, double first_speed,
                         double last_speed);

/// q(t) = p(s(t)) as a cubic spline on the timing's knots: the path itself where that is a line.
BSpline timed_path(const BSpline& path, const Timing& timing);

}  // namespace alembert
