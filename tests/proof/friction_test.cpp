// What friction may be between the smoothed and the true one, and proofs that cover it.
#include <gtest/gtest.h>

#include "alembert/formulation.hpp"
#include "alembert/proof.hpp"
#include "support/planar_arms.hpp"
#include "support/random_robot.hpp"
#include "task/friction_hull.hpp"

namespace alembert::test::friction_test {

/// A chain whose joints rub, some of them coupled to others.
Model rubbing_arm(unsigned seed) {
  Random random(seed);
  Robot robot = random_robot(random, {.joints = 5, .chain = true, .couple = 0.4});
  for (Joint& joint : robot.joints) joint.friction.coulomb = random.real(0.1, 3.0);
  return compile(robot);
}

double sign(double v) { return v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0; }

/// Friction of one coordinate as written in books, `of` being tanh or a sign.
template <typename Of>
double friction(const Model& model, int coordinate, double v, Of of) {
  double tau = 0.0;
  for (const ModelJoint& joint : model.joints()) {
    if (joint.coordinate == coordinate) tau += joint.ratio * joint.coulomb * of(joint.ratio * v);
  }
  return tau;
}

/// Speeds of all sizes, on both sides of every edge.
std::vector<double> speeds(double slip) {
  std::vector<double> out = {0.0};
  Random random(5);
  for (int k = 0; k < 4000; ++k) out.push_back(slip * random.real(-4.0, 4.0));
  for (int k = 0; k < 400; ++k) out.push_back(slip * random.real(-400.0, 400.0));
  return out;
}

TEST(FrictionHull, CoversTheSmoothedAndTheTrueFrictionAndAllOfItBelowTheSlipSpeed) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const Model model = rubbing_arm(seed);
    const MotionProblem problem(model);
    const FrictionHull hull(problem);
    const double slip = problem.slip_speed;
    for (int j = 0; j < model.dofs(); ++j) {
      ASSERT_TRUE(hull.rubs(j));
      const double all = friction(model, j, 1.0, sign);
      for (const double v : speeds(slip)) {
        const double smoothed =
            friction(model, j, v, [&](double x) { return std::tanh(x / slip); });
        const double most = smoothed + hull.above(j, v).value,
                     least = smoothed + hull.below(j, v).value;
        const double exact = friction(model, j, v, sign), tiny = 1e-14 * all;
        EXPECT_GE(most, std::max(smoothed, exact) - tiny);
        EXPECT_LE(least, std::min(smoothed, exact) + tiny);
        EXPECT_LE(most, all + tiny);
        EXPECT_GE(least, -all - tiny);
        double fastest = 0.0;
        for (const ModelJoint& joint : model.joints()) {
          if (joint.coordinate == j) fastest = std::max(fastest, std::abs(joint.ratio * v));
        }
        if (fastest > slip) continue;
        EXPECT_NEAR(most, all, tiny);
        EXPECT_NEAR(least, -all, tiny);
      }
    }
  }
}

TEST(FrictionHull, IsTheSmoothedFrictionAgainFarFromRest) {
  const Model model = compile(two_joints({}, {}, point_mass(0.2, 0.3), point_mass(0.1, 0.3)));
  MotionProblem problem(model);
  EXPECT_TRUE(FrictionHull(problem).empty());
  const Model rubs = rubbing_arm(3);
  EXPECT_TRUE([&] {
    MotionProblem smoothed(rubs);
    smoothed.friction = FrictionCover::smoothed;
    return FrictionHull(smoothed).empty();
  }());
  const FrictionHull hull{MotionProblem(rubs)};
  for (int j = 0; j < rubs.dofs(); ++j) {
    double least = infinity;
    for (const ModelJoint& joint : rubs.joints()) {
      if (joint.coordinate == j) least = std::min(least, std::abs(joint.ratio));
    }
    const double far = 4.01 * 0.05 / least;
    EXPECT_EQ(hull.above(j, -far).value, 0.0);
    EXPECT_EQ(hull.below(j, far).value, 0.0);
    EXPECT_NEAR(hull.above(j, 20.0 * far).value, 0.0, 1e-12);
  }
}

