// B-splines against their recursive definition, run on dual numbers: it shares no code and no
// formula with the library's basis.
#include <gtest/gtest.h>

#include <cmath>

#include "alembert/dual.hpp"
#include "alembert/error.hpp"
#include "alembert/trajectory.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::bspline_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using D3 = Dual<Dual<Dual<double>>>;
using D4 = Dual<D3>;

/// N_i of a degree by its definition; 0/0 is 0.
template <typename S>
S defined_basis(int i, int degree, const std::vector<S>& knots, const S& t) {
  const auto k = [&](int j) -> const S& { return knots[static_cast<std::size_t>(j)]; };
  if (degree == 0) return S(k(i) <= t && t < k(i + 1) ? 1.0 : 0.0);
  S sum(0.0);
  const S left = k(i + degree) - k(i), right = k(i + degree + 1) - k(i + 1);
  if (!(left == S(0.0))) sum += (t - k(i)) / left * defined_basis(i, degree - 1, knots, t);
  if (!(right == S(0.0))) {
    sum += (k(i + degree + 1) - t) / right * defined_basis(i + 1, degree - 1, knots, t);
  }
  return sum;
}

template <typename S>
S defined_curve(const BSpline& spline, int coordinate, const std::vector<S>& knots, const S& t) {
  S sum(0.0);
  for (int i = 0; i < spline.control_points().rows(); ++i) {
    sum += S(spline.control_points()(i, coordinate)) * defined_basis(i, spline.degree(), knots, t);
  }
  return sum;
}

template <typename S>
std::vector<S> knots_of(const BSpline& spline) {
  std::vector<S> knots;
  for (const double k : spline.knots()) knots.push_back(S(k));
  return knots;
}

/// t as a number that carries the first three derivatives by t.
D3 varied(double t) {
  D3 x(t);
  x.value.value.slope = x.value.slope.value = x.slope.value.value = 1.0;
  return x;
}
double derivative_of(const D3& y, int order) {
  const double all[] = {y.value.value.value, y.slope.value.value, y.slope.slope.value,
                        y.slope.slope.slope};
  return all[order];
}
/// t and y with one more direction outside: the derivative of a derivative by that direction.
D4 varied_along(double t, double slope) {
  D4 x(t);
  x.value = varied(t);
  x.slope = D3(slope);
  return x;
}
double derivative_of(const D4& y, int order) { return derivative_of(y.slope, order); }

enum class Knots { uniform, clamped, random };

BSpline random_spline(int degree, Knots kind, Random& random) {
  const int segments = random.integer(1, 6);
  VectorXd knots = kind == Knots::uniform ? BSpline::uniform_knots(degree, segments, 2.0)
                                          : BSpline::clamped_knots(degree, segments, 2.0);
  if (kind == Knots::random) {
    knots[0] = random.real(-1.0, 1.0);
    for (Eigen::Index i = 1; i < knots.size(); ++i) knots[i] = knots[i - 1] + random.real(0.2, 1.0);
  }
  MatrixXd points(segments + degree, 2);
  for (double& p : points.reshaped()) p = random.real(-2.0, 2.0);
  return BSpline(degree, knots, points);
}

double inside(const BSpline& spline, Random& random) {
  return random.real(spline.begin(), spline.end());
}

/// Derivatives grow with the order; rounding is measured by their size.
double scale_of(const BSpline& spline, int order) {
  double shortest = infinity;
  for (int e = 0; e < spline.segments(); ++e) {
    shortest = std::min(shortest, spline.knot(e + 1) - spline.knot(e));
  }
  return std::pow(2.0 * spline.degree() / shortest, order);
}

/// Runs `check` on splines of degree 1 to 7 on knots of every kind.
template <typename Check>
void for_all_splines(Check check) {
  for (int degree = 1; degree <= 7; ++degree) {
    for (const Knots kind : {Knots::uniform, Knots::clamped, Knots::random}) {
      for (unsigned seed = 0; seed < 5; ++seed) {
        SCOPED_TRACE("degree " + std::to_string(degree) + ", knots of kind " +
                     std::to_string(static_cast<int>(kind)) + ", seed " + std::to_string(seed));
        Random random(seed);
        check(random_spline(degree, kind, random), random);
      }
    }
  }
}

