// Limits hold for the true sign of the speed, whatever kind of problem: plans with Coulomb friction
// looked at through dynamics that share no code with the library.
#include "alembert/bending_model.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "motion/terms.hpp"
#include "support/random_mechanism.hpp"
#include "support/textbook_dynamics.hpp"
#include "task/rigid_dynamics.hpp"

namespace alembert::test::friction_test {

constexpr char models[] = ALEMBERT_SOURCE_DIR "/models";

using FrictionTerms = ArmAtAnInstant;

D2 plain_tanh(const D2& x) {
  const double t = std::tanh(x.value.value), slope = 1.0 - t * t;
  const Dual<double> value(t, slope * x.value.slope);
  return {value, (Dual<double>(1.0) - value * value) * x.slope};
}

/// What friction of size 1 has above tanh u at most, by the definition (docs/equations/proof.md).
D2 excess_of(const D2& u) {
  const D2 left = D2(1.0) - plain_tanh(u);
  if (u.value.value >= -1.0) return left;
  if (u.value.value <= -4.0) return D2(0.0);
  const D2 y = (u + D2(4.0)) / D2(3.0);
  return left * y * y * y * (D2(10.0) - D2(15.0) * y + D2(6.0) * y * y);
}

TEST_P(FrictionTerms, TorqueWithTheMostAndTheLeastOfFrictionHasItsOwnDerivatives) {
  const double slip = 0.4;  // so that random speeds fall on all its parts
  Robot rough = arm.robot;
  for (std::size_t i = 0; i < rough.joints.size(); ++i) {
    rough.joints[i].friction.coulomb = 0.3 * (1.0 + static_cast<double>(i));
  }
  MotionProblem problem(compile(rough));
  problem.slip_speed = slip;
  std::vector<int> joints;
  for (int j = 0; j < n; ++j) joints.push_back(j);
  OfTorque function(std::make_shared<WithFriction>(std::make_shared<const FrictionHull>(problem),
                                                   joints, WithFriction::Of::torque),
                    std::make_unique<RigidDynamics>(problem.model, std::vector<Load>{},
                                                    std::vector<Tie>{}, slip));
  expect_same(function, point, [&](const VecX<D2>& z, int k) {
    TextbookDynamics<D2> dynamics(arm.robot, arm.model);
    const VecX<D2> q = z.head(n), v = z.segment(n, n), a = z.segment(2 * n, n);
    dynamics.move(q, v, a);
    const int j = k % n;
    D2 tau = dynamics.torque(j, q, v, a);
    for (const ModelJoint& joint : problem.model.joints()) {
      if (joint.coordinate != j) continue;
      const D2 u = v[j] * D2(joint.ratio / slip), size(joint.coulomb * joint.ratio);
      tau += size * plain_tanh(u);
      // The other side is the first one seen from behind.
      const double side = (k < n ? 1.0 : -1.0) * (joint.ratio > 0.0 ? 1.0 : -1.0);
      tau += size * D2(side) * excess_of(D2(side) * u);
    }
    return tau;
  });
}
TEST_P(FrictionTerms, PowerWithFrictionHasTheDerivativesOfItsValues) {
  Robot rough = arm.robot;
  for (Joint& joint : rough.joints) joint.friction.coulomb = 0.7;
  MotionProblem rubbing(compile(rough));
  rubbing.slip_speed = 0.4;
  std::vector<int> joints;
  for (int j = 0; j < n; ++j) joints.push_back(j);
  OfTorque function(
      std::make_shared<WithFriction>(std::make_shared<const FrictionHull>(rubbing), joints,
                                     WithFriction::Of::power),
      std::make_unique<RigidDynamics>(rubbing.model, std::vector<Load>{}, std::vector<Tie>{}, 0.4));
  const auto size = static_cast<Eigen::Index>(function.size()), z = point.z.size();
  const Eigen::VectorXd weights = Random(8).values(static_cast<int>(size));
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(size, z), H = Eigen::MatrixXd::Zero(z, z);
  function.derivative(point, D);
  function.hessian(point, weights, H);
  const double h = 1e-6;
  for (Eigen::Index i = 0; i < 3 * n; ++i) {
    Eigen::VectorXd values[2];
    Eigen::MatrixXd slopes[2];
    for (const int side : {0, 1}) {
      MotionPoint moved = point;
      moved.z[i] += side == 0 ? -h : h;
      values[side].setZero(size);
      slopes[side].setZero(size, z);
      function.value(moved, values[side]);
      function.derivative(moved, slopes[side]);
    }
    const Eigen::VectorXd slope = (values[1] - values[0]) / (2.0 * h);
    EXPECT_LT(largest_difference(D.col(i), slope), 1e-6 * (1.0 + largest(slope)));
    const Eigen::VectorXd bend = (slopes[1] - slopes[0]).transpose() * weights / (2.0 * h);
    EXPECT_LT(largest_difference(H.col(i), bend), 1e-5 * (1.0 + largest(bend)));
  }
}
INSTANTIATE_TEST_SUITE_P(Arms, FrictionTerms, ::testing::Range(1u, 9u));

void expect_kept(const RandomProblem& made, const Solution& found, const std::string& what) {
  ASSERT_EQ(found.status, MotionStatus::solved) << what << ": " << summary(found);
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven) << what;
  bool looked = false;
  DenseCheck check(made.robot, made.problem, found.motion);
  for (const DenseFinding& finding : check.limits(6000)) {
    EXPECT_FALSE(finding.broken()) << what << ": " << finding.what << " " << finding.of << " by "
                                   << finding.excess << " at " << finding.time;
    looked = looked || finding.what == "torque with the true sign of friction";
  }
  EXPECT_TRUE(looked) << what;
}