TEST(FrictionHull, CoversThePowerOfEveryFrictionInIt) {
  const Model model = rubbing_arm(2);
  const MotionProblem problem(model);
  const FrictionHull hull(problem);
  const double slip = problem.slip_speed;
  for (int j = 0; j < model.dofs(); ++j) {
    const double all = friction(model, j, 1.0, sign);
    for (const double v : speeds(slip)) {
      for (const double more : {hull.above(j, v).value, hull.below(j, v).value, 0.0}) {
        EXPECT_GE(hull.power_above(j, v).value, more * v - 1e-13 * all);
        EXPECT_LE(hull.power_below(j, v).value, more * v + 1e-13 * all);
      }
    }
  }
}

using Bound = SpeedFunction (FrictionHull::*)(int, double) const;

TEST(FrictionHull, SlopesAndBendsAreThoseOfItsValues) {
  const Model model = rubbing_arm(4);
  const FrictionHull hull{MotionProblem(model)};
  const double slip = 0.05, h = 1e-5 * slip;
  const auto check = [&](Bound bound, int j, double v) {
    const SpeedFunction at = (hull.*bound)(j, v), before = (hull.*bound)(j, v - h),
                        after = (hull.*bound)(j, v + h);
    double size = 0.0;
    for (const ModelJoint& joint : model.joints()) {
      const double ratio = std::max(1.0, std::abs(joint.ratio));
      if (joint.coordinate == j) size += joint.coulomb * ratio * ratio * ratio;
    }
    EXPECT_NEAR(at.slope, (after.value - before.value) / (2.0 * h), 1e-4 * size / slip);
    // Bends are continuous, but not smooth: of their slopes h times as much is missed.
    EXPECT_NEAR(at.bend, (after.slope - before.slope) / (2.0 * h), 1e-3 * size / (slip * slip));
  };
  for (int j = 0; j < model.dofs(); ++j) {
    for (const double v : speeds(slip)) {
      check(&FrictionHull::above, j, v);
      check(&FrictionHull::below, j, v);
      check(&FrictionHull::power_above, j, v);
      check(&FrictionHull::power_below, j, v);
    }
  }
}

TEST(FrictionHull, EnclosuresHoldEveryValueOfTheirPiece) {
  const Model model = rubbing_arm(1);
  const FrictionHull hull{MotionProblem(model)};
  const double slip = 0.05;
  Random random(9);
  for (int k = 0; k < 3000; ++k) {
    const int j = random.integer(0, model.dofs() - 1);
    const double middle = slip * random.real(-4.0, 4.0),
                 half = slip * std::pow(10.0, random.real(-6.0, 0.7));
    const Enclosure v = Enclosure::line(middle, half);
    const Enclosure bounds[] = {hull.above(j, v), hull.below(j, v), hull.power_above(j, v),
                                hull.power_below(j, v)};
    for (int i = 0; i <= 20; ++i) {
      const double s = -1.0 + 0.1 * i, at = middle + half * s;
      const double values[] = {hull.above(j, at).value, hull.below(j, at).value,
                               hull.power_above(j, at).value, hull.power_below(j, at).value};
      for (int b = 0; b < 4; ++b) {
        double polynomial = 0.0;
        for (int power = 4; power >= 0; --power) {
          polynomial = polynomial * s + bounds[b].c[static_cast<std::size_t>(power)];
        }
        EXPECT_LE(std::abs(values[b] - polynomial), bounds[b].r + 1e-14)
            << "bound " << b << ", piece " << middle << " +- " << half;
      }
    }
  }
}