TEST(BSpline, BasisIsAPartitionOfUnity) {
  for_all_splines([](const BSpline& spline, Random& random) {
    for (const double t : {spline.begin(), inside(spline, random), spline.end()}) {
      const SplineBasis basis = spline.basis(t, 0);
      EXPECT_EQ(basis.coefficients.size(), spline.degree() + 1);
      EXPECT_NEAR(basis.coefficients.sum(), 1.0, 1e-14);
      EXPECT_GE(basis.coefficients.minCoeff(), 0.0);
      for (int order = 1; order <= 3; ++order) {
        EXPECT_NEAR(spline.basis(t, order).coefficients.sum(), 0.0,
                    1e-13 * scale_of(spline, order));
      }
    }
  });
}

TEST(BSpline, BasisIsTheRecursiveDefinitions) {
  for_all_splines([](const BSpline& spline, Random& random) {
    const double t = inside(spline, random);
    const SplineBasis basis = spline.basis(t, 0);
    const std::vector<double> knots = knots_of<double>(spline);
    for (int i = 0; i < spline.control_points().rows(); ++i) {
      const int l = i - basis.first;
      const bool local = l >= 0 && l <= spline.degree();
      EXPECT_NEAR(local ? basis.coefficients[l] : 0.0, defined_basis(i, spline.degree(), knots, t),
                  1e-14);
    }
  });
}

TEST(BSpline, DerivativesAreThoseOfDualNumbers) {
  for_all_splines([](const BSpline& spline, Random& random) {
    const std::vector<D3> knots = knots_of<D3>(spline);
    const double t = inside(spline, random);
    for (int c = 0; c < 2; ++c) {
      const D3 expected = defined_curve(spline, c, knots, varied(t));
      for (int order = 0; order <= 3; ++order) {
        EXPECT_NEAR(spline(t, order)[c], derivative_of(expected, order),
                    1e-13 * scale_of(spline, order));
        const SplineBasis basis = spline.basis(t, order);
        const double sum = basis.coefficients.dot(
            spline.control_points().col(c).segment(basis.first, spline.degree() + 1));
        EXPECT_NEAR(spline(t, order)[c], sum, 1e-13 * scale_of(spline, order));
      }
    }
  });
}

TEST(BSpline, ByKnotsIsThatOfDualNumbers) {
  for_all_splines([](const BSpline& spline, Random& random) {
    const double t = inside(spline, random);
    std::vector<D4> knots = knots_of<D4>(spline);
    for (int order = 0; order <= 2; ++order) {
      const MatrixXd by_knots = spline.by_knots(t, order);
      ASSERT_EQ(by_knots.cols(), spline.knots().size());
      for (std::size_t k = 0; k < knots.size(); ++k) {
        knots[k].slope = D3(1.0);
        const D4 expected = defined_curve(spline, 1, knots, varied_along(t, 0.0));
        knots[k].slope = D3(0.0);
        EXPECT_NEAR(by_knots(1, static_cast<Eigen::Index>(k)), derivative_of(expected, order),
                    1e-12 * scale_of(spline, order + 1))
            << "knot " << k << ", order " << order;
      }
    }
  });
}

TEST(BSpline, ByDurationIsThatOfDualNumbers) {
  for_all_splines([](const BSpline& spline, Random& random) {
    const double begin = spline.begin(), T = spline.duration(), t = inside(spline, random);
    std::vector<D4> knots = knots_of<D4>(spline);
    for (D4& k : knots) k.slope = D3((k.value.value.value.value - begin) / T);
    for (int order = 0; order <= 3; ++order) {
      const D4 expected = defined_curve(spline, 0, knots, varied_along(t, (t - begin) / T));
      EXPECT_NEAR(spline.by_duration(t, order)[0], derivative_of(expected, order),
                  1e-12 * scale_of(spline, order + 1))
          << "order " << order;
    }
  });
}

TEST(BSpline, DerivativeIsASplineOfOneDegreeLess) {
  for_all_splines([](const BSpline& spline, Random& random) {
    if (spline.degree() == 1) {
      EXPECT_THROW(spline.derivative(), Error);
      return;
    }
    const BSpline velocity = spline.derivative();
    EXPECT_EQ(velocity.degree(), spline.degree() - 1);
    EXPECT_EQ(velocity.segments(), spline.segments());
    for (const double t : {spline.begin(), inside(spline, random), spline.end()}) {
      for (int order = 0; order <= 2; ++order) {
        EXPECT_LT(largest(velocity(t, order) - spline(t, order + 1)),
                  1e-13 * scale_of(spline, order + 1));
      }
    }
  });
}

