// What is said of problems without an answer: the least that limits must give, and refusals.
#include <gtest/gtest.h>

#include <limits>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/report.hpp"
#include "motion/elastic.hpp"
#include "motion/transcribe.hpp"
#include "support/compare.hpp"

namespace alembert::test::infeasible_test {

MotionProblem two_link(const Eigen::Vector3d& gravity = Eigen::Vector3d::Zero()) {
  MotionProblem problem(
      compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml"), {.gravity = gravity}));
  problem.start.q = Eigen::Vector2d(0.0, -2.0);
  problem.goal.q = Eigen::Vector2d(1.0, -1.0);
  return problem;
}

/// A point that no posture reaches: limits are not bent for it first, which would take thousands of
/// times as long, and the closest point found is as near as inverse kinematics comes.
TEST(Infeasible, APoseOutOfReachIsMissedByAsLittleAsThereIs) {
  MotionFile file =
      load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/sweeps/workspace.reach.yaml");
  file.problem.goal.pose->position = Eigen::Vector3d(0.7, -0.45, 0.6);
  const Solution solution = solve(file.problem, file.options);
  ASSERT_EQ(solution.status, MotionStatus::infeasible);
  ASSERT_TRUE(solution.cause);
  EXPECT_EQ(solution.cause->kind, InfeasibilityCause::Kind::pose_out_of_reach);
  ASSERT_EQ(solution.diary.back().kind, Attempt::Kind::least_given);
  EXPECT_LT(solution.diary.back().iterations, 100);
  Kinematics<double> kinematics(file.problem.model);
  kinematics.update(solution.motion.q(solution.motion.duration()));
  const Eigen::Vector3d missed = kinematics.pose(file.problem.goal.pose->frame).translation() -
                                 *file.problem.goal.pose->position;
  // Slacks are sums over axes: the nearest point by that measure, not by distance.
  EXPECT_GE(missed.norm(), solution.cause->value - 1e-6);
  EXPECT_LT(missed.norm(), 1.5 * solution.cause->value);
  for (const LimitNote& note : solution.violations) {
    EXPECT_EQ(note.of.place, LimitPlace::goal) << message(solution);
  }
}

// Without gravity a motion s times faster needs s^2 the torque: the least violation is known.
TEST(Infeasible, ATooShortTimeNeedsTheTorqueThatScalingSays) {
  MotionProblem problem = two_link();
  const double fastest = solve(problem).motion.duration();
  for (const double duration : {0.35, 0.2, 0.01}) {
    problem.duration = {duration, duration, {}};
    const Solution solution = solve(problem);
    EXPECT_EQ(solution.status, MotionStatus::infeasible);
    ASSERT_FALSE(solution.violations.empty());
    const LimitNote& worst = solution.violations.front();
    EXPECT_EQ(worst.of.kind, LimitKind::torque);
    const double least = 10.0 * std::pow(fastest / duration, 2);
    EXPECT_NEAR(std::abs(worst.value), least, 0.01 * least) << message(solution);
    // The ends are met all the same.
    EXPECT_LT((solution.motion.q(duration) - *problem.goal.q).norm(), 1e-9);
  }
}

TEST(Infeasible, AWaypointInsideAnObstacleIsToldByItsDepth) {
  MotionProblem problem = two_link();
  Waypoint waypoint{"inside", 0.5, {}};
  waypoint.condition.pose = FrameTarget{problem.model.frame("tip"), Eigen::Vector3d(0.5, 0.1, 0.0)};
  problem.waypoints.push_back(waypoint);
  problem.clearance.arm.push_back(
      {"hand", problem.model.frame("tip"), Solid::sphere(Eigen::Vector3d::Zero(), 0.02)});
  problem.clearance.obstacles.push_back({"ball", Solid::sphere({0.5, 0.15, 0.0}, 0.1)});
  problem.clearance.margin = 0.01;
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible);
  ASSERT_FALSE(solution.violations.empty());
  const LimitNote& worst = solution.violations.front();
  EXPECT_EQ(limit_name(worst.of) + " of " + entry_name(worst.of), "clearance of hand to ball");
  EXPECT_NEAR(worst.value, 0.05 - 0.12, 1e-3) << message(solution);  // centres 5 cm apart
  EXPECT_NEAR(worst.bound, 0.01, 1e-9);
  EXPECT_NE(message(solution).find("clearance of hand to ball is -0.07"), std::string::npos)
      << message(solution);
}

/// From a pose of the tip at rest to another, against gravity; torques as one number.
MotionProblem poses(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double torque) {
  MotionProblem problem = two_link({0.0, -9.81, 0.0});
  problem.start = {.pose = FrameTarget{problem.model.frame("tip"), from}};
  problem.goal = {.pose = FrameTarget{problem.model.frame("tip"), to}};
  problem.limits.torque_lower.setConstant(-torque);
  problem.limits.torque_upper.setConstant(torque);
  return problem;
}

TEST(Infeasible, AnArmTooWeakToHoldAPoseIsToldSo) {
  const Eigen::Vector3d to(0.5, -0.3, 0.0);  // takes 1.76 N m with the elbow down, 3.1 N m up
  const MotionProblem problem = poses({0.1, 0.6, 0.0}, to, 1.0);
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible) << summary(solution);
  EXPECT_NE(message(solution).find("cannot hold the arm in the pose at the goal"),
            std::string::npos)
      << message(solution);
  // The pose is kept all the same.
  Kinematics kinematics(problem.model);
  kinematics.update(solution.motion.q(solution.motion.duration()));
  EXPECT_LT((kinematics.pose(problem.model.frame("tip")).translation() - to).norm(), 1e-6);
}

