// The fastest speeds along a path: numerical reachability (Pham and Pham 2018), with intervals of
// the acceleration computed at the very speed, so that friction may be any function of it.
#pragma once

#include <optional>
#include <vector>

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

}  // namespace alembert
