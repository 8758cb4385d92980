// The least time over speeds along a motion that is there already: z is the square of how much
// faster it becomes, one number a segment, and limits are rows over up to three neighbours.
//
//   minimise  sum w / sqrt(z)    subject to    a . z <= bound + root / sqrt(z there)
//
// Limits on acceleration and torque are linear in z; those on jerk and power have a root: there
// 1 / sqrt(z) is convex, so its tangent at any point is a narrower limit, and so is what the method
// steps along.
#pragma once

#include <Eigen/Core>
#include <array>
#include <functional>
#include <vector>

namespace alembert {

struct SpeedRow {
  int first;                                        // segment
  std::array<double, 3> factors = {0.0, 0.0, 0.0};  // of z there and on the next two
  double bound = 0.0, root = 0.0;
  int at = 0;  // whose root it is, 0 to 2 after `first`
};

struct SpeedProgram {
  Eigen::VectorXd weight;  ///< s: w of each segment
  Eigen::VectorXd most;    ///< of z: what limits on the velocity leave
  std::vector<SpeedRow> rows;
  std::vector<int> fixed = {};  ///< segments whose z stays as it is at the beginning
};

/// About the largest z up to 1 that, the same on all segments, is strictly inside all limits; 0
/// where there is none.
double inside(const SpeedProgram& program);

/// From any z towards the middle of limits that are as wide as it takes, again and again, until it
/// is strictly inside. False where it does not come so far.
bool bring_inside(const SpeedProgram& program, const std::function<void()>& check,
                  Eigen::VectorXd& z);

/// From a z that is strictly inside (made better in place) to within `accuracy` of the least time,
/// as a share of it: a primal-dual barrier method on a band, which takes z to be about `first` of
/// it away. Every z on the way is inside. Three segments at least.
void least_time(const SpeedProgram& program, double accuracy, double first,
                const std::function<void()>& check, Eigen::VectorXd& z);

}  // namespace alembert
