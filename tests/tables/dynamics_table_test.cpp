// Tables against the dynamics they were made from.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/tables.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::dynamics_table_test {

using Eigen::VectorXd;

/// A limited turn, then a full one, then a slide; gravity in no special direction.
Robot limited_robot(int joints, unsigned seed = 3) {
  Random random(seed);
  Robot robot = random_robot(
      random, {.joints = joints, .chain = true, .types = {JointType::revolute}, .drives = true});
  robot.joints[0].limits.lower = -1.0;
  robot.joints[0].limits.upper = 1.5;
  if (joints > 2) {
    robot.joints[2].type = JointType::prismatic;
    robot.joints[2].limits.lower = 0.1;
    robot.joints[2].limits.upper = 0.6;
  }
  return robot;
}

class Tables : public ::testing::TestWithParam<TableMethod> {
 protected:
  static double largest_error(int nodes, Interpolation interpolation) {
    DynamicsTable table(compile(limited_robot(2)), GetParam(),
                        {.nodes = nodes, .velocity_nodes = nodes});
    table.set_interpolation(interpolation);
    return table.measure_error(400).largest;
  }
};

TEST_P(Tables, AreExactAtTheirNodes) {
  const Model model = compile(limited_robot(3));
  DynamicsTable table(model, GetParam(), {.nodes = 4, .velocity_nodes = 3});
  InverseDynamics id(model);
  Random random(5);
  VectorXd x(9), tau(3), expected(3);
  for (const Interpolation interpolation : {Interpolation::linear, Interpolation::cubic}) {
    table.set_interpolation(interpolation);
    for (int s = 0; s < 100; ++s) {
      for (int d = 0; d < 9; ++d) {
        const TableAxis& axis = table.axes()[static_cast<std::size_t>(d)];
        x[d] = axis.nodes > 0 ? axis.node(random.integer(0, axis.nodes - 1))
                              : random.real(axis.lower, axis.upper);
      }
      ASSERT_TRUE(table(x.head(3), x.segment(3, 3), x.tail(3), tau));
      id(x.head(3), x.segment(3, 3), x.tail(3), expected);
      EXPECT_LT(relative_difference(tau, expected), 1e-12);
    }
  }
}

TEST_P(Tables, LinearInterpolationIsOfSecondOrder) {
  const double coarse = largest_error(17, Interpolation::linear);
  const double fine = largest_error(33, Interpolation::linear);
  EXPECT_GT(std::log2(coarse / fine), 1.7);
  EXPECT_GT(coarse, 1e-6);
}

TEST_P(Tables, CubicInterpolationIsAtLeastOfThirdOrder) {
  const double coarse = largest_error(17, Interpolation::cubic);
  const double fine = largest_error(33, Interpolation::cubic);
  EXPECT_GT(std::log2(coarse / fine), 2.7);
  EXPECT_LT(fine, 0.2 * largest_error(33, Interpolation::linear));
}

TEST_P(Tables, StayWithinTheErrorTheyReport) {
  // Their own random states are not these: allow for one that lies a little worse.
  const Model model = compile(limited_robot(2));
  DynamicsTable table(model, GetParam(), {.nodes = 9});
  const TableError reported = table.measure_error(4000);
  EXPECT_LE(reported.rms, reported.largest);
  EXPECT_LT(reported.largest, reported.largest_torque);
  InverseDynamics id(model);
  Random random(11);
  VectorXd tau(2), expected(2), x(6);
  for (int s = 0; s < 1000; ++s) {
    for (int d = 0; d < 6; ++d) {
      const TableAxis& axis = table.axes()[static_cast<std::size_t>(d)];
      x[d] = random.real(axis.lower, axis.upper);
    }
    ASSERT_TRUE(table(x.head(2), x.segment(2, 2), x.tail(2), tau));
    id(x.head(2), x.segment(2, 2), x.tail(2), expected);
    EXPECT_LE(largest(tau - expected), 1.1 * reported.largest);
  }
}

TEST_P(Tables, DoNotDependOnTheNumberOfThreads) {
  const Model model = compile(limited_robot(2));
  DynamicsTable one(model, GetParam(), {.nodes = 7, .threads = 1});
  DynamicsTable many(model, GetParam(), {.nodes = 7, .threads = 7});
  Random random(2);
  VectorXd a(2), b(2);
  for (int s = 0; s < 50; ++s) {
    const VectorXd q = random.values(2, 0.9), v = random.values(2), dv = random.values(2);
    ASSERT_TRUE(one(q, v, dv, a));
    ASSERT_TRUE(many(q, v, dv, b));
    EXPECT_EQ(a, b);
  }
}

