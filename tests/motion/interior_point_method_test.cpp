// The interior-point method on programs whose answers are known, and on ones that have none.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "motion/interior_point/interior_point.hpp"
#include "motion/ipopt_solver.hpp"
#include "motion/nlp_solver.hpp"

namespace alembert::test::interior_point_method_test {

using Eigen::VectorXd;
using Status = NlpResult::Status;
constexpr double none = std::numeric_limits<double>::infinity();

/// A small dense program, of functions that give values, gradients and Hessians.
class SmallProgram : public Nlp {
 public:
  using Function = std::function<double(const VectorXd& x, VectorXd& gradient, Eigen::MatrixXd& H)>;

  SmallProgram(int size, Function objective, std::vector<Function> constraints)
      : objective_(std::move(objective)), constraints_(std::move(constraints)) {
    limits.x_lower.setConstant(size, -none);
    limits.x_upper.setConstant(size, none);
    limits.g_lower.setZero(static_cast<Eigen::Index>(constraints_.size()));
    limits.g_upper = limits.g_lower;
    for (int i = 0; i < static_cast<int>(constraints_.size()); ++i) {
      for (int j = 0; j < size; ++j) {
        jacobian_.rows.push_back(i);
        jacobian_.columns.push_back(j);
      }
    }
    for (int j = 0; j < size; ++j) {
      for (int i = j; i < size; ++i) {
        hessian_.rows.push_back(i);
        hessian_.columns.push_back(j);
      }
    }
  }

  NlpBounds limits;

  const NlpBounds& bounds() const override { return limits; }
  const Triplets& jacobian_pattern() const override { return jacobian_; }
  const Triplets& hessian_pattern() const override { return hessian_; }
  double objective(In x) override { return value(objective_, x); }
  void gradient(In x, Out out) override {
    value(objective_, x);
    out = slope_;
  }
  void constraints(In x, Out out) override {
    for (std::size_t i = 0; i < constraints_.size(); ++i) {
      out[static_cast<Eigen::Index>(i)] = value(constraints_[i], x);
    }
  }
  void jacobian(In x, Out values) override {
    for (std::size_t i = 0; i < constraints_.size(); ++i) {
      value(constraints_[i], x);
      values.segment(static_cast<Eigen::Index>(i) * x.size(), x.size()) = slope_;
    }
  }
  void hessian(In x, double factor, In multipliers, Out values) override {
    value(objective_, x);
    Eigen::MatrixXd sum = factor * curvature_;
    for (std::size_t i = 0; i < constraints_.size(); ++i) {
      value(constraints_[i], x);
      sum += multipliers[static_cast<Eigen::Index>(i)] * curvature_;
    }
    for (int k = 0; k < hessian_.size(); ++k)
      values[k] = sum(hessian_.rows[k], hessian_.columns[k]);
  }

 private:
  double value(const Function& of, In x) {
    slope_.setZero(x.size());
    curvature_.setZero(x.size(), x.size());
    return of(x, slope_, curvature_);
  }