// With the elbow on one side the start takes 1.75 N m, on the other 0.77 N m.
TEST(Infeasible, APoseIsTakenInAPostureThatCanBeHeld) {
  const MotionProblem problem = poses({0.1, 0.6, 0.0}, {-0.1, 0.6, 0.0}, 1.7);
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  InverseDynamics<double> dynamics(problem.model);
  for (const double t : {0.0, solution.motion.duration()}) {
    Eigen::VectorXd tau(2);
    dynamics.gravity(solution.motion.q(t), tau);
    EXPECT_LE(largest(tau), 1.7 * 1.0001) << t;
  }
}

/// Of least effort torques are the same whatever the limits are, as long as they are wide enough:
/// the motor that is named, and what it needs, are known from the motion without limits.
TEST(Infeasible, MotorsTooWeakAreNamedWithWhatTheyWouldNeed) {
  MotionProblem problem = two_link();
  problem.duration = {0.6, 0.6, {}};
  problem.minimize = {.time = 0.0, .effort = 1.0};
  problem.limits.torque_upper.setConstant(infinity);
  problem.limits.torque_lower.setConstant(-infinity);
  const Solution free = solve(problem);
  ASSERT_EQ(free.status, MotionStatus::solved);
  InverseDynamics<double> dynamics(problem.model);
  Eigen::Vector2d most = Eigen::Vector2d::Zero();
  for (int k = 0; k <= 2000; ++k) {
    const double t = 0.6 * k / 2000.0;
    Eigen::VectorXd tau(2);
    dynamics(free.motion.q(t), free.motion.q(t, 1), free.motion.q(t, 2), tau);
    most = most.cwiseMax(tau.cwiseAbs());
  }
  problem.limits.torque_upper = most.cwiseProduct(Eigen::Vector2d(0.4, 0.45));
  problem.limits.torque_lower = -problem.limits.torque_upper;
  const Solution solution = solve(problem);
  EXPECT_NE(solution.status, MotionStatus::solved);
  ASSERT_TRUE(solution.cause) << message(solution);
  EXPECT_EQ(solution.cause->kind, InfeasibilityCause::Kind::motors_too_weak);
  EXPECT_EQ(solution.cause->name, "joint1");
  EXPECT_NEAR(std::abs(solution.cause->value), most[0], 1e-3 * most[0]);
  EXPECT_NEAR(std::abs(solution.cause->upper), 0.4 * most[0], 1e-9);
}

// What is written of a problem that cannot be is a slow motion, in which only the cause shows.
TEST(Infeasible, AGoalOutsideItsLimitsPassesNothingElse) {
  MotionProblem problem = two_link();
  problem.limits.upper[0] = 0.5;
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible);
  EXPECT_NE(message(solution).find("joint1 = 1 rad, limits -inf to 0.5"), std::string::npos)
      << message(solution);
  ASSERT_EQ(solution.violations.size(), 1u);
  EXPECT_EQ(solution.violations[0].of.kind, LimitKind::position);
  EXPECT_STREQ(unit(solution.violations[0].of), "rad");
}

TEST(Infeasible, ANumberThatCannotBeMetLeavesTheOthersAlone) {
  MotionProblem problem = two_link();
  Waypoint above{"above", 0.5, {}};  // the arm stays in its plane
  above.condition.pose = FrameTarget{problem.model.frame("tip"), Eigen::Vector3d(0.5, 0.0, 0.1)};
  problem.waypoints.push_back(above);
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible);
  ASSERT_EQ(solution.violations.size(), 1u) << message(solution);
  EXPECT_EQ(entry_name(solution.violations[0].of), "tip z");
  EXPECT_NE(message(solution).find("waypoint above position of tip z is 0 m"), std::string::npos)
      << message(solution);
}