TEST_P(Tables, ReportTheirProgressAndItsEnd) {
  double last = -1.0;
  bool rising = true;
  const auto progress = [&](double share) {
    rising = rising && share >= last;
    last = share;
  };
  DynamicsTable table(compile(limited_robot(2)), GetParam(), {.nodes = 7, .progress = progress});
  EXPECT_TRUE(rising);
  EXPECT_EQ(last, 1.0);
}

TEST_P(Tables, CanBeGivenUpHalfWay) {
  struct GivenUp {};
  const auto progress = [](double) { throw GivenUp(); };
  EXPECT_THROW(DynamicsTable(compile(limited_robot(2)), GetParam(),
                             {.nodes = 9, .threads = 3, .progress = progress}),
               GivenUp);
}

TEST_P(Tables, TurnsWrapAround) {
  DynamicsTable table(compile(limited_robot(2)), GetParam(), {.nodes = 8});
  VectorXd a(2), b(2);
  const Eigen::Vector2d q(0.2, 1.0), v(0.3, 0.4), dv(0.5, -0.6);
  const Eigen::Vector2d turned = q + Eigen::Vector2d(0.0, 2.0 * std::numbers::pi);
  ASSERT_TRUE(table(q, v, dv, a));
  ASSERT_TRUE(table(turned, v, dv, b));
  // The springs of the joints do not wrap and are exact.
  InverseDynamics id(table.model());
  VectorXd at_a(2), at_b(2);
  id(q, v, dv, at_a);
  id(turned, v, dv, at_b);
  EXPECT_LT((a - b - (at_a - at_b)).norm(), 1e-9);
}

TEST_P(Tables, SayNoOutside) {
  DynamicsTable table(compile(limited_robot(2)), GetParam(), {.nodes = 5});
  VectorXd tau(2);
  const Eigen::Vector2d zero(0, 0);
  EXPECT_TRUE(table(zero, zero, zero, tau));
  EXPECT_FALSE(table(Eigen::Vector2d(1.6, 0), zero, zero, tau));
  EXPECT_TRUE(std::isnan(tau[0]) && std::isnan(tau[1]));
  EXPECT_FALSE(table(Eigen::Vector2d(std::nan(""), 0), zero, zero, tau));
  const bool over_v = GetParam() != TableMethod::configuration_space;
  EXPECT_EQ(table(zero, Eigen::Vector2d(9, 0), zero, tau), !over_v);
}

TEST_P(Tables, DoNotAllocateInTheCall) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  DynamicsTable table(compile(limited_robot(2)), GetParam(), {.nodes = 5});
  const VectorXd x = VectorXd::Constant(2, 0.3);
  VectorXd tau(2);
  for (const Interpolation interpolation : {Interpolation::linear, Interpolation::cubic}) {
    table.set_interpolation(interpolation);
    long count = 0;
    {
      MallocGuard guard;
      (void)table(x, x, x, tau);
      count = guard.count();
    }
    EXPECT_EQ(count, 0);
  }
}

TEST_P(Tables, AreRefusedWithTheSizeTheyNeed) {
  const Model model = compile(limited_robot(3));
  const TableOptions options{.nodes = 9, .memory_limit = 1e4};
  try {
    const DynamicsTable table(model, GetParam(), options);
    FAIL() << "should have been refused";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Error::Code::unsupported);
    EXPECT_NE(e.reason().find("needs "), std::string::npos) << e.reason();
    EXPECT_NE(e.reason().find("10 kB may be used"), std::string::npos) << e.reason();
    EXPECT_NE(e.fix().find("nodes"), std::string::npos) << e.fix();
  }
  EXPECT_GT(DynamicsTable::bytes_needed(model, GetParam(), options), 1e4);
}

TEST_P(Tables, TakeTheBytesTheySay) {
  const Model model = compile(limited_robot(2));
  const TableOptions options{.nodes = 5};
  const DynamicsTable table(model, GetParam(), options);
  const double entries = GetParam() == TableMethod::configuration_space ? 25 * (2 + 3 + 6)
                         : GetParam() == TableMethod::raibert           ? 25 * 3 + 625 * 2
                                                                        : 625 * 4 * 2;
  EXPECT_EQ(table.bytes(), 8 * entries);
  EXPECT_EQ(DynamicsTable::bytes_needed(model, GetParam(), options), 8 * entries);
}

INSTANTIATE_TEST_SUITE_P(All, Tables,
                         ::testing::Values(TableMethod::configuration_space, TableMethod::raibert,
                                           TableMethod::albus),
                         [](const auto& test) { return to_string(test.param); });

