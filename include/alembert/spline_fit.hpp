// Splines through measured motions: least squares.
#pragma once

#include <optional>

#include "alembert/trajectory.hpp"

namespace alembert {

struct SplineFitOptions {
  int degree = 3;
  /// Equal segments; unless given, about as few as meet the tolerance.
  std::optional<int> segments = {};
  /// Largest distance of any coordinate from any sample (rad or m); not used with `segments`.
  double tolerance = 1e-3;
  /// The curve begins in the first sample and ends in the last, exactly.
  bool fixed_ends = true;
  /// Derivatives that vanish at both ends: 1 velocity, 2 acceleration as well, …
  int rest = 0;
};

struct SplineFit {
  BSpline spline;              ///< clamped, from the first instant to the last
  double largest_error = 0.0;  ///< of any coordinate at any sample, rad or m
  double rms_error = 0.0;
};

/// The spline on clamped knots from t[0] to t[last] with the least sum of squared distances from
/// the samples: row j of q is at instant t[j]. Throws Error for times that do not increase, for
/// samples that do not determine the control points and for a tolerance that cannot be met.
SplineFit fit_spline(VecIn<double> t, const Eigen::Ref<const Eigen::MatrixXd>& q,
                     const SplineFitOptions& options = {});

}  // namespace alembert
