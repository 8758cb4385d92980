// Which pairs of solids stay apart, and where, by the balls around them: the broad phase of a
// proof. A ball moves no farther over a interval than its joints can carry it; what is still apart
// then is proven apart. Only what is left is a matter for enclosures.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/proof.hpp"
#include "proof/enclosed_spline.hpp"
#include "task/near_solids.hpp"

namespace alembert {

/// Of a segment, in the spline's own time.
struct TimeInterval {
  int segment;
  double begin, end;

  double middle() const { return 0.5 * (begin + end); }
  /// From the middle to either end, rounded out, so that intervals leave no gap.
  double half() const {
    return std::max(middle() - begin, end - middle()) * (1.0 + 0x1p-50) +
           0x1p-51 * std::abs(middle());
  }
};

/// Of one pair.
struct PairClearance {
  std::vector<TimeInterval> left;  ///< not proven apart, last first
  double gap = infinity;  ///< m: elsewhere they are at least so far beyond the margin apart
  /// Where they are nearest, of the instants looked at.
  double nearest = infinity, time = 0.0;
  int segment = 0;
};

/// Pair after pair as a task has them; empty where nothing can be said (arms that bend).
std::vector<PairClearance> clear_pairs(const Task& task, const Trajectory& motion,
                                       const EnclosedSpline& q, const ProofOptions& options,
                                       int& pieces);

}  // namespace alembert