TEST(TableRefusal, EvenSizesBeyondAnyMachineAreNamed) {
  const Model model = compile(limited_robot(12));
  try {
    const DynamicsTable table(model, TableMethod::albus, {.nodes = 50});
    FAIL() << "should have been refused";
  } catch (const Error& e) {
    EXPECT_NE(e.reason().find("e+"), std::string::npos) << e.reason();
    EXPECT_NE(e.fix().find("no number of nodes fits"), std::string::npos) << e.fix();
  }
}

TEST(TableAxes, TheFirstTurnAboutGravityNeedsOneNode) {
  Robot robot = limited_robot(3);
  const Eigen::Vector3d axis =
      robot.base_pose.linear() * robot.joints[0].origin.linear() * robot.joints[0].axis;
  EXPECT_EQ(
      DynamicsTable(compile(robot), TableMethod::configuration_space, {.nodes = 5}).axes()[0].nodes,
      5);
  robot.gravity = 9.81 * axis;
  const Model model = compile(robot);
  DynamicsTable table(model, TableMethod::configuration_space, {.nodes = 5});
  EXPECT_EQ(table.axes()[0].nodes, 1);
  EXPECT_EQ(table.axes()[1].nodes, 5);
  // And it is right: exact wherever that joint stands.
  VectorXd tau(3), expected(3);
  Eigen::Vector3d q(0.123, table.axes()[1].node(1), table.axes()[2].node(2));
  const Eigen::Vector3d v(1, 2, 3), a(4, 5, 6);
  ASSERT_TRUE(table(q, v, a, tau));
  InverseDynamics{model}(q, v, a, expected);
  EXPECT_LT(relative_difference(tau, expected), 1e-12);
}

TEST(TableAxes, AFirstJointThatMovesAnotherOneMatters) {
  Robot robot = limited_robot(3);
  robot.gravity =
      9.81 * (robot.base_pose.linear() * robot.joints[0].origin.linear() * robot.joints[0].axis);
  robot.joints[1].mimic = Mimic{robot.joints[0].name, 2.0, 0.1, {}};
  const DynamicsTable table(compile(robot), TableMethod::configuration_space, {.nodes = 5});
  EXPECT_EQ(table.axes()[0].nodes, 5);
}

TEST(TableAxes, ASlideOfTheBaseNeedsOneNode) {
  Robot robot = limited_robot(2);
  robot.joints[0].type = JointType::prismatic;
  const Model model = compile(robot);
  DynamicsTable table(model, TableMethod::raibert, {.nodes = 5});
  EXPECT_EQ(table.axes()[0].nodes, 1);
  VectorXd tau(2), expected(2);
  const Eigen::Vector2d q(0.3, table.axes()[1].node(2)), a(1, 2);
  const Eigen::Vector2d v(table.axes()[2].node(0), table.axes()[3].node(1));
  ASSERT_TRUE(table(q, v, a, tau));
  InverseDynamics{model}(q, v, a, expected);
  EXPECT_LT(relative_difference(tau, expected), 1e-12);
}

TEST(TableAxes, ASlideWithoutLimitsNeedsARange) {
  Robot robot = limited_robot(3);
  robot.joints[2].limits = {};
  const Model model = compile(robot);
  try {
    const DynamicsTable table(model, TableMethod::configuration_space, {.nodes = 3});
    FAIL() << "should have been refused";
  } catch (const Error& e) {
    EXPECT_NE(e.reason().find("'j2'"), std::string::npos) << e.reason();
  }
  const DynamicsTable table(model, TableMethod::configuration_space,
                            {.nodes = 3, .unlimited = TableOptions::Range{-0.5, 0.5}});
  EXPECT_EQ(table.axes()[2].upper, 0.5);
}

TEST(TableOptions, NonsenseIsRefused) {
  const Model model = compile(limited_robot(2));
  const auto refused = [&](const TableOptions& options) {
    EXPECT_THROW(DynamicsTable(model, TableMethod::albus, options), Error);
  };
  refused({.nodes = 1});
  refused({.nodes = 3, .velocity_nodes = 1});
  refused({.nodes = 3, .velocity = 0.0});
  refused({.nodes = 3, .acceleration = std::nan("")});
  EXPECT_THROW(table_method("horn"), Error);
  EXPECT_EQ(table_method("albus"), TableMethod::albus);
}

TEST(TableInterpolation, CubicInTooManyDimensionsIsRefused) {
  DynamicsTable table(compile(limited_robot(4)), TableMethod::albus,
                      {.nodes = 2, .velocity_nodes = 2});
  EXPECT_THROW(table.set_interpolation(Interpolation::cubic), Error);
  EXPECT_EQ(table.interpolation(), Interpolation::linear);
}

}  // namespace alembert::test::dynamics_table_test
