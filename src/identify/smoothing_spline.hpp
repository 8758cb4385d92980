// A smoothing spline of degree five on equal knots through samples at any instants: the least sum
// of squared distances and of the squared jerk, which is a low-pass without a phase, about
//
//   1 / (1 + (f / cutoff)^6).
#pragma once

#include <array>
#include <vector>

#include "identify/matrices.hpp"

namespace alembert::identifying {

class SmoothingSpline {
 public:
  static constexpr int degree = 5, width = degree + 1;

  /// Instants rise. `spacing` is the largest distance of knots, s.
  SmoothingSpline(const Eigen::Ref<const VectorXd>& t, double spacing);

  /// Through y where `used`; at least one is.
  void fit(const Eigen::Ref<const VectorXd>& y, const std::vector<char>& used, double cutoff);
  /// Looks at the curve so much later than the samples, s, as far as it goes.
  void look_later(double seconds);
  /// The curve (order 0) or its first or second derivative at the samples.
  VectorXd at_samples(int order) const;
  /// Unknowns that data determine, of `seconds` of them.
  static double freedom(double seconds, double cutoff);

 private:
  using Weights = std::array<double, width>;
  Weights weights(Index sample, int order) const;
  void solve();

  Index samples_;
  double spacing_, step_;
  std::vector<int> first_;      // knot interval of each sample
  std::vector<double> within_;  // and the place in it, 0 to 1
  MatrixXd band_;               // entry (i, l): row i, column i - l
  VectorXd points_;
};

/// The bandwidth, Hz, that predicts samples left out best (generalised cross-validation), and the
/// deviation of what is then left.
struct Bandwidth {
  double cutoff = 0.0, noise = 0.0;
};
Bandwidth choose_bandwidth(const Eigen::Ref<const VectorXd>& t, const Eigen::Ref<const VectorXd>& y,
                           const std::vector<char>& used);

/// The largest distance of knots that a bandwidth lets be seen.
double knot_spacing(double step, double cutoff);

}  // namespace alembert::identifying
