// Numbers about samples that a few bad ones do not move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "identify/matrices.hpp"

namespace alembert::identifying {

inline double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Between instants that follow each other; 0 of one alone.
inline double median_step(const Eigen::Ref<const VectorXd>& t) {
  std::vector<double> steps;
  for (Index i = 1; i < t.size(); ++i) steps.push_back(t[i] - t[i - 1]);
  return median_of(std::move(steps));
}

/// As a normal distribution would have, whatever a few of the values are.
inline double robust_deviation(std::vector<double> values) {
  for (double& x : values) x = std::abs(x);
  return 1.4826 * median_of(std::move(values));
}

/// A sample and what its neighbours say it should be.
inline double jump_at(const MatrixXd& y, Index i, Index j) {
  if (i < 2 || i + 2 >= y.rows()) return 0.0;
  std::array<double, 4> near = {y(i - 2, j), y(i - 1, j), y(i + 1, j), y(i + 2, j)};
  std::sort(near.begin(), near.end());
  return y(i, j) - 0.5 * (near[1] + near[2]);
}

}  // namespace alembert::identifying
