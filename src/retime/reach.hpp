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
};

/// From rest to rest.
SpeedProfile fastest_speeds(PathLimits& limits);

}  // namespace alembert
