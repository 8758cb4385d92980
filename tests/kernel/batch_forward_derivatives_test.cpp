// Derivatives of forward dynamics in packs: by the factor of M where that pays.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <string>

#include "alembert/batch.hpp"
#include "alembert/derivatives.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::batch_forward_derivatives_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

template <typename T>
struct AccelerationRows {
  RowMatrix<T> a, dq, dv, dtau;

  AccelerationRows(int count, int n) : a(count, n), dq(count, n * n), dv(dq), dtau(dq) {}

  template <typename Rows>
  bool set(Batch<T>& batch, const Rows& q, const Rows& v, const Rows& tau) {
    return batch.forward_dynamics_derivatives(q, v, tau, a, dq, dv, dtau);
  }
  RowMatrix<T> all() const {
    RowMatrix<T> together(a.rows(), a.cols() + 3 * dq.cols());
    together << a, dq, dv, dtau;
    return together;
  }
};

RowMatrix<double> rows_of_values(Random& random, int count, int n) {
  RowMatrix<double> rows(count, n);
  for (int k = 0; k < count; ++k) rows.row(k) = random.values(n);
  return rows;
}

double condition(const MatrixXd& M) {
  const VectorXd sizes = Eigen::SelfAdjointEigenSolver<MatrixXd>(M).eigenvalues();
  return sizes[sizes.size() - 1] / sizes[0];
}

/// Every state's rows against the call for it alone, as far as M is round.
template <typename T>
void expect_single_calls(const Robot& robot, double tolerance) {
  const Model model = compile(robot);
  const int n = model.dofs(), count = 19;  // not a multiple of any width
  Random random(5);
  const RowMatrix<double> q = rows_of_values(random, count, n),
                          v = rows_of_values(random, count, n),
                          tau = rows_of_values(random, count, n);
  Batch<T> batch(model, 1);
  AccelerationRows<T> rows(count, n);
  const RowMatrix<T> q_T = q.cast<T>(), v_T = v.cast<T>(), tau_T = tau.cast<T>();
  ASSERT_TRUE(rows.set(batch, q_T, v_T, tau_T));
  ForwardDynamicsDerivatives single(model);
  MassMatrix mass_matrix(model);
  for (int k = 0; k < count; ++k) {
    const VectorXd of_q = q_T.row(k).template cast<double>(),
                   of_v = v_T.row(k).template cast<double>(),
                   of_tau = tau_T.row(k).template cast<double>();
    VectorXd a(n);
    MatrixXd M(n, n), dq(n, n), dv(n, n), dtau(n, n);
    ASSERT_TRUE(single(of_q, of_v, of_tau, a, dq, dv, dtau));
    mass_matrix(of_q, M);
    const double allowed = tolerance * condition(M);
    const auto expect_near = [&](const RowMatrix<T>& row, const MatrixXd& one, const char* what) {
      const MatrixXd own = row.row(k)
                               .template reshaped<Eigen::RowMajor>(one.rows(), one.cols())
                               .template cast<double>();
      EXPECT_LE(relative_difference(own, one), allowed) << what << ", state " << k;
    };
    expect_near(rows.a, a, "accelerations");
    expect_near(rows.dq, dq, "by q");
    expect_near(rows.dv, dv, "by v");
    expect_near(rows.dtau, dtau, "by tau");
  }
}
void expect_single_calls(const Robot& robot) {
  {
    SCOPED_TRACE("double");
    expect_single_calls<double>(robot, 1e-14);
  }
  SCOPED_TRACE("float");
  expect_single_calls<float>(robot, 4e-6);
}

Robot robot_with(unsigned seed, const RandomRobotOptions& options) {
  Random random(seed);
  return random_robot(random, options);
}

TEST(BatchOfAccelerationDerivatives, EqualsSingleCallsOfChains) {
  for (const int joints : {1, 2, 6, 7, 12, 20, 30}) {
    SCOPED_TRACE(std::to_string(joints) + " joints");
    expect_single_calls(
        robot_with(1, {.joints = joints, .chain = true, .types = {JointType::revolute}}));
  }
}

TEST(BatchOfAccelerationDerivatives, EqualsSingleCallsOfArmsAsPeopleBuildThem) {
  for (const int joints : {3, 6, 7}) {
    SCOPED_TRACE(std::to_string(joints) + " joints");
    expect_single_calls(robot_with(2, {.joints = joints,
                                       .chain = true,
                                       .types = {JointType::revolute},
                                       .drives = true,
                                       .square = true}));
  }
}

