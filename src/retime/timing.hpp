// Speeds along a path as a cubic spline in time.
#pragma once

#include "retime/reach.hpp"

namespace alembert {

/// s over t: C2, cubic between knots.
struct Timing {
  Eigen::VectorXd t, s, speed, u;  // one entry a knot
  double duration() const { return t[t.size() - 1]; }
  int segments() const { return static_cast<int>(t.size()) - 1; }
  /// s at a fraction of a segment.
  double at(int segment, double fraction) const;
};

/// The profile with its jumps of s'' spread over `ramp` seconds and, beyond that, over a segment or
/// two. With a ramp s'' is zero at both ends, and the motion takes so much longer.
Timing spread(const SpeedProfile& profile, int segments, double ramp);

/// q(t) = p(s(t)) as a cubic spline on the timing's knots: the path itself where that is a line.
BSpline timed_path(const BSpline& path, const Timing& timing);

}  // namespace alembert
