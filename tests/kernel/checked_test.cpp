#include "alembert/checked.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "alembert/inverse_dynamics.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::checked_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct CheckedCall : ::testing::Test {
  CheckedCall() {
    Random random(1);
    model.emplace(compile(random_robot(random, {.joints = 3})));
    q = v = a = VectorXd::Constant(model->dofs(), 0.5);
    tau = VectorXd::Zero(model->dofs());
  }
  void call() {
    InverseDynamics<> id(*model);
    checked(*model, {{"q", q}, {"v", v}, {"a", a}}, {{"tau", tau, 1}}, [&] { id(q, v, a, tau); });
  }
  /// What the refusal says; empty if there was none.
  std::string refusal() {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  std::optional<Model> model;
  VectorXd q, v, a, tau;
};

TEST_F(CheckedCall, GivesWhatTheCallItselfGives) {
  call();
  VectorXd expected(model->dofs());
  InverseDynamics<> id(*model);
  id(q, v, a, expected);
  EXPECT_EQ(tau, expected);
  EXPECT_GT(tau.norm(), 0.0);
}

TEST_F(CheckedCall, RefusesWrongSizesByName) {
  v.conservativeResize(v.size() - 1);
  EXPECT_NE(refusal().find("v has "), std::string::npos) << refusal();
  v = q;
  tau.resize(q.size() + 1);
  EXPECT_NE(refusal().find("tau has "), std::string::npos) << refusal();
}

TEST_F(CheckedCall, RefusesMatricesOfOtherShapes) {
  const int n = model->dofs();
  EXPECT_THROW(check_arguments(*model, {}, {{"M", MatrixXd(n, n + 1), n}}), Error);
  EXPECT_THROW(check_arguments(*model, {}, {{"M", MatrixXd(n - 1, n), n}}), Error);
  EXPECT_NO_THROW(check_arguments(*model, {}, {{"M", MatrixXd(n, n), n}}));
}

TEST_F(CheckedCall, RefusesWhatIsNotFiniteAndSaysWhere) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
    a[1] = bad;
    const std::string& name = model->coordinates()[1].name;
    EXPECT_NE(refusal().find("a of '" + name + "'"), std::string::npos) << refusal();
  }
}

}  // namespace alembert::test::checked_test