/// The first random problems of a seed on with Coulomb friction, and what `like` asks for.
template <typename Like>
std::vector<RandomProblem> with_coulomb(unsigned seed, int count, Like like) {
  std::vector<RandomProblem> out;
  for (; static_cast<int>(out.size()) < count; ++seed) {
    RandomProblem made = random_problem(seed, {.models = models});
    if (made.friction == "coulomb" && like(made)) out.push_back(std::move(made));
  }
  return out;
}

TEST(Friction, PlansKeepTorqueLimitsByTheTrueSignAndThoseOfTheSmoothedFrictionDoNot) {
  int passed = 0;
  for (RandomProblem& made : with_coulomb(6001, 12, [](const RandomProblem&) { return true; })) {
    const std::string what = "seed " + std::to_string(made.seed);
    expect_kept(made, solve(made.problem), what);
    MotionProblem smoothed = made.problem;
    smoothed.friction = FrictionCover::smoothed;
    const Solution found = solve(smoothed);
    ASSERT_EQ(found.status, MotionStatus::solved) << what;
    DenseCheck check(made.robot, made.problem, found.motion);
    for (const DenseFinding& finding : check.limits(3000)) {
      if (finding.what == "torque with the true sign of friction") passed += finding.broken();
    }
  }
  EXPECT_GT(passed, 3);
}

TEST(Friction, SeveralStartsStagesWaypointsOtherKnotsDegreesAndSegments) {
  const auto stages = [](const RandomProblem& made) {
    return made.task.find("carried") != std::string::npos && !made.problem.carried.empty() &&
           made.problem.carried[0].during != During{};
  };
  for (RandomProblem& made : with_coulomb(6100, 2, stages)) {
    SolveOptions options;
    options.starts = 2;
    expect_kept(made, solve(made.problem, options), "stages " + std::to_string(made.seed));
  }
  const auto waypoints = [](const RandomProblem& made) { return !made.problem.waypoints.empty(); };
  for (RandomProblem& made : with_coulomb(6200, 2, waypoints)) {
    expect_kept(made, solve(made.problem), "waypoints " + std::to_string(made.seed));
  }
  const auto plain = [](const RandomProblem& made) { return made.task == "joint"; };
  int k = 0;
  for (RandomProblem& made : with_coulomb(6300, 3, plain)) {
    using Knots = SplineOptions::Knots;
    made.problem.spline.knots = k == 0 ? Knots::free : Knots::uniform;
    made.problem.spline.degree = k == 1 ? 5 : 4;
    made.problem.spline.segments = k == 2 ? 45 : 24;
    ++k;
    expect_kept(made, solve(made.problem), "grid " + std::to_string(made.seed));
  }
}

