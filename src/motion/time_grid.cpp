#include "motion/time_grid.hpp"

#include <algorithm>

#include "alembert/dual.hpp"
#include "trajectory/basis.hpp"

namespace alembert {
namespace {

using Second = Dual<Dual<double>>;

}  // namespace

/// The 2 d knots around a segment, measured from its start; zero widths outside make the clamp.
template <typename S, typename Width>
void TimeGrid::local_knots(int segment, Width width, S* t) const {
  t[degree_ - 1] = S(0.0);
  t[degree_] = width(segment);
  int e = segment + 1, again = e < segments() ? repeats_[e] : 0;
  for (int k = degree_ + 1; k < 2 * degree_; ++k) {
    t[k] = t[k - 1];
    if (again-- > 0 || e == segments()) continue;
    t[k] = t[k] + width(e);
    ++e;
    again = e < segments() ? repeats_[e] : 0;
  }
  e = segment;
  again = repeats_[e];
  for (int k = degree_ - 2; k >= 0; --k) {
    t[k] = t[k + 1];
    if (again-- > 0 || e == 0) continue;
    --e;
    t[k] = t[k] - width(e);
    again = repeats_[e];
  }
}

TimeGrid::TimeGrid(int degree, Eigen::MatrixXd shares, std::vector<int> repeats)
    : degree_(degree), shares_(std::move(shares)), repeats_(std::move(repeats)) {
  repeats_.resize(segments(), 0);
  first_controls_.push_back(0);
  for (int e = 1; e < segments(); ++e) {
    first_controls_.push_back(first_controls_.back() + 1 + repeats_[e]);
  }
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

TimeGrid TimeGrid::with_shares(Eigen::MatrixXd shares) const {
  return {degree_, std::move(shares), repeats_};
}

TimeGrid TimeGrid::uniform() const {
  return with_shares(Eigen::MatrixXd::Constant(segments(), 1, 1.0 / segments()));
}

int TimeGrid::last_segment_seeing(int control) const {
  const auto after = std::upper_bound(first_controls_.begin(), first_controls_.end(), control);
  return static_cast<int>(after - first_controls_.begin()) - 1;
}

Eigen::VectorXd TimeGrid::borders(const Eigen::VectorXd& times) const {
  const Eigen::VectorXd h = widths(times);
  Eigen::VectorXd t = Eigen::VectorXd::Zero(segments() + 1);
  for (int e = 0; e < segments(); ++e) t[e + 1] = t[e] + h[e];
  return t;
}

Eigen::VectorXd TimeGrid::knots(const Eigen::VectorXd& times) const {
  const Eigen::VectorXd at = borders(times);
  Eigen::VectorXd t = Eigen::VectorXd::Zero(controls() + degree_ + 1);
  for (int e = 1; e < segments(); ++e) {
    t.segment(first_control(e) + degree_ - repeats_[e], repeats_[e] + 1).setConstant(at[e]);
  }
  t.tail(degree_ + 1).setConstant(at[segments()]);
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
      local_knots(segment, width, t.data());
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
  local_knots(segment, width, t.data());
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
  local_knots(segment, width, t.data());
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