TEST(Infeasible, AnObstacleAtTheStartIsNamed) {
  MotionProblem problem = two_link();
  problem.start.q = Eigen::Vector2d(0.0, 0.0);
  problem.clearance.arm.push_back(
      {"hand", problem.model.frame("tip"), Solid::sphere(Eigen::Vector3d::Zero(), 0.05)});
  problem.clearance.obstacles.push_back({"ball", Solid::sphere({0.82, 0.0, 0.0}, 0.1)});
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, MotionStatus::infeasible);
  EXPECT_EQ(message(solution).find("the start itself is too close: hand and ball are 0.13 m into"),
            0u)
      << message(solution);
  ASSERT_FALSE(solution.violations.empty());
  EXPECT_EQ(solution.violations[0].bound, 0.0);  // the margin itself
}

TEST(Infeasible, ALoopLeftOpenIsNamed) {
  MotionProblem problem = two_link();
  CutJoint cut;
  cut.name = "pin";
  cut.frame_a = problem.model.frame("link1");
  cut.frame_b = problem.model.frame("tip");
  problem.cut_joints.push_back(cut);
  EXPECT_NE(message(solve(problem)).find("the start does not close the loop at pin"),
            std::string::npos);
}

// The base floats, and no motor holds it: momentum is kept, so it cannot end where it began. The
// spline meets the equations at its nodes, far apart in a long time, and nowhere between.
/// A weight that is taken up on the way makes accelerations jump, which no spline of few segments
/// follows.
TEST(Infeasible, EquationsThatAreMissedAreNotCalledSolved) {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml")));
  constexpr double quarter = 1.5707963267948966;
  problem.limits.torque_lower[0] = problem.limits.torque_upper[0] = 0.0;
  problem.limits.velocity.setConstant(20.0);
  problem.start.q = Eigen::Vector2d(-quarter, 0.0);
  problem.goal.q = Eigen::Vector2d(quarter, 0.0);
  problem.minimize.effort = 0.01;
  problem.carried.push_back({"weight", problem.model.frame("tip"), {0.5}, {0.5, 1.0}});
  const Solution solution = solve(problem);
  EXPECT_NE(solution.status, MotionStatus::solved) << summary(solution);
  EXPECT_NE(message(solution).find("torque of joint1"), std::string::npos) << message(solution);
}

TEST(Infeasible, TheRelaxedProgramHasTheDerivativesItSays) {
  MotionProblem problem = two_link();
  problem.spline.segments = 4;
  problem.limits.velocity.setConstant(3.0);
  MotionProgram program =
      transcribe(Task(problem), time_shares(problem), 0.5, std::make_shared<Workers>(1));
  std::vector<int> groups;
  for (const MotionProgram::Origin& origin : program.origins()) {
    groups.push_back(origin.point_limit >= 0 ? 1 : origin.row_limit % 3 == 0 ? -1 : 0);
  }
  Elastic elastic(program, groups, 0.3);
  Eigen::VectorXd z = Eigen::VectorXd::LinSpaced(elastic.variable_count(), -1.0, 1.0);
  z[program.time_index(0)] = 0.6;
  const Eigen::VectorXd multipliers =
      Eigen::VectorXd::LinSpaced(elastic.constraint_count(), -0.5, 1.5);
  const auto lagrangian = [&](const Eigen::VectorXd& at, Eigen::VectorXd& gradient) {
    Eigen::VectorXd g(elastic.constraint_count()), J(elastic.jacobian_pattern().size());
    gradient.resize(at.size());
    elastic.gradient(at, gradient);
    elastic.jacobian(at, J);
    for (int k = 0; k < J.size(); ++k) {
      gradient[elastic.jacobian_pattern().columns[k]] +=
          multipliers[elastic.jacobian_pattern().rows[k]] * J[k];
    }
    elastic.constraints(at, g);
    return elastic.objective(at) + multipliers.dot(g);
  };
  Eigen::VectorXd entries(elastic.hessian_pattern().size()), gradient, up_gradient, down_gradient;
  elastic.hessian(z, 1.0, multipliers, entries);
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(z.size(), z.size());
  for (int k = 0; k < entries.size(); ++k) {
    const int i = elastic.hessian_pattern().rows[k], j = elastic.hessian_pattern().columns[k];
    H(i, j) = H(j, i) = entries[k];
  }
  lagrangian(z, gradient);
  for (int i = 0; i < z.size(); ++i) {
    Eigen::VectorXd up = z, down = z;
    up[i] += 1e-6;
    down[i] -= 1e-6;
    const double rise = lagrangian(up, up_gradient) - lagrangian(down, down_gradient);
    EXPECT_NEAR(gradient[i], rise / 2e-6, 1e-5 * (1.0 + std::abs(gradient[i]))) << i;
    const Eigen::VectorXd bend = (up_gradient - down_gradient) / 2e-6;
    EXPECT_LT(largest_difference(H.col(i), bend), 1e-5 * (1.0 + largest(bend)));
  }
}