  Function objective_;
  std::vector<Function> constraints_;
  Triplets jacobian_, hessian_;
  VectorXd slope_;
  Eigen::MatrixXd curvature_;
};

SmallProgram::Function linear(VectorXd a) {
  return [a](const VectorXd& x, VectorXd& g, Eigen::MatrixXd&) {
    g = a;
    return a.dot(x);
  };
}

double squares(const VectorXd& x, VectorXd& g, Eigen::MatrixXd& H) {
  g = 2.0 * x;
  H.setIdentity();
  H *= 2.0;
  return x.squaredNorm();
}

/// Hock and Schittkowski 71.
SmallProgram hock_71() {
  const auto objective = [](const VectorXd& x, VectorXd& g, Eigen::MatrixXd& H) {
    const double sum = x[0] + x[1] + x[2];
    g << x[3] * (sum + x[0]), x[0] * x[3], x[0] * x[3] + 1.0, x[0] * sum;
    H(0, 0) = 2.0 * x[3];
    H(1, 0) = H(0, 1) = H(2, 0) = H(0, 2) = x[3];
    H(3, 0) = H(0, 3) = sum + x[0];
    H(3, 1) = H(1, 3) = H(3, 2) = H(2, 3) = x[0];
    return x[0] * x[3] * sum + x[2];
  };
  const auto product = [](const VectorXd& x, VectorXd& g, Eigen::MatrixXd& H) {
    for (int i = 0; i < 4; ++i) {
      g[i] = x.prod() / x[i];
      for (int j = 0; j < 4; ++j) H(i, j) = i == j ? 0.0 : x.prod() / (x[i] * x[j]);
    }
    return x.prod();
  };
  SmallProgram program(4, objective, {product, squares});
  program.limits.x_lower.setConstant(4, 1.0);
  program.limits.x_upper.setConstant(4, 5.0);
  program.limits.g_lower << 25.0, 40.0;
  program.limits.g_upper << none, 40.0;
  return program;
}

NlpResult solved(Nlp& program, const VectorXd& x) {
  return InteriorPoint(program).solve({x, {}, {}, {}}, NlpStart::cold, {});
}

TEST(InteriorPoint, FindsHockAndSchittkowskis71) {
  SmallProgram program = hock_71();
  const NlpResult found = solved(program, Eigen::Vector4d(1, 5, 5, 1));
  EXPECT_EQ(found.status, Status::solved);
  EXPECT_NEAR(found.objective, 17.0140172891563, 1e-6);
  const Eigen::Vector4d answer(1.0, 4.7429996436, 3.8211499789, 1.3794082932);
  EXPECT_LT((found.point.x - answer).norm(), 1e-6);
  EXPECT_NEAR(found.point.lower_multipliers[0], 1.0878712, 1e-5);
  EXPECT_LE(found.iterations, 20);
}

TEST(InteriorPoint, FromAnAnswerAFewIterationsAreEnough) {
  SmallProgram program = hock_71();
  InteriorPoint method(program);
  const NlpResult first =
      method.solve({Eigen::Vector4d(1, 5, 5, 1), {}, {}, {}}, NlpStart::cold, {});
  program.limits.g_lower[1] = program.limits.g_upper[1] = 40.2;
  ASSERT_TRUE(method.fits(program));
  const NlpResult again = method.solve(first.point, NlpStart::warm, {});
  EXPECT_EQ(again.status, Status::solved);
  EXPECT_LT(again.iterations, first.iterations);
  EXPECT_NEAR(again.point.x.squaredNorm(), 40.2, 1e-6);
}

TEST(InteriorPoint, StopsAtTheAnswerOfABarrierAndGoesOnFromThere) {
  SmallProgram program = hock_71();
  InteriorPoint method(program);
  NlpOptions options;
  options.to_barrier = 1e-3;
  const NlpResult centre =
      method.solve({Eigen::Vector4d(1, 5, 5, 1), {}, {}, {}}, NlpStart::cold, options);
  ASSERT_EQ(centre.status, Status::solved);
  const double product = (centre.point.x[0] - 1.0) * centre.point.lower_multipliers[0];
  EXPECT_NEAR(product, 1e-3, 0.04);  // the error at which a barrier is left
  EXPECT_GT(product, 1e-5);
  options = {};
  options.from_barrier = 1e-3;
  const NlpResult end = method.solve(centre.point, NlpStart::centred, options);
  EXPECT_EQ(end.status, Status::solved);
  EXPECT_NEAR(end.objective, 17.0140172891563, 1e-6);
  EXPECT_LE(end.iterations, 8);
}

TEST(InteriorPoint, AMultiplierOfABoundThatIsNotThereDoesNotStay) {
  // The row has no upper bound, and is told a multiplier that would be one's.
  SmallProgram program(2, squares, {linear(Eigen::Vector2d(1.0, 1.0))});
  program.limits.g_lower << -2.0;
  program.limits.g_upper << none;
  const NlpPoint from{Eigen::Vector2d(0.3, -0.2), VectorXd::Constant(1, 0.5), VectorXd::Zero(2),
                      VectorXd::Zero(2)};
  for (const NlpStart start :
       {NlpStart::warm, NlpStart::warm_slow, NlpStart::warm_exact, NlpStart::centred}) {
    NlpOptions options;
    options.from_barrier = 1e-3;
    options.max_iterations = 30;
    const NlpResult found = InteriorPoint(program).solve(from, start, options);
    EXPECT_EQ(found.status, Status::solved);
    EXPECT_LT(found.point.x.norm(), 1e-5);
    EXPECT_NEAR(found.point.multipliers[0], 0.0, 1e-6);
  }
}

TEST(InteriorPoint, GivesTheSameBitsEachTime) {
  SmallProgram program = hock_71();
  InteriorPoint method(program);
  const NlpPoint from{Eigen::Vector4d(1, 5, 5, 1), {}, {}, {}};
  const NlpResult first = method.solve(from, NlpStart::cold, {});
  const NlpResult second = method.solve(from, NlpStart::cold, {});
  EXPECT_EQ(first.point.x, second.point.x);
  EXPECT_EQ(first.point.multipliers, second.point.multipliers);
}

TEST(InteriorPoint, ConstraintsThatSayTheSameTwiceDoNoHarm) {
  const VectorXd ones = VectorXd::Ones(3);
  SmallProgram program(3, squares, {linear(ones), linear(2.0 * ones), linear(ones), linear(ones)});
  program.limits.g_lower << 3.0, 6.0, 2.0, -none;
  program.limits.g_upper << 3.0, 6.0, 3.0, 3.0;
  const NlpResult found = solved(program, Eigen::Vector3d(5, -1, 0));
  EXPECT_TRUE(found.status == Status::solved || found.status == Status::acceptable);
  EXPECT_LT((found.point.x - ones).norm(), 1e-5);
}

TEST(InteriorPoint, EquationsCondensedOrKeptGiveTheSameAnswer) {
  SmallProgram program = hock_71();
  InteriorPoint method(program);
  const NlpPoint from{Eigen::Vector4d(1, 5, 5, 1), {}, {}, {}};
  NlpOptions options;
  options.equations = EquationFactor::condensed;
  const NlpResult condensed = method.solve(from, NlpStart::cold, options);
  options.equations = EquationFactor::kept;
  const NlpResult kept = method.solve(from, NlpStart::cold, options);
  EXPECT_EQ(kept.status, Status::solved);
  EXPECT_EQ(kept.iterations, condensed.iterations);
  EXPECT_LT((kept.point.x - condensed.point.x).norm(), 1e-9);
  EXPECT_LT((kept.point.multipliers - condensed.point.multipliers).norm(), 1e-9);
}

TEST(InteriorPoint, EqualBoundsAreNoUnknowns) {
  SmallProgram program(3, squares, {linear(VectorXd::Ones(3))});
  program.limits.g_lower << 3.0;
  program.limits.g_upper << 3.0;
  program.limits.x_lower[1] = program.limits.x_upper[1] = 2.0;
  const NlpResult found = solved(program, Eigen::Vector3d(5, -1, 0));
  EXPECT_EQ(found.status, Status::solved);
  EXPECT_LT((found.point.x - Eigen::Vector3d(0.5, 2.0, 0.5)).norm(), 1e-7);
}

TEST(InteriorPoint, WithoutAnyConstraintItIsNewtonsMethod) {
  const auto valley = [](const VectorXd& x, VectorXd& g, Eigen::MatrixXd& H) {
    const double a = x[1] - x[0] * x[0];
    g << -400.0 * a * x[0] - 2.0 * (1.0 - x[0]), 200.0 * a;
    H << 1200.0 * x[0] * x[0] - 400.0 * x[1] + 2.0, -400.0 * x[0], -400.0 * x[0], 200.0;
    return 100.0 * a * a + (1.0 - x[0]) * (1.0 - x[0]);
  };
  SmallProgram program(2, valley, {});
  const NlpResult found = solved(program, Eigen::Vector2d(-1.2, 1.0));
  EXPECT_EQ(found.status, Status::solved);
  EXPECT_LT((found.point.x - Eigen::Vector2d(1, 1)).norm(), 1e-6);
}

TEST(InteriorPoint, SaysWhereConstraintsCannotBeMet) {
  const VectorXd ones = VectorXd::Ones(2);
  SmallProgram program(2, linear(ones), {squares, linear(ones)});
  program.limits.g_lower << -none, 3.0;
  program.limits.g_upper << 1.0, none;
  const NlpResult found = solved(program, (VectorXd(2) << 0.1, 0.3).finished());
  EXPECT_EQ(found.status, Status::infeasible);
}

/// Its Hessian is no number the first few times it is asked.
class Stumbling : public SmallProgram {
 public:
  using SmallProgram::SmallProgram;
  int stumbles = 0;
  void hessian(In x, double factor, In multipliers, Out values) override {
    SmallProgram::hessian(x, factor, multipliers, values);
    if (stumbles-- > 0) values.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
};

TEST(SolveNlp, AsksIpoptWhereTheStructuredMethodGivesUp) {
  Stumbling program(2, squares, {linear(Eigen::Vector2d(1.0, 1.0))});
  program.limits.g_lower.setConstant(1, 2.0);
  program.limits.g_upper.setConstant(1, 2.0);
  const VectorXd x = Eigen::Vector2d(3.0, 0.0);
  const NlpResult own = solve_nlp(program, {x, {}, {}, {}}, NlpStart::cold, {});
  EXPECT_EQ(own.status, Status::solved);
  EXPECT_EQ(own.method, SolverMethod::structured);
  program.stumbles = 1;
  const NlpResult other = solve_nlp(program, {x, {}, {}, {}}, NlpStart::cold, {});
  if (!ipopt_is_there()) {
    EXPECT_EQ(other.status, Status::failed) << "and says so where there is no Ipopt to ask";
    GTEST_SKIP() << "this build has no Ipopt to ask";
  }
  EXPECT_EQ(other.status, Status::solved);
  EXPECT_EQ(other.method, SolverMethod::ipopt);
  EXPECT_NEAR(other.objective, own.objective, 1e-6);
}

TEST(InteriorPoint, StopsWhenToldTo) {
  SmallProgram program = hock_71();
  NlpOptions options;
  options.on_iteration = [](const NlpIteration& step) { return step.iteration < 3; };
  const NlpPoint from{Eigen::Vector4d(1, 5, 5, 1), {}, {}, {}};
  const NlpResult stopped = InteriorPoint(program).solve(from, NlpStart::cold, options);
  EXPECT_EQ(stopped.status, Status::interrupted);
  EXPECT_EQ(stopped.iterations, 3);
  options.on_iteration = {};
  options.max_iterations = 4;
  const NlpResult limited = InteriorPoint(program).solve(from, NlpStart::cold, options);
  EXPECT_EQ(limited.status, Status::iteration_limit);
  EXPECT_EQ(limited.iterations, 4);
}

}  // namespace alembert::test::interior_point_method_test
