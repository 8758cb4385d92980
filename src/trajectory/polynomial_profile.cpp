// Two-point polynomials of degree 3, 5 and 7. In x = t/T the one from 0 to 1 that rests at both
// ends and its largest derivatives are
//
//   degree  s(x)                              s'        s''                s'''
//   3       3 x^2 - 2 x^3                     3/2       6                  12
//   5       10 x^3 - 15 x^4 + 6 x^5           15/8      10/sqrt(3)         60
//   7       35 x^4 - 84 x^5 + 70 x^6 - 20 x^7 35/16     84/(5 sqrt(5))     105/2
#include <cmath>
#include <string>

#include "dense.hpp"
#include "require.hpp"
#include "trajectory/profile_parts.hpp"

namespace alembert {

namespace {

/// How many derivatives, the position among them, a degree can meet at each end.
int conditions(int degree) {
  require(degree == 3 || degree == 5 || degree == 7,
          "a polynomial profile of degree " + std::to_string(degree),
          "choose 3 (meets velocities), 5 (accelerations too) or 7 (jerks too)");
  return (degree + 1) / 2;
}

struct Peaks {
  double velocity, acceleration, jerk;
};
Peaks peaks(int degree) {
  if (degree == 3) return {1.5, 6.0, 12.0};
  if (degree == 5) return {1.875, 10.0 / std::sqrt(3.0), 60.0};
  return {2.1875, 16.8 / std::sqrt(5.0), 52.5};
}

/// i (i - 1) … (i - order + 1)
double falling(int i, int order) {
  double product = 1.0;
  for (int k = 0; k < order; ++k) product *= i - k;
  return product;
}

/// Derivative r of every coordinate at an end; zeros where none is given.
Eigen::VectorXd derivative(const ProfileEnd& end, int r, Eigen::Index n) {
  const Eigen::VectorXd* given[] = {&end.q, &end.v, &end.a, &end.jerk};
  const Eigen::VectorXd& x = *given[r];
  if (r > 0 && x.size() == 0) return Eigen::VectorXd::Zero(n);
  require(x.size() == n, "ends of different sizes",
          "give one entry a coordinate, or leave a derivative empty for zero", Error::Code::size);
  require(x.allFinite(), "an end that is not finite", "look for nan and inf in it");
  return x;
}

}  // namespace

Profile polynomial_profile(int degree, const ProfileEnd& start, const ProfileEnd& goal,
                           double duration) {
  const int count = conditions(degree);
  require_duration(duration);
  // In x = t/T the lower half of the coefficients is given by the start, the upper by the goal.
  const Eigen::Index n = start.q.size();
  Eigen::MatrixXd lower(count, n), wanted(count, n), by_lower(count, count), by_upper(count, count);
  for (int r = 0; r < count; ++r) {
    const double scale = std::pow(duration, r);
    lower.row(r) = derivative(start, r, n).transpose() * scale / falling(r, r);
    wanted.row(r) = derivative(goal, r, n).transpose() * scale;
    for (int i = 0; i < count; ++i) {
      by_lower(r, i) = falling(i, r);
      by_upper(r, i) = falling(count + i, r);
    }
  }
  const Eigen::MatrixXd upper = dense::solved_with_full_pivots(by_upper, wanted - by_lower * lower);
  std::vector<std::vector<ProfilePiece>> coordinates;
  for (Eigen::Index j = 0; j < n; ++j) {
    ProfilePiece piece;
    for (int i = 0; i <= degree; ++i) {
      const double c = i < count ? lower(i, j) : upper(i - count, j);
      piece.c[i] = c / std::pow(duration, i);
    }
    coordinates.push_back({piece});
  }
  return Profile(std::move(coordinates), duration);
}

Profile polynomial_profile(int degree, VecIn<double> start, VecIn<double> goal,
                           const ProfileLimits& limits) {
  conditions(degree);
  require_ends(start, goal, limits);
  const Peaks peak = peaks(degree);
  double duration = 0.0;
  for (Eigen::Index i = 0; i < start.size(); ++i) {
    const double distance = std::abs(goal[i] - start[i]);
    const double alone = std::max({distance * peak.velocity / limits.velocity[i],
                                   std::sqrt(distance * peak.acceleration / limits.acceleration[i]),
                                   std::cbrt(distance * peak.jerk / limits.jerk[i])});
    if (alone == 0.0) require_limit(infinity, distance, "velocity, acceleration or jerk");
    duration = std::max(duration, alone);
  }
  if (duration > 0.0) return polynomial_profile(degree, {.q = start}, {.q = goal}, duration);
  std::vector<std::vector<ProfilePiece>> still;
  for (const double q : start) still.push_back({{0.0, 0.0, {q}}});
  return Profile(std::move(still), 0.0);
}

}  // namespace alembert
