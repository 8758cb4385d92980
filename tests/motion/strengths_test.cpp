// Strengths that depend on angle and speed: what their source says, derivatives against
// differences, enclosures against samples, and a lift within them.
#include <gtest/gtest.h>

#include <cmath>

#include "alembert/human.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/motion_sample.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"
#include "task/momentary_strength.hpp"

namespace alembert::test::strengths_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One coordinate without torque: what is left is -limit times the share that is there.
struct Alone {
  explicit Alone(const StrengthCurve& curve) : function({curve}, {1.0}) {}

  double share(double q, double v) {
    point.z.head(2) << q, v;
    VectorXd g(1);
    function.value({point, tau, by_z}, g);
    return 1.0 - g[0];
  }
  Eigen::RowVector2d slopes(double q, double v) {
    point.z.head(2) << q, v;
    MatrixXd D = MatrixXd::Zero(1, point.z.size());
    function.derivative({point, tau, by_z}, D);
    return -D.leftCols(2);
  }
  Eigen::Matrix2d bends(double q, double v) {
    point.z.head(2) << q, v;
    MatrixXd H = MatrixXd::Zero(point.z.size(), point.z.size());
    VectorXd gradient = VectorXd::Zero(point.z.size()), weights = VectorXd::Zero(1);
    function.add_hessian({point, tau, by_z}, VectorXd::Ones(1), gradient, H, weights);
    EXPECT_EQ(weights[0], 1.0);
    return -H.topLeftCorner(2, 2);
  }

  MomentaryStrength function;
  MotionPoint point = MotionPoint(1, 0);
  VectorXd tau = VectorXd::Zero(1);
  MatrixXd by_z = MatrixXd::Zero(1, point.z.size());
};

/// Knee extension of young men: against the knee's own direction.
const StrengthCurve extension{0, false, 1.258, 1.133, 1.517, 3.952};
const StrengthCurve hip_flexion{0, true, 0.738, -0.214, 2.095, 4.267};

TEST(Strengths, AreWhatAndersonMeasured) {
  Alone knee(extension);
  const double at_rest = knee.share(1.133, 0.0);
  EXPECT_NEAR(at_rest, 1.0, 0.01);  // rounded there, to less
  EXPECT_LE(at_rest, 1.0);
  EXPECT_EQ(knee.share(1.133, 2.0), 1.0);  // flexed against its will
  EXPECT_NEAR(knee.share(1.133, -1.517), 0.75, 1e-12);
  EXPECT_NEAR(knee.share(1.133, -3.952), 0.5, 1e-12);
  EXPECT_NEAR(knee.share(1.133 + std::acos(0.5) / 1.258, 1.0), 0.5, 1e-12);
  EXPECT_NEAR(Alone(hip_flexion).share(-0.214, 4.267), 0.5, 1e-12);
  EXPECT_GT(knee.share(2.6, -25.0), 0.0);  // beyond all that was measured
}

TEST(Strengths, HaveTheSlopesAndBendsOfDifferences) {
  for (const StrengthCurve& curve : {extension, hip_flexion}) {
    Alone joint(curve);
    for (const double q : {-1.9, -0.5, 0.3, 1.0, 2.4}) {
      for (const double v : {-30.0, -8.0, -1.0, -0.05, 0.0, 0.07, 2.0, 9.5}) {
        const double h = 1e-5;
        const Eigen::RowVector2d slopes = joint.slopes(q, v);
        EXPECT_NEAR(slopes[0], (joint.share(q + h, v) - joint.share(q - h, v)) / (2 * h), 1e-8);
        EXPECT_NEAR(slopes[1], (joint.share(q, v + h) - joint.share(q, v - h)) / (2 * h), 1e-8);
        const Eigen::Matrix2d bends = joint.bends(q, v);
        Eigen::Matrix2d by_differences;
        by_differences << (joint.slopes(q + h, v) - joint.slopes(q - h, v)) / (2 * h),
            (joint.slopes(q, v + h) - joint.slopes(q, v - h)) / (2 * h);
        EXPECT_LT(largest_difference(bends, by_differences), 1e-6) << q << ' ' << v;
      }
    }
  }
}

TEST(Strengths, AreEnclosedOnPiecesOfAnySize) {
  Random random(5);
  for (const StrengthCurve& curve : {extension, hip_flexion}) {
    Alone joint(curve);
    for (int trial = 0; trial < 300; ++trial) {
      const double q = random.real(-2.0, 3.0), v = random.real(-15.0, 15.0);
      const double size = std::pow(10.0, random.real(-4.0, 0.5));
      MotionPiece piece(1, 0);
      piece.q[0] = Enclosure::line(q, size);
      piece.v[0] = Enclosure::line(v, -size);
      VecX<Enclosure> tau(1), out(1);
      tau[0] = Enclosure(0.0);
      ASSERT_TRUE(joint.function.enclose(piece, tau, out));
      for (double s = -1.0; s <= 1.0; s += 0.125) {
        const double value = 1.0 - joint.share(q + size * s, v - size * s);
        EXPECT_LE(out[0].lower(), value);
        EXPECT_GE(out[0].upper(), value);
      }
    }
  }
}

/// Of a person with weaker legs, so that they hold the lift back.
TEST(Strengths, ALiftKeepsThemAtEveryInstant) {
  MotionFile file =
      load_motion_problem(std::string(ALEMBERT_SOURCE_DIR) + "/examples/human_lift.yaml");
  MotionProblem& problem = file.problem;
  problem.strengths = strengths_of_people(problem.model, Sex::male);
  ASSERT_EQ(problem.strengths.size(), 12u);
  for (const StrengthCurve& curve : problem.strengths) {
    (curve.positive ? problem.limits.torque_upper
                    : problem.limits.torque_lower)[curve.coordinate] *= 0.6;
  }
  const Solution found = solve(problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved);
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  const std::vector<MotionSample> samples =
      sample(Task(problem).of(found.motion), found.motion, 2001);
  double most = 0.0;
  for (const MotionSample& now : samples) {
    for (const StrengthCurve& curve : problem.strengths) {
      const int j = curve.coordinate;
      const double turn = curve.positive ? 1.0 : -1.0, a = curve.speed_of_three_quarters,
                   b = curve.speed_of_half, w = std::max(0.0, turn * now.v[j]);
      const double limit =
          curve.positive ? problem.limits.torque_upper[j] : -problem.limits.torque_lower[j];
      const double off = curve.narrowness * (now.q[j] - curve.best);
      if (std::abs(off) > 1.3) continue;  // not what they measured
      const double share =
          std::cos(off) * (2 * a * b + w * (b - 3 * a)) / (2 * a * b + w * (2 * b - 4 * a));
      most = std::max(most, turn * now.tau[j] / (limit * share));
    }
  }
  EXPECT_LE(most, 1.0 + 1e-6);
  EXPECT_GT(most, 0.99);
}

}  // namespace alembert::test::strengths_test
