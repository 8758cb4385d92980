// Proofs of limits: what holds is proven, what does not is refused with the instant, however well
// it hides between samples.
#include <gtest/gtest.h>

#include "alembert/formulation.hpp"
#include "alembert/io.hpp"
#include "alembert/proof.hpp"
#include "support/planar_arms.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::prove_test {

using Verdict = LimitProof::Verdict;

MotionProblem unlimited(const Model& model, int segments, int degree = 3) {
  MotionProblem problem(model);
  problem.friction = FrictionCover::smoothed;  // as PlainTorque has it; friction_test.cpp: the hull
  const Eigen::VectorXd none = Eigen::VectorXd::Constant(model.dofs(), infinity);
  problem.limits.lower = -none;
  problem.limits.upper = problem.limits.velocity = problem.limits.acceleration = none;
  problem.limits.jerk = problem.limits.power = problem.limits.torque_upper = none;
  problem.limits.torque_lower = -none;
  problem.start.q = problem.goal.q = Eigen::VectorXd::Zero(model.dofs());
  problem.spline.segments = segments;
  problem.spline.degree = degree;
  return problem;
}

Trajectory random_motion(Random& random, int dofs, int segments, int degree, double duration) {
  Eigen::MatrixXd points(segments + degree, dofs);
  for (int j = 0; j < dofs; ++j) {
    const double size = random.real(0.1, 1.0), phase = random.real(0.0, 6.0);
    for (int l = 0; l < points.rows(); ++l) {
      points(l, j) = size * std::sin(phase + 5.0 * l / segments) + random.real(-0.02, 0.02);
    }
  }
  const Eigen::VectorXd knots = BSpline::clamped_knots(degree, segments, duration);
  return {BSpline(degree, knots, points)};
}

/// By a formulation of the papers; Coulomb friction rounded as problems round it.
class PlainTorque {
 public:
  explicit PlainTorque(const MotionProblem& problem)
      : problem_(problem),
        smooth_(Formulations::get("kane").make<double>(
            without_drives(problem.model, {.coulomb = true}))) {}
  Eigen::VectorXd operator()(const BSpline& q, double t) {
    Eigen::VectorXd tau(q.dofs());
    (*smooth_)(q(t, 0), q(t, 1), q(t, 2), {}, tau);
    const Eigen::VectorXd v = q(t, 1);
    for (const ModelJoint& joint : problem_.model.joints()) {
      const int c = joint.coordinate;
      tau[c] += joint.ratio * joint.coulomb * std::tanh(joint.ratio * v[c] / problem_.slip_speed);
    }
    return tau;
  }

 private:
  const MotionProblem& problem_;
  std::unique_ptr<Formulation<double>> smooth_;
};

struct Sampled {
  double largest = -infinity, time = 0.0;
};
/// Of a joint's torque: evenly, then more finely where it is largest.
Sampled sampled_peak(const MotionProblem& problem, const Trajectory& motion, int joint, int count) {
  PlainTorque torque(problem);
  Sampled peak;
  double begin = 0.0, step = motion.duration() / count;
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k <= count; ++k) {
      const double t = std::clamp(begin + k * step, 0.0, motion.duration());
      const double tau = torque(motion.q, t)[joint];
      if (tau > peak.largest) peak = {tau, t};
    }
    begin = peak.time - step;
    count = 1000;
    step = 2.0 * step / count;
  }
  return peak;
}

const LimitProof* about(const Proof& proof, LimitKind kind, const std::string& name) {
  for (const LimitProof& limit : proof.limits) {
    if (limit.worst.of.kind == kind && limit.worst.of.name == name) return &limit;
  }
  return nullptr;
}

TEST(Prove, ALimitJustAboveThePeakHoldsAndOneJustBelowIsRefusedWithTheInstant) {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    Random random(seed);
    const bool frictional = seed % 2 == 0;
    const Model model = compile(random_robot(
        random,
        {.joints = 3 + static_cast<int>(seed % 5), .chain = seed % 3 != 0, .drives = frictional}));
    const int degree = 3 + static_cast<int>(seed % 3);
    MotionProblem problem = unlimited(model, 6, degree);
    const Trajectory motion = random_motion(random, model.dofs(), 6, degree, 1.0);
    const int joint = static_cast<int>(seed) % model.dofs();
    Sampled peak = sampled_peak(problem, motion, joint, 20000);
    const double size = std::abs(peak.largest) + 1.0;
    const std::string name = model.coordinates()[static_cast<std::size_t>(joint)].name;
    for (const double off : {1e-6, -1e-6}) {
      problem.limits.torque_upper[joint] = peak.largest + off * size;
      const Proof proof = prove(Task(problem), motion);
      const LimitProof* limit = about(proof, LimitKind::torque, name);
      ASSERT_NE(limit, nullptr);
      EXPECT_EQ(limit->verdict, off > 0.0 ? Verdict::holds : Verdict::violated) << "seed " << seed;
      EXPECT_EQ(proof.holds(), off > 0.0);
      if (off > 0.0) continue;
      PlainTorque torque(problem);
      EXPECT_GT(torque(motion.q, limit->worst.time)[joint], problem.limits.torque_upper[joint])
          << "seed " << seed;
    }
  }
}

