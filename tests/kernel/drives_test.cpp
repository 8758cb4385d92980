// What drives add to torques, and how it changes where Coulomb friction is smoothed.
#include "kernel/drives.hpp"

#include <gtest/gtest.h>

#include "alembert/inverse_dynamics.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::drives_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Coupled joints and drives on all of them.
struct Driven {
  explicit Driven(unsigned seed) : random(seed) {
    const Robot robot = random_robot(random, {.joints = 6, .couple = 0.5, .drives = true});
    model.emplace(compile(robot));
    ideal.emplace(compile(robot, {.ideal = true}));
    q = random.values(model->dofs());
    v = random.values(model->dofs());
    a = random.values(model->dofs());
    zero = VectorXd::Zero(model->dofs());
  }
  MatrixXd square() const { return MatrixXd::Zero(model->dofs(), model->dofs()); }

  Random random;
  std::optional<Model> model, ideal;
  VectorXd q, v, a, zero;
};

TEST(Drives, AddWhatAnIdealModelLacks) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Driven arm(seed);
    VectorXd with = arm.zero, without = arm.zero;
    InverseDynamics{*arm.model}(arm.q, arm.v, arm.a, with);
    InverseDynamics{*arm.ideal}(arm.q, arm.v, arm.a, without);
    const Drives<double> drives(*arm.model);
    EXPECT_FALSE(drives.empty());
    EXPECT_TRUE(Drives<double>(*arm.ideal).empty());
    drives.add(arm.q, arm.v, arm.a, without);
    EXPECT_LE(relative_difference(with, without), 1e-15) << "seed " << seed;
  }
}

TEST(Drives, SmoothedFrictionIsThePlainOneFarAboveTheSlipSpeed) {
  const Driven arm(1);
  VectorXd plain = arm.zero, smooth = arm.zero;
  const VectorXd fast = 10.0 * arm.v;
  Drives<double>(*arm.model).add(arm.q, fast, arm.a, plain);
  Drives<double>(*arm.model, 1e-3 * fast.cwiseAbs().minCoeff()).add(arm.q, fast, arm.a, smooth);
  EXPECT_LE(relative_difference(plain, smooth), 1e-14);
}

TEST(Drives, CoulombFrictionAloneIsWhatTheSignChanges) {
  for (const double slip : {0.0, 0.3}) {
    const Driven arm(2);
    const Drives<double> drives(*arm.model, slip);
    VectorXd there = arm.zero, back = arm.zero, twice = arm.zero;
    const VectorXd reversed = -arm.v;
    for (const auto& [v, tau] : {std::pair{&arm.v, &there}, std::pair{&reversed, &back}}) {
      drives.add(arm.q, *v, arm.a, *tau);
      for (const Drive<double>& d : drives.all()) {
        (*tau)[d.coordinate] -= d.ratio * d.ratio * d.viscous * (*v)[d.coordinate];
      }
    }
    drives.add_coulomb(arm.v, 2.0, twice);
    EXPECT_LE(relative_difference(there - back, twice), 1e-12) << slip;
  }
}

TEST(Drives, DerivativesOfSmoothedFrictionAreThoseOfItsTorque) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Driven arm(seed);
    const int n = arm.model->dofs();
    const Drives<double> drives(*arm.model, 0.4);
    MatrixXd dq = arm.square(), dv = arm.square(), M = arm.square();
    drives.add_derivatives(arm.v, dq, dv, M);
    constexpr double h = 1e-5;
    const auto slope = [&](int j, int of) {
      VectorXd x[3] = {arm.q, arm.v, arm.a}, up = arm.zero, down = arm.zero;
      x[of][j] += h;
      drives.add(x[0], x[1], x[2], up);
      x[of][j] -= 2.0 * h;
      drives.add(x[0], x[1], x[2], down);
      return VectorXd((up - down) / (2.0 * h));
    };
    for (int j = 0; j < n; ++j) {
      EXPECT_LE(largest(slope(j, 0) - dq.col(j)), 1e-7 * (1.0 + largest(dq)));
      EXPECT_LE(largest(slope(j, 1) - dv.col(j)), 1e-7 * (1.0 + largest(dv)));
      EXPECT_LE(largest(slope(j, 2) - M.col(j)), 1e-7 * (1.0 + largest(M)));
    }
  }
}

TEST(Drives, HessianOfSmoothedFrictionIsThatOfItsDerivatives) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Driven arm(seed);
    const int n = arm.model->dofs();
    const Drives<double> drives(*arm.model, 0.4);
    const VectorXd weights = arm.random.values(n);
    MatrixXd vv = arm.square();
    drives.add_hessian(arm.v, weights, vv);
    EXPECT_GT(largest(vv), 0.0);
    constexpr double h = 1e-5;
    for (int j = 0; j < n; ++j) {
      MatrixXd up = arm.square(), down = arm.square(), rest = arm.square();
      VectorXd v = arm.v;
      v[j] += h;
      drives.add_derivatives(v, rest, up, rest);
      v[j] -= 2.0 * h;
      drives.add_derivatives(v, rest, down, rest);
      const VectorXd slope = (up - down).transpose() * weights / (2.0 * h);
      EXPECT_LE(largest(slope - vv.col(j)), 1e-7 * (1.0 + largest(vv))) << "seed " << seed;
    }
  }
}

TEST(Drives, ColumnsTimesParametersAreTheTorque) {
  const Driven arm(3);
  VectorXd expected = arm.zero, tau = arm.zero;
  const Drives<double> drives(*arm.model);
  drives.add(arm.q, arm.v, arm.a, expected);
  for (const Drive<double>& d : drives.all()) {
    const int c = d.coordinate;
    const auto motion = d.motion_columns(arm.v[c], arm.a[c]);
    const auto spring = d.spring_columns(arm.q[c]);
    tau[c] += motion[0] * d.rotor_inertia + motion[1] * d.viscous + motion[2] * d.coulomb +
              spring[0] * d.stiffness - spring[1] * d.stiffness * d.spring_rest;
  }
  EXPECT_LE(relative_difference(tau, expected), 1e-14);
}

}  // namespace alembert::test::drives_test
