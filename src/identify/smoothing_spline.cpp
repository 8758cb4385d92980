#include "identify/smoothing_spline.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "identify/sample_statistics.hpp"

namespace alembert::identifying {

namespace {

constexpr int penalised = 3;  // the derivative whose square is kept small

double usual_step(const Eigen::Ref<const VectorXd>& t) {
  return t.size() > 1 ? median_step(t) : 1.0;
}

}  // namespace

SmoothingSpline::SmoothingSpline(const Eigen::Ref<const VectorXd>& t, double spacing)
    : samples_(t.size()), step_(usual_step(t)) {
  const double length = std::max(t[samples_ - 1] - t[0], 1e-9);
  const int segments = std::max(1, static_cast<int>(std::ceil(length / spacing)));
  spacing_ = length / segments;
  first_.resize(samples_);
  within_.resize(samples_);
  for (Index i = 0; i < samples_; ++i) {
    const double u = (t[i] - t[0]) / spacing_;
    const int k = std::clamp(static_cast<int>(u), 0, segments - 1);
    first_[i] = k;
    within_[i] = u - k;
  }
  band_.resize(segments + degree, width);
  points_.resize(segments + degree);
}

SmoothingSpline::Weights SmoothingSpline::weights(Index sample, int order) const {
  const double u = within_[sample];
  Weights w{};
  w[0] = 1.0;
  for (int p = 1; p <= degree; ++p) {
    for (int k = p; k >= 0; --k) {
      const double before = k > 0 ? w[k - 1] : 0.0;
      const double same = k < p ? w[k] : 0.0;
      // The last differences raise the degree again.
      w[k] = p <= degree - order ? ((u - k + p) * before + (k + 1 - u) * same) / p
                                 : (before - same) / spacing_;
    }
  }
  return w;
}

void SmoothingSpline::fit(const Eigen::Ref<const VectorXd>& y, const std::vector<char>& used,
                          double cutoff) {
  band_.setZero();
  points_.setZero();
  for (Index i = 0; i < samples_; ++i) {
    if (!used[i]) continue;
    const Weights w = weights(i, 0);
    const int first = first_[i];
    for (int r = 0; r < width; ++r) {
      const double wr = w[r];
      points_[first + r] += wr * y[i];
      for (int c = 0; c <= r; ++c) band_(first + r, r - c) += wr * w[c];
    }
  }
  const double omega = 2.0 * std::numbers::pi * cutoff;
  // Differences of control points stand for the jerk: exactly so at the cutoff.
  const double turn = std::min(0.5 * omega * spacing_, 1.5);
  const double stiffness =
      std::pow(turn / std::sin(turn), 6) / (step_ * std::pow(omega, 6) * std::pow(spacing_, 5));
  constexpr double difference[] = {-1.0, 3.0, -3.0, 1.0};
  for (Index i = 0; i + penalised < points_.size(); ++i) {
    for (int r = 0; r <= penalised; ++r) {
      for (int c = 0; c <= r; ++c) band_(i + r, r - c) += stiffness * difference[r] * difference[c];
    }
  }
  solve();
}

/// L D L' of the band, in place, then both triangles.
void SmoothingSpline::solve() {
  const Index n = points_.size();
  constexpr double least = 1e-14;  // keeps ends without samples solvable
  const double floor = least * band_.col(0).maxCoeff();
  for (Index i = 0; i < n; ++i) {
    const Index reach = std::min<Index>(i, degree);
    for (Index l = reach; l >= 1; --l) {  // column j = i - l
      const Index j = i - l;
      double sum = band_(i, l);
      for (Index k = std::max(i - reach, j - std::min<Index>(j, degree)); k < j; ++k) {
        sum -= band_(i, i - k) * band_(j, j - k) * band_(k, 0);
      }
      band_(i, l) = sum / band_(j, 0);
    }
    double pivot = band_(i, 0);
    for (Index l = 1; l <= reach; ++l) pivot -= band_(i, l) * band_(i, l) * band_(i - l, 0);
    band_(i, 0) = std::max(pivot, floor);
  }
  for (Index i = 0; i < n; ++i) {
    for (Index l = 1; l <= std::min<Index>(i, degree); ++l)
      points_[i] -= band_(i, l) * points_[i - l];
  }
  for (Index i = 0; i < n; ++i) points_[i] /= band_(i, 0);
  for (Index i = n - 1; i >= 0; --i) {
    for (Index l = 1; l <= degree && i + l < n; ++l) points_[i] -= band_(i + l, l) * points_[i + l];
  }
}

void SmoothingSpline::look_later(double seconds) {
  const auto segments = static_cast<int>(points_.size()) - degree;
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const double u =
        std::clamp(first_[i] + within_[i] + seconds / spacing_, 0.0, static_cast<double>(segments));
    first_[i] = std::min(static_cast<int>(u), segments - 1);
    within_[i] = u - first_[i];
  }
}

VectorXd SmoothingSpline::at_samples(int order) const {
  VectorXd out(samples_);
  for (Index i = 0; i < samples_; ++i) {
    const Weights w = weights(i, order);
    const int first = first_[i];
    double sum = 0.0;
    for (int k = 0; k < width; ++k) sum += w[k] * points_[first + k];
    out[i] = sum;
  }
  return out;
}

/// The trace of what maps samples to the curve: the integral of its response over all frequencies.
double SmoothingSpline::freedom(double seconds, double cutoff) {
  constexpr double area = std::numbers::pi / 3.0;  // of 1 / (1 + x^6) from 0 to infinity
  return 2.0 * seconds * cutoff * area + penalised;
}

double knot_spacing(double step, double cutoff) { return std::max(2.0 * step, 0.1 / cutoff); }

Bandwidth choose_bandwidth(const Eigen::Ref<const VectorXd>& t, const Eigen::Ref<const VectorXd>& y,
                           const std::vector<char>& used) {
  const double seconds = t[t.size() - 1] - t[0], step = usual_step(t);
  const auto count = static_cast<double>(std::count(used.begin(), used.end(), char{1}));
  const double slowest = 1.0 / seconds, fastest = 0.2 / step;
  Bandwidth best;
  double least = 0.0;
  constexpr double ratio = 1.25;
  for (double cutoff = slowest; cutoff <= fastest; cutoff *= ratio) {
    SmoothingSpline spline(t, knot_spacing(step, cutoff));
    spline.fit(y, used, cutoff);
    const VectorXd curve = spline.at_samples(0);
    double squares = 0.0;
    for (Index i = 0; i < t.size(); ++i) {
      if (used[i]) squares += (y[i] - curve[i]) * (y[i] - curve[i]);
    }
    const double left = 1.0 - std::min(0.9, SmoothingSpline::freedom(seconds, cutoff) / count);
    const double score = squares / count / (left * left);
    if (best.cutoff == 0.0 || score < least) {
      least = score;
      best = {cutoff, std::sqrt(squares / count / left)};
    }
  }
  if (best.cutoff == 0.0) best.cutoff = slowest;
  return best;
}

}  // namespace alembert::identifying