TEST(BSpline, StretchedIsTheSameCurveInAnotherTime) {
  for_all_splines([](const BSpline& spline, Random& random) {
    const double share = random.real(0.0, 1.0), duration = random.real(0.5, 5.0);
    const BSpline other = spline.stretched(duration);
    EXPECT_EQ(other.begin(), 0.0);
    EXPECT_NEAR(other.duration(), duration, 1e-14 * duration);
    for (int order = 0; order <= 3; ++order) {
      const double slower = std::pow(spline.duration() / duration, order);
      EXPECT_LT(largest(other(share * duration, order) -
                        slower * spline(spline.begin() + share * spline.duration(), order)),
                1e-12 * (1.0 + slower) * scale_of(spline, order));
    }
  });
}

// Limits on control points are limits on the curve, along any direction.
TEST(BSpline, CurveStaysInTheConvexHullOfItsControlPoints) {
  for_all_splines([](const BSpline& spline, Random& random) {
    for (int sample = 0; sample < 20; ++sample) {
      const double t = inside(spline, random);
      const Eigen::Vector2d along = random.values(2, 1.0);
      const VectorXd heights =
          spline.control_points().middleRows(spline.basis(t, 0).first, spline.degree() + 1) * along;
      EXPECT_GE(spline(t).dot(along), heights.minCoeff() - 1e-14);
      EXPECT_LE(spline(t).dot(along), heights.maxCoeff() + 1e-14);
    }
  });
}

TEST(BSpline, ClampedKnotsPutTheEndsOnControlPoints) {
  for (int degree = 1; degree <= 7; ++degree) {
    Random random(static_cast<unsigned>(degree));
    const BSpline spline = random_spline(degree, Knots::clamped, random);
    EXPECT_LT((spline(spline.begin()) - spline.control_points().row(0).transpose()).norm(), 1e-14);
    EXPECT_LT((spline(spline.end()) -
               spline.control_points().row(spline.control_points().rows() - 1).transpose())
                  .norm(),
              1e-14);
  }
}

TEST(BSpline, StandsStillOutsideItsTime) {
  Random random(1);
  const BSpline spline = random_spline(3, Knots::clamped, random);
  EXPECT_EQ(spline(spline.begin() - 1.0), spline(spline.begin()));
  EXPECT_EQ(spline(spline.end() + 1.0), spline(spline.end()));
}

TEST(BSpline, IsSmoothUpToOneLessThanItsDegreeAcrossKnots) {
  for_all_splines([](const BSpline& spline, Random&) {
    for (int e = 1; e < spline.segments(); ++e) {
      const double knot = spline.knot(e);
      const double before = std::nextafter(knot, spline.begin());
      for (int order = 0; order < std::min(4, spline.degree()); ++order) {
        EXPECT_LT(largest(spline(knot, order) - spline(before, order)),
                  1e-12 * scale_of(spline, order))
            << "order " << order;
      }
    }
  });
}

/// The same curve with one knot more (Boehm).
BSpline with_knot(const BSpline& spline, double t) {
  const int d = spline.degree(), count = spline.controls();
  VectorXd knots(spline.knots().size() + 1);
  int k = 0;
  while (spline.knots()[k + 1] <= t) ++k;
  knots << spline.knots().head(k + 1), t, spline.knots().tail(spline.knots().size() - k - 1);
  MatrixXd points(count + 1, spline.dofs());
  for (int i = 0; i <= count; ++i) {
    const double share =
        i <= k - d ? 1.0
        : i > k    ? 0.0
                   : (t - spline.knots()[i]) / (spline.knots()[i + d] - spline.knots()[i]);
    points.row(i).setZero();
    if (share > 0.0) points.row(i) += share * spline.control_points().row(i);
    if (share < 1.0) points.row(i) += (1.0 - share) * spline.control_points().row(i - 1);
  }
  return BSpline(d, knots, points);
}

