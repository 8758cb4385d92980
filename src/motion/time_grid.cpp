#include "motion/time_grid.hpp"

#include <algorithm>

#include "alembert/dual.hpp"
#include "trajectory/basis.hpp"

namespace alembert {
namespace {

using Second = Dual<Dual<double>>;

/// The 2 d knots around a segment, measured from its start; zero widths outside make the clamp.
template <typename S, typename Width>
void local_knots(int degree, int segment, int segments, Width width, LocalKnots<S>& t) {
  t[degree - 1] = S(0.0);
  for (int k = degree; k < 2 * degree; ++k) {
    const int e = segment + k - degree;
    t[k] = e < segments ? t[k - 1] + width(e) : t[k - 1];
  }
  for (int k = degree - 2; k >= 0; --k) {
    const int e = segment - (degree - 1 - k);
    t[k] = e >= 0 ? t[k + 1] - width(e) : t[k + 1];
  }
}

}  // namespace

TimeGrid::TimeGrid(int degree, Eigen::MatrixXd shares)
    : degree_(degree), shares_(std::move(shares)) {
  for (int e = 0; e < segments(); ++e) {
    const int from = std::max(0, e - degree_ + 1);
    const int to = std::min(segments() - 1, e + degree_ - 1);
    std::vector<int> used;
    for (int k = 0; k < times(); ++k) {
      if (shares_.block(from, k, to - from + 1, 1).cwiseAbs().sum() > 0.0) used.push_back(k);
    }
    local_times_.push_back(std::move(used));
  }
}

Eigen::VectorXd TimeGrid::knots(const Eigen::VectorXd& times) const {
  const Eigen::VectorXd h = widths(times);
  Eigen::VectorXd t = Eigen::VectorXd::Zero(segments() + 1 + 2 * degree_);
  for (int e = 0; e < segments(); ++e) t[degree_ + e + 1] = t[degree_ + e] + h[e];
  t.tail(degree_).setConstant(t[degree_ + segments()]);
  return t;
}

// Second derivatives of combinations by pairs of times, each pair with one evaluation on
// Dual<Dual>: the outer slope follows the first time of the pair, the inner one the second.
template <typename Fill>
void TimeGrid::differentiate(int segment, const Eigen::VectorXd& times, SplineRows& rows, int count,
                             Fill fill) const {
  const std::vector<int>& used = local_times(segment);
  const int active = static_cast<int>(used.size());
  rows.value.resize(degree_ + 1, count);
  rows.first.resize(active);
  rows.second.resize(active * (active + 1) / 2);
  for (auto& matrix : rows.first) matrix.resize(degree_ + 1, count);
  for (auto& matrix : rows.second) matrix.resize(degree_ + 1, count);
  LocalKnots<Second> t;
  std::vector<LocalCoefficients<Second>> out(count);
  for (int k = 0; k < active; ++k) {
    for (int m = 0; m <= k; ++m) {
      const auto width = [&](int e) {
        return Second({shares_.row(e).dot(times), shares_(e, used[m])}, {shares_(e, used[k]), 0.0});
      };
      local_knots(degree_, segment, segments(), width, t);
      fill(t.data(), out.data());
      for (int r = 0; r < count; ++r) {
        for (int l = 0; l <= degree_; ++l) {
          rows.value(l, r) = out[r][l].value.value;
          rows.first[k](l, r) = out[r][l].slope.value;
          rows.second[k * (k + 1) / 2 + m](l, r) = out[r][l].slope.slope;
        }
      }
    }
  }
}

void TimeGrid::at(int segment, double fraction, int orders, const Eigen::VectorXd& times,
                  SplineRows& rows) const {
  differentiate(segment, times, rows, orders, [&](const Second* t, LocalCoefficients<Second>* out) {
    const Second x = t[degree_] * Second(fraction);
    for (int r = 0; r < orders; ++r) basis_derivative(degree_, r, t, x, out[r].data());
  });
}

void TimeGrid::values(int segment, double fraction, int orders, const Eigen::VectorXd& times,
                      Eigen::MatrixXd& coefficients) const {
  LocalKnots<double> t;
  const auto width = [&](int e) { return shares_.row(e).dot(times); };
  local_knots(degree_, segment, segments(), width, t);
  coefficients.resize(degree_ + 1, orders);
  for (int r = 0; r < orders; ++r) {
    basis_derivative(degree_, r, t.data(), fraction * t[degree_], coefficients.col(r).data());
  }
}

void TimeGrid::derivative_point_value(int segment, int order, int index,
                                      const Eigen::VectorXd& times,
                                      Eigen::MatrixXd& coefficients) const {
  LocalKnots<double> t;
  const auto width = [&](int e) { return shares_.row(e).dot(times); };
  local_knots(degree_, segment, segments(), width, t);
  DerivativeRows<double> all;
  derivative_rows(degree_, order, t.data(), all);
  coefficients = Eigen::Map<const Eigen::VectorXd>(all[index].data(), degree_ + 1);
}

void TimeGrid::derivative_point(int segment, int order, int index, const Eigen::VectorXd& times,
                                SplineRows& rows) const {
  differentiate(segment, times, rows, 1, [&](const Second* t, LocalCoefficients<Second>* out) {
    DerivativeRows<Second> all;
    derivative_rows(degree_, order, t, all);
    out[0] = all[index];
  });
}

}  // namespace alembert