TEST(Friction, HeldJointsDoNotCount) {
  for (RandomProblem& made : with_coulomb(6400, 2, [](const RandomProblem& m) {
         return m.arm == "seven_axis" && m.task == "joint";
       })) {
    // One joint held where it starts: another robot, whose other joints rub as before.
    const std::string name = made.problem.model.coordinates()[2].name;
    const double at = (*made.problem.start.q)[2];
    MotionProblem problem(with_locked_joints(made.problem.model, {{name, at}}));
    const std::vector<int> others = {0, 1, 3, 4, 5, 6};
    const auto rest = [&](const Eigen::VectorXd& all) { return Eigen::VectorXd(all(others)); };
    problem.start.q = rest(*made.problem.start.q);
    problem.goal.q = rest(*made.problem.goal.q);
    MotionLimits& limits = problem.limits;
    const MotionLimits& whole = made.problem.limits;
    limits = {};
    limits.lower = rest(whole.lower);
    limits.upper = rest(whole.upper);
    limits.velocity = rest(whole.velocity);
    limits.acceleration = rest(whole.acceleration);
    limits.jerk = rest(whole.jerk);
    limits.power = rest(whole.power);
    limits.torque_lower = rest(whole.torque_lower);
    limits.torque_upper = rest(whole.torque_upper);
    const Solution found = solve(problem);
    ASSERT_EQ(found.status, MotionStatus::solved) << summary(found);
    // As a motion of the whole robot, whose other joints keep their limits.
    Eigen::MatrixXd points(found.motion.q.control_points().rows(), 7);
    points.col(2).setConstant(at);
    points(Eigen::all, others) = found.motion.q.control_points();
    MotionProblem all = made.problem;
    all.goal.q = Eigen::VectorXd(points.row(points.rows() - 1));
    const Trajectory motion{BSpline(found.motion.q.degree(), found.motion.q.knots(), points)};
    DenseCheck check(made.robot, all, motion);
    for (const DenseFinding& finding : check.limits(6000)) {
      if (finding.of == "joint 2") continue;
      EXPECT_FALSE(finding.broken()) << finding.what << " " << finding.of;
    }
  }
}

TEST(Friction, MotorsOfLoopsKeepTheirLimitsAndFrictionWithoutMotorsIsToldToBeSmoothed) {
  int loops = 0;
  for (unsigned seed = 1; seed < 20 && loops < 2; ++seed) {
    RandomProblem made = MechanismMaker(seed).four_bar();
    if (made.friction != "coulomb") continue;
    SolveOptions options;
    options.max_seconds = 10.0;
    const Solution found = solve(made.problem, options);
    // Loops are hard; what is proven of them counts here, whether or not it is the best.
    if (found.certificate.method != MotionCertificate::Method::proven) continue;
    ++loops;
    DenseCheck check(made.robot, made.problem, found.motion);
    for (const DenseFinding& finding : check.limits(6000)) {
      if (finding.what != "torque with the true sign of friction") continue;
      EXPECT_FALSE(finding.broken()) << seed << ": by " << finding.excess;
    }
    EXPECT_NE(friction_words(made.problem).find("without a motor, is smoothed"), std::string::npos);
    made.problem.friction = FrictionCover::smoothed;
    EXPECT_NE(friction_words(made.problem).find("as the problem asks"), std::string::npos);
  }
  EXPECT_GE(loops, 1);  // how many are proven in ten seconds each is a matter of the machine
}

TEST(Friction, OfArmsThatBendIsCoveredToo) {
  Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/flexible_two_link.yaml");
  for (Joint& joint : robot.joints) joint.friction.coulomb = 0.4;
  MotionProblem problem(compile_bending(robot));
  const int n = problem.model.dofs();
  problem.spline.segments = 4;
  problem.start.q = problem.goal.q = Eigen::VectorXd::Zero(n);
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(7, n);
  points.col(0) << 0.0, 0.0, 0.2, 0.5, 0.3, 0.25, 0.25;
  const Trajectory motion{BSpline(3, BSpline::clamped_knots(3, 4, 1.0), points)};
  double most = -infinity;
  for (const MotionSample& at : sample(problem, motion, 20'001)) {
    const double v = at.v[0], smoothed = 0.4 * std::tanh(v / problem.slip_speed);
    most = std::max(most, at.tau[0] - smoothed + (v > 0.0 ? 0.4 : v < 0.0 ? -0.4 : 0.0));
  }
  problem.limits.torque_upper[0] = most - 1e-3;
  const auto refused = [&] {
    for (const LimitProof& limit : prove(Task(problem), motion).limits) {
      if (limit.worst.of.kind != LimitKind::torque || limit.worst.of.name != robot.joints[0].name) {
        continue;
      }
      return limit.verdict == LimitProof::Verdict::violated;
    }
    return false;
  };
  EXPECT_TRUE(refused());
  problem.friction = FrictionCover::smoothed;
  EXPECT_FALSE(refused());
}

TEST(Friction, WhatDoesNotRubIsSolvedToTheSameBitsEitherWay) {
  for (unsigned seed = 6501, done = 0; done < 3; ++seed) {
    RandomProblem made = random_problem(seed, {.models = models});
    if (made.friction == "coulomb") continue;
    ++done;
    const Solution one = solve(made.problem);
    made.problem.friction = FrictionCover::smoothed;
    const Solution other = solve(made.problem);
    EXPECT_EQ(one.iterations, other.iterations);
    EXPECT_EQ(one.motion.q.control_points(), other.motion.q.control_points());
    EXPECT_EQ(friction_words(made.problem), "");
  }
}

}  // namespace alembert::test::friction_test