TEST(BatchOfAccelerationDerivatives, EqualsSingleCallsWhereJointsSlide) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomRobotOptions options{
        .joints = 7,
        .chain = seed % 2 == 0,
        .types = {JointType::prismatic, JointType::revolute, JointType::helical},
        .drives = true};
    expect_single_calls(robot_with(seed, options));
  }
}

TEST(BatchOfAccelerationDerivatives, EqualsSingleCallsOfTrees) {
  for (const int joints : {5, 16, 32}) {  // some of them on several roots
    for (unsigned seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(std::to_string(joints) + " joints, seed " + std::to_string(seed));
      expect_single_calls(robot_with(seed, {.joints = joints, .types = {JointType::revolute}}));
    }
  }
}

TEST(BatchOfAccelerationDerivatives, EqualsSingleCallsOnAFloatingBase) {
  Robot robot = robot_with(4, {.joints = 9, .types = {JointType::revolute}});
  for (Joint& joint : robot.joints) {
    if (joint.parent == robot.base) joint.parent = robot.links[1].name;
  }
  robot.joints[0].parent = robot.base;
  robot.joints[0].type = JointType::floating;
  expect_single_calls(robot);
}

/// Two joints about one axis and nothing between them: where they line up they move nothing.
Robot arm_that_can_lock() {
  Robot robot;
  robot.name = "wrist";
  robot.base = "base";
  for (const char* name : {"base", "first", "second", "tool"}) {
    robot.links.push_back({name, {}, {}, {}, {}});
  }
  robot.links[3].inertia =
      Inertia{.mass = 1.0, .com = {0.0, 0.0, 0.3}, .about_com = 0.01 * Eigen::Matrix3d::Identity()};
  const Eigen::Vector3d axes[] = {Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX(),
                                  Eigen::Vector3d::UnitZ()};
  for (std::size_t j = 0; j < 3; ++j) {
    Joint joint;
    joint.type = JointType::revolute;
    joint.name = "j" + std::to_string(j);
    joint.parent = robot.links[j].name;
    joint.child = robot.links[j + 1].name;
    joint.axis = axes[j];
    robot.joints.push_back(joint);
  }
  return robot;
}

TEST(BatchOfAccelerationDerivatives, SaysWhichStateMovesNoMassAndSparesTheOthers) {
  const Model model = compile(arm_that_can_lock());
  Random random(6);
  const int count = 9, locked = 4;
  RowMatrix<double> q = rows_of_values(random, count, 3);
  const RowMatrix<double> v = rows_of_values(random, count, 3),
                          tau = rows_of_values(random, count, 3);
  q.col(1).setConstant(0.7);
  Batch<double> batch(model, 1);
  AccelerationRows<double> good(count, 3), mixed(count, 3);
  ASSERT_TRUE(good.set(batch, q, v, tau));
  q(locked, 1) = 0.0;
  EXPECT_FALSE(mixed.set(batch, q, v, tau));
  const RowMatrix<double> expected = good.all(), found = mixed.all();
  for (int k = 0; k < count; ++k) {
    if (k == locked) {
      EXPECT_TRUE(found.row(k).array().isNaN().all());
    } else {
      EXPECT_EQ(found.row(k), expected.row(k)) << "state " << k;
    }
  }
}

TEST(BatchOfAccelerationDerivatives, IsTheSameOnOneThreadAndOnTwoAndForEachStateAlone) {
  for (const int joints : {7, 12}) {
    const Model model = compile(robot_with(7, {.joints = joints, .chain = joints == 7}));
    Random random(8);
    const int count = 333, n = model.dofs();
    const RowMatrix<double> q = rows_of_values(random, count, n),
                            v = rows_of_values(random, count, n),
                            tau = rows_of_values(random, count, n);
    Batch<double> one(model, 1), two(model, 2);
    AccelerationRows<double> of_one(count, n), of_two(count, n), alone(1, n);
    ASSERT_TRUE(of_one.set(one, q, v, tau));
    ASSERT_TRUE(of_two.set(two, q, v, tau));
    EXPECT_EQ(of_one.all(), of_two.all());
    for (int k = 0; k < count; k += 41) {
      const RowMatrix<double> own_q = q.row(k), own_v = v.row(k), own_tau = tau.row(k);
      ASSERT_TRUE(alone.set(one, own_q, own_v, own_tau));
      EXPECT_EQ(alone.all(), of_one.all().row(k)) << "state " << k;
    }
  }
}

}  // namespace alembert::test::batch_forward_derivatives_test
