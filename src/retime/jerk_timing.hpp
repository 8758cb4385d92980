// Third-order timing: speeds along a path under limits on the jerk, and all others with them.
//
// A motion is there already, with u = s'' at its knots. Its segment k, of the way d and the time h,
// is given the time h / sqrt(z): then
//
//   x = s'^2 becomes x z        u becomes (z' d'^2 / h'^2 - z d^2 / h^2) / (2 D)
//   and the jerk of s on a segment sqrt(z) (u after - u before) / h
//
// with the next segment's numbers primed and D the way between the middles of both: but for the
// root all is linear in z (speed_program.hpp). From a motion at rest comes one at rest: nothing is
// singular at its ends, as it would be over the path itself.
#pragma once

#include <functional>

#include "retime/path_limits.hpp"
#include "retime/timing.hpp"

namespace alembert {

class JerkTiming {
 public:
  /// Begins with a timing whose s'' is 0 at both ends; `jumps`: not so, and from rest to rest.
  JerkTiming(const Task& task, const BSpline& path, Timing timing, bool jumps,
             std::function<void()> check);

  /// The fastest timing on the same points of the path, within limits that were tightened. False
  /// where none was found inside them.
  bool improve();
  const Timing& timing() const { return timing_; }

  /// Take shares of the limits away, one a segment: of the jerk there, of others on its neighbours
  /// too. What is not above 0 is left alone.
  void tighten(const Eigen::VectorXd& limits, const Eigen::VectorXd& jerk);

 private:
  double pass();

  PathLimits limits_;
  Eigen::VectorXd jerk_share_;  // of each segment
  Timing timing_;
  double change_ = 0.0;  // of any z in the last pass
  bool jumps_;
  std::function<void()> check_;
};

}  // namespace alembert
