#include "alembert/formulation/kane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "alembert/io.hpp"
#include "support/compare.hpp"
#include "support/operation_count.hpp"
#include "support/textbook_dynamics.hpp"

namespace alembert::test {
namespace {

using Eigen::VectorXd;

TEST(Kane, TakesThePrintedAdditionsAndThreeMultiplicationsLess) {
  for (int n = 2; n <= 12; ++n) {
    const OperationCount count = count_operations("kane", general_chain(n));
    EXPECT_EQ(count.published.mul, 105 * n - 112) << n << " joints";
    EXPECT_EQ(count.published.add, 90 * n - 105) << n << " joints";
    EXPECT_EQ(count.executed.mul, count.published.mul) << n << " joints";
    EXPECT_EQ(count.executed.add, count.published.add) << n << " joints";
  }
}

TEST(Kane, StaysWithinTheCountOfTableOneForSixJoints) {
  const OperationCount count = count_operations("kane", general_chain(6));
  EXPECT_LE(count.published.mul, 521);
  EXPECT_LE(count.published.add, 435);
  EXPECT_LE(count.executed.mul, 521);
  EXPECT_LE(count.executed.add, 435);
}

/// Example 1 of the paper: the Stanford arm on its cycloidal trajectory.
VectorXd stanford_torques(double t) {
  const Model model =
      compile(load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/stanford.yaml"));
  constexpr double pi = std::numbers::pi, B = 2.0 * pi / 10.0;
  VectorXd q(6), A(6), tau;
  q << 0.0, pi / 2.0, 0.0, 0.0, 0.0, 0.0;
  A << pi / 30.0, -pi / 60.0, 0.01, pi / 30.0, pi / 30.0, pi / 30.0;
  q += A * (t - std::sin(B * t) / B);
  const VectorXd v = A * (1.0 - std::cos(B * t)), a = A * (B * std::sin(B * t));
  Formulations::get("kane")(model, q, v, a, tau);
  return tau;
}

TEST(Kane, GivesTheTorquesOfTheStanfordArmAtTheStart) {
  VectorXd expected(6);
  expected << 0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0;
  EXPECT_LT(largest(stanford_torques(0.0) - expected), 1e-12);
}

TEST(Kane, GivesTheTorquesOfTheStanfordArmAtTheEnd) {
  const VectorXd tau = stanford_torques(10.0);
  EXPECT_NEAR(tau[1], 6.448243291, 1e-9);
  EXPECT_NEAR(tau[2], 29.9205, 1e-9);
  constexpr double pi = std::numbers::pi;
  // The paper prints two; the other four are the textbook's.
  const Robot robot = load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/stanford.yaml");
  TextbookDynamics<double> textbook(robot, compile(robot));
  const VectorXd rest = VectorXd::Zero(6);
  VectorXd q(6);
  q << pi / 3, pi / 3, 0.1, pi / 3, pi / 3, pi / 3;
  textbook.move(q, rest, rest);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(tau[i], textbook.torque(i, q, rest, rest), 1e-12) << i;
}

}  // namespace
}  // namespace alembert::test
