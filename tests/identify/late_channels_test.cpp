// Which channels are late: equations whose delays are known.
#include "identify/late_channels.hpp"

#include <gtest/gtest.h>

#include <random>

namespace alembert::identifying::late_channels_test {

constexpr int dofs = 4;

/// Of so many rows, in which position 1 looks much like all torques together do.
DelayEquations made_up(const Eigen::VectorXd& truth, double noise, unsigned seed) {
  constexpr int rows = 2000;
  std::mt19937 engine(seed);
  std::normal_distribution<double> normal;
  Eigen::MatrixXd D(rows, 2 * dofs);
  Eigen::VectorXd r(rows);
  for (int i = 0; i < rows; ++i) {
    for (int d = 0; d < 2 * dofs; ++d) D(i, d) = normal(engine);
    D(i, dofs + 1) = 0.3 * D(i, dofs + 1) - D.row(i).head(dofs).sum();
    r[i] = D.row(i) * truth + noise * normal(engine);
  }
  D /= noise;
  r /= noise;
  return {D.transpose() * D, D.transpose() * r, (D.transpose() * D).diagonal(), r.squaredNorm()};
}

DelayEvidence white_noise() {
  return {0.005, Eigen::VectorXd::Zero(dofs), Eigen::VectorXd::Ones(dofs)};
}

TEST(LateChannels, AreFoundEvenWhereOthersLookAlike) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Eigen::VectorXd truth = Eigen::VectorXd::Zero(2 * dofs);
    truth[dofs + 1] = 0.006;
    const ChannelDelays found = late_channels(made_up(truth, 0.02, seed), white_noise());
    EXPECT_NEAR(found.position[1], 0.006, 4.5 * found.position_error[1]);
    EXPECT_TRUE(found.torque.isZero(0.0)) << found.torque.transpose();
    EXPECT_EQ((found.position.array() != 0.0).count(), 1) << found.position.transpose();
  }
}

TEST(LateChannels, AllTorquesAreOneDelay) {
  Eigen::VectorXd truth = Eigen::VectorXd::Zero(2 * dofs);
  truth.head(dofs).setConstant(0.004);
  truth[dofs + 3] = -0.005;
  const ChannelDelays found = late_channels(made_up(truth, 0.02, 1), white_noise());
  EXPECT_EQ(found.torque.minCoeff(), found.torque.maxCoeff());
  EXPECT_NEAR(found.torque[0], 0.004, 4.0 * found.torque_error[0]);
  EXPECT_NEAR(found.position[3], -0.005, 4.0 * found.position_error[3]);
  EXPECT_EQ((found.position.array() != 0.0).count(), 1);
}

TEST(LateChannels, AreNoneInNoise) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Eigen::VectorXd truth = Eigen::VectorXd::Zero(2 * dofs);
    EXPECT_TRUE(late_channels(made_up(truth, 0.02, seed), white_noise()).none());
  }
}

TEST(LateChannels, AreNotBelievedInWhereTheModelIsWrong) {
  Eigen::VectorXd truth = Eigen::VectorXd::Zero(2 * dofs);
  truth[dofs + 3] = 0.005;
  DelayEvidence evidence = white_noise();
  evidence.correlation.setConstant(1.0);
  EXPECT_TRUE(late_channels(made_up(truth, 0.05, 1), evidence).none());
  EXPECT_FALSE(late_channels(made_up(truth, 0.05, 1), white_noise()).none());
}

}  // namespace alembert::identifying::late_channels_test