TEST(BSpline, RepeatedKnotsAreNoSegmentsAndChangeNoCurve) {
  for (const int degree : {3, 4, 5, 7}) {
    Random random(static_cast<unsigned>(degree));
    MatrixXd points(6 + degree, 2);
    for (double& p : points.reshaped()) p = random.real(-2.0, 2.0);
    const BSpline once(degree, BSpline::clamped_knots(degree, 6, 3.0), points);
    BSpline repeated = once;
    for (int k = 1; k < degree; ++k) repeated = with_knot(repeated, 1.0);
    repeated = with_knot(repeated, 2.5);
    ASSERT_EQ(repeated.segments(), 6);
    EXPECT_EQ(repeated.controls(), once.controls() + degree);
    EXPECT_EQ(repeated.first_control(1), 1);
    EXPECT_EQ(repeated.first_control(2), 2 + degree - 1);
    EXPECT_LT(largest(repeated.widths() - once.widths()), 1e-15);
    for (int k = 0; k < 40; ++k) {
      const double t = random.real(0.0, 3.0);
      for (int order = 0; order <= 3; ++order) {
        EXPECT_LT(largest(repeated(t, order) - once(t, order)), 1e-12 * scale_of(once, order))
            << t << ", order " << order;
      }
    }
  }
}

TEST(BSpline, IsSmoothToOneOrderLessForEveryRepeatedKnot) {
  const int degree = 5;
  for (int times = 1; times <= degree; ++times) {
    Random random(static_cast<unsigned>(times));
    VectorXd knots(4 + 2 * degree + times);
    knots << VectorXd::Zero(degree + 1), 0.7, VectorXd::Constant(times, 1.0), 1.6,
        VectorXd::Constant(degree + 1, 2.0);
    MatrixXd points(knots.size() - degree - 1, 1);
    for (double& p : points.reshaped()) p = random.real(-2.0, 2.0);
    const BSpline spline(degree, knots, points);
    ASSERT_EQ(spline.segments(), 4);
    EXPECT_EQ(spline.knot(2), 1.0);
    const double before = std::nextafter(1.0, 0.0);
    for (int order = 0; order <= degree; ++order) {
      const double jump = largest(spline(1.0, order) - spline(before, order));
      if (order <= degree - times) {
        EXPECT_LT(jump, 1e-11 * scale_of(spline, order)) << times << " times, order " << order;
      } else {
        EXPECT_GT(jump, 1e-6 * scale_of(spline, order)) << times << " times, order " << order;
      }
    }
  }
}

TEST(BSpline, RefusesWhatIsNoSpline) {
  const VectorXd knots = BSpline::clamped_knots(3, 2, 1.0);
  const MatrixXd points = MatrixXd::Zero(5, 1);
  const auto refused = [](int degree, VectorXd with, MatrixXd at) {
    try {
      const BSpline spline(degree, std::move(with), std::move(at));
      return std::string("taken");
    } catch (const Error& e) {
      EXPECT_FALSE(e.fix().empty());
      return e.reason();
    }
  };
  EXPECT_EQ(refused(3, knots, points), "taken");
  EXPECT_EQ(refused(0, knots, points), "a spline of degree 0");
  EXPECT_EQ(refused(10, knots, points), "a spline of degree 10");
  EXPECT_EQ(refused(3, knots, MatrixXd::Zero(3, 1)), "3 control points for a spline of degree 3");
  EXPECT_EQ(refused(3, knots.head(8), points), "8 knots for 5 control points");
  VectorXd bad = knots;
  bad[4] = -0.1;
  EXPECT_EQ(refused(3, bad, points), "knots that go back in time at index 4");
  bad[4] = 0.0;
  EXPECT_EQ(refused(3, bad, points), "a segment of no length at index 0");
  VectorXd often(12);
  often << 0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5, 1, 1, 1, 1;
  EXPECT_EQ(refused(3, often, MatrixXd::Zero(8, 1)), "a segment of no length at index 3");
  bad[4] = std::nan("");
  EXPECT_EQ(refused(3, bad, points), "a spline with numbers that are not finite");
  MatrixXd far = points;
  far(2, 0) = infinity;
  EXPECT_EQ(refused(3, knots, far), "a spline with numbers that are not finite");
  far(2, 0) = 1e308;
  EXPECT_EQ(refused(3, knots, far), "a spline with a number beyond 1e100");
}

TEST(BSpline, EvaluatesWithoutAllocating) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  Random random(2);
  const BSpline spline = random_spline(5, Knots::clamped, random);
  VectorXd out(2);
  long count = 0;
  {
    MallocGuard guard;
    for (int order = 0; order <= 3; ++order) spline.evaluate(0.7, order, out);
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
}

}  // namespace alembert::test::bspline_test