using Spoil = void (*)(MotionProblem&);
struct Nonsense {
  const char* name;
  Spoil spoil;
};

class NonsenseProblem : public ::testing::TestWithParam<Nonsense> {};

TEST_P(NonsenseProblem, IsRefusedWithAFix) {
  MotionProblem problem = two_link();
  GetParam().spoil(problem);
  try {
    (void)solve(problem);
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_FALSE(error.reason().empty());
    EXPECT_FALSE(error.fix().empty());
  }
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

INSTANTIATE_TEST_SUITE_P(
    Infeasible, NonsenseProblem,
    ::testing::Values(
        Nonsense{"NoStart", [](MotionProblem& p) { p.start.q.reset(); }},
        Nonsense{"ShortQ", [](MotionProblem& p) { p.goal.q = Eigen::VectorXd::Zero(1); }},
        Nonsense{"NotANumber", [](MotionProblem& p) { (*p.goal.q)[1] = nan; }},
        Nonsense{"ShortLimits", [](MotionProblem& p) { p.limits.velocity.resize(1); }},
        Nonsense{"NoVelocity", [](MotionProblem& p) { p.limits.velocity[0] = 0.0; }},
        Nonsense{"CrossedLimits",
                 [](MotionProblem& p) { p.limits.lower[0] = 2, p.limits.upper[0] = 1; }},
        Nonsense{"NanTorque", [](MotionProblem& p) { p.limits.torque_upper[1] = nan; }},
        Nonsense{"NothingLimits",
                 [](MotionProblem& p) {
                   const Eigen::VectorXd none = Eigen::VectorXd::Constant(2, infinity);
                   MotionLimits& limits = p.limits;
                   limits.velocity = limits.acceleration = limits.jerk = limits.power = none;
                   limits.torque_upper = none;
                   limits.torque_lower = -none;
                 }},
        Nonsense{"NanLoad",
                 [](MotionProblem& p) {
                   p.loads.push_back({{FrameId(0), {nan, 0, 0}}});
                 }},
        Nonsense{"NanPayload",
                 [](MotionProblem& p) {
                   p.carried.push_back({"box", FrameId(0), {nan}});
                 }},
        Nonsense{"NoSlipSpeed", [](MotionProblem& p) { p.slip_speed = 0.0; }},
        Nonsense{"NegativeTime", [](MotionProblem& p) { p.duration.longest = -1.0; }},
        Nonsense{"NanGuess", [](MotionProblem& p) { p.duration.guess = nan; }},
        Nonsense{"UnknownFrame",
                 [](MotionProblem& p) {
                   p.goal.pose = FrameTarget{FrameId(99), Eigen::Vector3d::Zero()};
                 }},
        Nonsense{"NoRotation",
                 [](MotionProblem& p) {
                   p.goal.pose = FrameTarget{
                       FrameId(0), {}, Eigen::Matrix3d(2.0 * Eigen::Matrix3d::Identity())};
                 }},
        Nonsense{"WaypointsOnOneKnot",
                 [](MotionProblem& p) {
                   p.waypoints = {{"a", 0.50, {.q = *p.goal.q}}, {"b", 0.51, {.q = *p.start.q}}};
                 }},
        Nonsense{"CarriedForNoSegment",
                 [](MotionProblem& p) {
                   p.carried.push_back({"part", FrameId(0), {}, {0.5, 0.51}});
                 }},
        Nonsense{"PathForNoSegment",
                 [](MotionProblem& p) {
                   p.axes.push_back({});
                   p.axes.back().during = {0.0, 0.01};
                 }},
        Nonsense{"BoundsOfOtherSize", [](MotionProblem& p) { p.positions.push_back({}); }},
        Nonsense{"SelfPairOfNothing",
                 [](MotionProblem& p) {
                   p.clearance.self_pairs = {{0, 1}};
                 }},
        Nonsense{"TermWithoutFunction", [](MotionProblem& p) { p.minimize.terms.push_back({}); }},
        Nonsense{"JerkOfAParabola",
                 [](MotionProblem& p) {
                   p.spline.degree = 2;
                   p.limits.jerk.setConstant(100.0);
                 }},
        Nonsense{"NothingEndsIt",
                 [](MotionProblem& p) { p.minimize = {.time = 0.0, .jerk = 1.0}; }},
        Nonsense{"ShortRepetition",
                 [](MotionProblem& p) {
                   p.repetition = Repetition{{0}, Eigen::Vector2d::Ones()};
                 }}),
    [](const auto& it) { return it.param.name; });

}  // namespace alembert::test::infeasible_test
