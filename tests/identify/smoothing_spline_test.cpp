// Smoothing without a phase, at instants that are not equal.
#include "identify/smoothing_spline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace alembert::identifying::smoothing_spline_test {

using Eigen::VectorXd;

struct Wave {
  VectorXd t, y, v, a;
};

/// A second and a half of sines at steps that vary by a third.
Wave wave(double noise) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::normal_distribution<double> normal;
  constexpr int count = 2000;
  Wave out{VectorXd(count), VectorXd(count), VectorXd(count), VectorXd(count)};
  for (int i = 0; i < count; ++i) {
    const double t = out.t[i] = 0.005 * (i + 0.3 * uniform(engine));
    const double w = 2.0 * std::numbers::pi * 0.8;
    out.y[i] = std::sin(w * t) + 0.3 * std::cos(2.3 * w * t) + noise * normal(engine);
    out.v[i] = w * std::cos(w * t) - 0.3 * 2.3 * w * std::sin(2.3 * w * t);
    out.a[i] = -w * w * std::sin(w * t) - 0.3 * 2.3 * 2.3 * w * w * std::cos(2.3 * w * t);
  }
  return out;
}

TEST(SmoothingSpline, DifferentiatesWithoutNoise) {
  const Wave data = wave(0.0);
  SmoothingSpline spline(data.t, 0.02);
  spline.fit(data.y, std::vector<char>(2000, 1), 60.0);
  const VectorXd v = spline.at_samples(1), a = spline.at_samples(2);
  EXPECT_LT((v - data.v).segment(200, 1600).cwiseAbs().maxCoeff(), 1e-5 * data.v.maxCoeff());
  EXPECT_LT((a - data.a).segment(200, 1600).cwiseAbs().maxCoeff(), 1e-3 * data.a.maxCoeff());
}

TEST(SmoothingSpline, ResponseIsAboutTheOneItSays) {
  // At the cutoff half the amplitude is left to a hundredth, and no phase.
  constexpr int count = 4000;
  VectorXd t(count), y(count);
  constexpr double f = 3.0;
  for (int i = 0; i < count; ++i) {
    t[i] = 0.005 * i;
    y[i] = std::sin(2.0 * std::numbers::pi * f * t[i]);
  }
  SmoothingSpline spline(t, 0.01);
  spline.fit(y, std::vector<char>(count, 1), f);
  const VectorXd smooth = spline.at_samples(0);
  EXPECT_LT((smooth - 0.5 * y).segment(500, 3000).cwiseAbs().maxCoeff(), 1e-2);
}

TEST(SmoothingSpline, ChoosesABandwidthBetweenMotionAndNoise) {
  const Wave data = wave(1e-4);
  const Bandwidth found = choose_bandwidth(data.t, data.y, std::vector<char>(2000, 1));
  EXPECT_GT(found.cutoff, 1.84);  // the fastest that is there
  EXPECT_LT(found.cutoff, 25.0);
  EXPECT_NEAR(found.noise, 1e-4, 1e-5);
  SmoothingSpline spline(data.t, knot_spacing(0.005, found.cutoff));
  spline.fit(data.y, std::vector<char>(2000, 1), found.cutoff);
  const double error = (spline.at_samples(2) - data.a).segment(200, 1600).norm();
  EXPECT_LT(error, 0.02 * data.a.segment(200, 1600).norm());
}

TEST(SmoothingSpline, GoesOnWhereSamplesAreMissing) {
  const Wave data = wave(0.0);
  VectorXd y = data.y;
  std::vector<char> used(2000, 1);
  for (int i = 900; i < 920; ++i) {
    used[static_cast<std::size_t>(i)] = 0;
    y[i] = 100.0;
  }
  SmoothingSpline spline(data.t, 0.02);
  spline.fit(y, used, 20.0);
  EXPECT_LT((spline.at_samples(0) - data.y).segment(100, 1800).cwiseAbs().maxCoeff(), 1e-3);
}

}  // namespace alembert::identifying::smoothing_spline_test