TEST(Prove, BoundsAreAboveEverySampleAndNotFarAbove) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    Random random(seed);
    const Model model = compile(random_robot(random, {.joints = 4, .drives = true}));
    MotionProblem problem = unlimited(model, 5);
    const Trajectory motion = random_motion(random, model.dofs(), 5, 3, 1.5);
    problem.limits.torque_upper.setConstant(1e3);
    problem.limits.torque_lower.setConstant(-1e3);
    problem.limits.velocity.setConstant(20.0);
    problem.limits.acceleration.setConstant(300.0);
    problem.limits.jerk.setConstant(5000.0);
    const Proof proof = prove(Task(problem), motion);
    for (int j = 0; j < model.dofs(); ++j) {
      const std::string name = model.coordinates()[static_cast<std::size_t>(j)].name;
      const double most = sampled_peak(problem, motion, j, 4000).largest / 1e3 - 1.0;
      const LimitProof* torque = about(proof, LimitKind::torque, name);
      ASSERT_NE(torque, nullptr);
      EXPECT_GE(torque->bound, most);
      double fastest = 0.0;
      for (int k = 0; k <= 4000; ++k) {
        fastest = std::max(fastest, std::abs(motion.q(1.5 * k / 4000.0, 1)[j]));
      }
      const LimitProof* velocity = about(proof, LimitKind::velocity, name);
      ASSERT_NE(velocity, nullptr);
      EXPECT_GE(velocity->bound, fastest / 20.0 - 1.0);
      EXPECT_LE(velocity->bound, fastest / 20.0 - 1.0 + 1e-4);
    }
  }
}

/// A motion at rest but for one joint, which darts out and back within a thousandth of a segment.
TEST(Prove, ASpikeOfAThousandthOfASegmentIsCaughtAtKnotsAtEndsAndBetween) {
  const Model model = elbow_arm(1.0, 1.0);
  for (const double centre : {0.0006, 0.25, 0.3333, 0.4999, 0.5001, 0.87, 0.9994}) {
    // Uniform knots over the motion, and a cluster of knots that makes the spike.
    std::vector<double> inner;
    for (int k = 1; k < 4; ++k) inner.push_back(0.25 * k);
    for (int k = -3; k <= 3; ++k) {
      const double t = centre + k * 2.5e-5;
      if (t > 0.0 && t < 1.0) inner.push_back(t);
    }
    std::sort(inner.begin(), inner.end());
    inner.erase(std::unique(inner.begin(), inner.end()), inner.end());
    const int degree = 4, segments = static_cast<int>(inner.size()) + 1;
    Eigen::VectorXd knots(segments + 2 * degree + 1);
    knots.head(degree + 1).setZero();
    knots.tail(degree + 1).setOnes();
    for (std::size_t i = 0; i < inner.size(); ++i) {
      knots[degree + 1 + static_cast<Eigen::Index>(i)] = inner[i];
    }
    Eigen::MatrixXd points = Eigen::MatrixXd::Zero(segments + degree, 2);
    const auto near =
        std::lower_bound(inner.begin(), inner.end(), centre) - inner.begin() + degree / 2;
    points(near, 1) = 1e-9;  // rad; its acceleration is what matters
    const Trajectory motion{BSpline(degree, knots, points)};
    MotionProblem problem = unlimited(model, segments, degree);
    double peak = -infinity;
    PlainTorque torque(problem);
    for (int k = 0; k <= 40000; ++k) {
      const double t = centre - 2e-4 + 4e-4 * k / 40000;
      if (t < 0.0 || t > 1.0) continue;
      peak = std::max(peak, torque(motion.q, t)[1]);
    }
    problem.limits.torque_upper[1] = 9.81 + 0.5 * (peak - 9.81);
    ASSERT_GT(peak, 9.82) << "no spike at " << centre;
    const Proof proof = prove(Task(problem), motion);
    const LimitProof* limit = about(proof, LimitKind::torque, "joint2");
    ASSERT_NE(limit, nullptr);
    EXPECT_EQ(limit->verdict, Verdict::violated) << centre;
    EXPECT_NEAR(limit->worst.time, centre, 2e-4);
  }
}

TEST(Prove, TheHumpOfRoundedFrictionIsCaught) {
  // At the turning point the friction's sign changes within a few milliseconds, and with it the
  // torque, while the limit lies between the two levels and a smooth arm would pass.
  Robot robot = two_joints({}, {}, point_mass(0.2, 0.3), point_mass(0.1, 0.3));
  robot.gravity.setZero();
  robot.joints[0].friction.coulomb = 2.0;
  const Model model = compile(robot);
  MotionProblem problem = unlimited(model, 4);
  problem.slip_speed = 0.005;
  Eigen::MatrixXd points(7, 2);
  points.setZero();
  points.col(0) << 0.0, 0.0, 0.2, 0.5, 0.3, 0.25, 0.25;
  const Eigen::VectorXd knots = BSpline::clamped_knots(3, 4, 1.0);
  const Trajectory motion{BSpline(3, knots, points)};
  const Sampled peak = sampled_peak(problem, motion, 0, 400000);
  for (const double off : {1e-5, -1e-5}) {
    problem.limits.torque_upper[0] = peak.largest + off;
    const Proof proof = prove(Task(problem), motion);
    EXPECT_EQ(proof.holds(), off > 0.0) << peak.largest << " at " << peak.time;
  }
}

TEST(Prove, PositionsThatBeginAtTheirLimitHold) {
  MotionProblem problem = unlimited(elbow_arm(1.0, 1.0), 3);
  Eigen::MatrixXd points(6, 2);
  points << 0.1, 0, 0.1, 0, 0.3, 0, 0.5, 0, 0.7, 0, 0.7, 0;
  const Eigen::VectorXd knots = BSpline::clamped_knots(3, 3, 1.0);
  const Trajectory motion{BSpline(3, knots, points)};
  problem.limits.lower[0] = 0.1;
  problem.limits.upper[0] = 0.7;
  EXPECT_TRUE(prove(Task(problem), motion).holds());
  problem.limits.upper[0] = std::nextafter(0.7, 0.0);
  EXPECT_FALSE(prove(Task(problem), motion).holds());
}

}  // namespace alembert::test::prove_test