/// One heavy wheel that turns to and fro, and what a motor of it must give.
struct Turning {
  explicit Turning(double direction = 1.0) {
    Robot robot = two_joints({}, {}, point_mass(0.2, 0.3), point_mass(0.1, 0.3));
    robot.gravity.setZero();
    robot.joints[0].friction.coulomb = 2.0;
    problem = std::make_unique<MotionProblem>(compile(robot));
    MotionLimits& limits = problem->limits;
    limits.lower.setConstant(-infinity);
    for (Eigen::VectorXd* none : {&limits.upper, &limits.velocity, &limits.acceleration,
                                  &limits.jerk, &limits.power, &limits.torque_upper}) {
      none->setConstant(infinity);
    }
    limits.torque_lower.setConstant(-infinity);
    problem->start.q = problem->goal.q = Eigen::Vector2d::Zero();
    problem->spline.segments = 4;
    Eigen::MatrixXd points = Eigen::MatrixXd::Zero(7, 2);
    points.col(0) << 0.0, 0.0, 0.2, 0.5, 0.3, 0.25, 0.25;
    motion = {BSpline(3, BSpline::clamped_knots(3, 4, 1.0), direction * points)};
  }

  /// The largest torque of the first joint where friction has the true sign of the speed, but all
  /// of it from -slow on, by Kane's equations.
  double peak(double slow) const {
    constexpr int count = 200'000;
    const auto kane =
        Formulations::get("kane").make<double>(without_drives(problem->model, {.coulomb = true}));
    double most = -infinity;
    Eigen::VectorXd tau(2);
    for (int k = 0; k <= count; ++k) {
      const double t = motion.duration() * k / count;
      (*kane)(motion.q(t), motion.q(t, 1), motion.q(t, 2), {}, tau);
      const double v = motion.q(t, 1)[0];
      most = std::max(most, tau[0] + 2.0 * (v >= -slow ? 1.0 : sign(v)));
    }
    return most;
  }

  std::unique_ptr<MotionProblem> problem;
  Trajectory motion;
};

TEST(ProveFriction, WhatOnlyTheTrueSignPassesIsRefusedAndProvenForTheSmoothedOneIfAsked) {
  Turning turning;
  MotionProblem& problem = *turning.problem;
  problem.limits.torque_upper[0] = turning.peak(0.0) - 1e-3;
  ASSERT_NE(prove(Task(problem), turning.motion).first(LimitProof::Verdict::violated), nullptr);
  problem.friction = FrictionCover::smoothed;
  EXPECT_TRUE(prove(Task(problem), turning.motion).holds());
}

TEST(ProveFriction, AllFrictionBelowTheSlipSpeedIsCoveredAndNoneWellAboveIt) {
  Turning turning(-1.0);  // so that the motor pushes most where it brakes
  MotionProblem& problem = *turning.problem;
  const double slip = problem.slip_speed;
  ASSERT_GT(turning.peak(slip), turning.peak(0.0) + 1e-3);
  problem.limits.torque_upper[0] = turning.peak(slip) - 1e-5;
  EXPECT_FALSE(prove(Task(problem), turning.motion).holds());
  problem.limits.torque_upper[0] = turning.peak(4.0 * slip) + 1e-5;
  EXPECT_TRUE(prove(Task(problem), turning.motion).holds());
}

TEST(ProveFriction, BothBoundsOfAJointAreOneLimit) {
  Turning turning;
  turning.problem->limits.torque_upper[0] = 20.0;
  turning.problem->limits.torque_lower[0] = -20.0;
  turning.problem->limits.power[0] = 30.0;
  const Proof proof = prove(Task(*turning.problem), turning.motion);
  int torques = 0, powers = 0;
  for (const LimitProof& limit : proof.limits) {
    torques += limit.worst.of.kind == LimitKind::torque ? 1 : 0;
    powers += limit.worst.of.kind == LimitKind::power ? 1 : 0;
  }
  EXPECT_EQ(torques, 1);
  EXPECT_EQ(powers, 1);
  EXPECT_TRUE(proof.holds());
}

}  // namespace alembert::test::friction_test
