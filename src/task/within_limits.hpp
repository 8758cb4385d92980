// A joint that stays at its limit is fitted a hair out of it: put back. A proof has the last word.
#pragma once

#include <algorithm>
#include <cmath>

#include "alembert/motion_problem.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

inline Trajectory within_limits(const MotionLimits& limits, Trajectory motion) {
  constexpr double rounded = 1e-6;  // rad or m
  Eigen::MatrixXd points = motion.q.control_points();
  for (Eigen::Index j = 0; j < points.cols(); ++j) {
    for (double& q : points.col(j)) {
      const double inside = std::clamp(q, limits.lower[j], limits.upper[j]);
      if (std::abs(q - inside) < rounded) q = inside;
    }
  }
  motion.q = BSpline(motion.q.degree(), motion.q.knots(), std::move(points));
  return motion;
}

}  // namespace alembert
