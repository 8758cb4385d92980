// Paths timed as fast as their limits allow: against closed forms, against dynamic programming,
// and proven.
#include "alembert/retime.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "alembert/profiles.hpp"
#include "retime/reference.hpp"
#include "support/planar_arms.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::retime_test {

/// One joint that turns a mass of 2 kg at 1 m in the horizontal plane: inertia 2 kg m^2.
struct Wheel {
  static constexpr double inertia = 2.0, torque = 5.0;
  double viscous = 0.0;

  MotionProblem problem() const {
    Robot robot;
    robot.name = "wheel";
    robot.base = "base";
    robot.gravity = {0.0, 0.0, 0.0};
    robot.links = {{"base", {}, {}, {}, {}}, {"link", point_mass(2.0, 1.0), {}, {}, {}}};
    Joint joint;
    joint.name = "joint";
    joint.parent = "base";
    joint.child = "link";
    joint.friction.viscous = viscous;
    robot.joints = {joint};
    MotionProblem out(compile(robot));
    out.limits.torque_upper.setConstant(torque);
    out.limits.torque_lower.setConstant(-torque);
    return out;
  }
};

BSpline line(const Eigen::VectorXd& from, const Eigen::VectorXd& to) {
  Eigen::MatrixXd points(2, from.size());
  points << from.transpose(), to.transpose();
  return path_through(points).curve;
}

BSpline turn(double angle) {
  return line(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Constant(1, angle));
}

/// Not faster than the best there is, and slower by a share at most.
void expect_best(const Retimed& found, double best, double share) {
  ASSERT_FALSE(found.blocked);
  EXPECT_TRUE(found.holds());
  EXPECT_GE(found.motion.duration(), best * (1.0 - 1e-9));
  EXPECT_LE(found.motion.duration(), best * (1.0 + share));
}

MotionProblem seven_axis_that_rubs(double viscous, double coulomb) {
  Robot robot = load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml");
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    robot.joints[j].friction = {j < 4 ? viscous : 0.2 * viscous, j < 4 ? coulomb : 0.2 * coulomb};
  }
  MotionProblem problem(compile(robot));
  problem.limits.acceleration.setConstant(infinity);
  problem.limits.jerk.setConstant(infinity);
  return problem;
}

Eigen::VectorXd within(Random& random, const MotionLimits& limits) {
  Eigen::VectorXd q(limits.lower.size());
  for (Eigen::Index j = 0; j < q.size(); ++j) {
    q[j] = random.real(0.9 * limits.lower[j] + 0.1 * limits.upper[j],
                       0.1 * limits.lower[j] + 0.9 * limits.upper[j]);
  }
  return q;
}

/// Largest share of a limit used, minus one, at many instants, by another formulation.
double excess(const MotionProblem& problem, const Model& model, const BSpline& q, int count) {
  const auto smooth =
      Formulations::get("kane").make<double>(without_drives(model, {.coulomb = true}));
  const MotionLimits& limits = problem.limits;
  Eigen::VectorXd tau(q.dofs());
  double worst = -infinity;
  for (int k = 0; k <= count; ++k) {
    const double t = q.duration() * k / count;
    const Eigen::VectorXd v = q(t, 1);
    (*smooth)(q(t), v, q(t, 2), {}, tau);
    for (const ModelJoint& joint : model.joints()) {
      tau[joint.coordinate] += joint.coulomb * std::tanh(v[joint.coordinate] / problem.slip_speed);
    }
    worst = std::max({worst, tau.cwiseAbs().cwiseQuotient(limits.torque_upper).maxCoeff() - 1.0,
                      v.cwiseAbs().cwiseQuotient(limits.velocity).maxCoeff() - 1.0,
                      q(t, 2).cwiseAbs().cwiseQuotient(limits.acceleration).maxCoeff() - 1.0,
                      q(t, 3).cwiseAbs().cwiseQuotient(limits.jerk).maxCoeff() - 1.0,
                      tau.cwiseProduct(v).cwiseAbs().cwiseQuotient(limits.power).maxCoeff() - 1.0});
  }
  return worst;
}

TEST(Retime, OfAMassUnderConstantTorqueIsBangBang) {
  const double best = 2.0 * std::sqrt(1.5 * Wheel::inertia / Wheel::torque);
  expect_best(retime(Wheel{}.problem(), turn(1.5)), best, 5e-4);
}

TEST(Retime, UnderVelocityAndAccelerationLimitsIsATrapezoid) {
  MotionProblem problem = Wheel{}.problem();
  problem.limits.velocity.setConstant(1.2);
  problem.limits.acceleration.setConstant(2.0);
  expect_best(retime(problem, turn(3.0)), 3.0 / 1.2 + 1.2 / 2.0, 5e-4);
}

TEST(Retime, UnderAJerkLimitWithCruiseIsTheSCurve) {
  MotionProblem problem = Wheel{}.problem();
  problem.limits.velocity.setConstant(1.2);
  problem.limits.acceleration.setConstant(2.0);
  problem.limits.jerk.setConstant(20.0);
  const Profile best =
      s_curve_profile(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Constant(1, 3.0),
                      {problem.limits.velocity, problem.limits.acceleration, problem.limits.jerk});
  const Retimed found = retime(problem, turn(3.0));
  expect_best(found, best.duration(), 1e-3);
  EXPECT_NEAR(found.motion.q(0.0, 2)[0], 0.0, 1e-12);
}

/// I v' + c v = ±torque: v rises to V, in closed form, and falls again.
struct ViscousWheel {
  double I, c, torque;
  double travel(double V) const {
    const double r = c * V / torque;
    return I / c * torque / c * (-std::log(1.0 - r) - std::log(1.0 + r));
  }
  double time(double V) const {
    const double r = c * V / torque;
    return I / c * (-std::log(1.0 - r) + std::log(1.0 + r));
  }
  double duration(double angle) const {
    double low = 0.0, high = torque / c;
    for (int i = 0; i < 200; ++i)
      (travel(0.5 * (low + high)) < angle ? low : high) = 0.5 * (low + high);
    return time(low);
  }
};

TEST(Retime, KnowsViscousFrictionInBothDirections) {
  const Wheel wheel{.viscous = 2.0};
  const double angle = 3.0;
  const double best = ViscousWheel{Wheel::inertia, 2.0, Wheel::torque}.duration(angle);
  const double without = 2.0 * std::sqrt(angle * Wheel::inertia / Wheel::torque);
  ASSERT_GT(best, 1.03 * without);  // friction helps to brake, and still: what ignores it is wrong
  expect_best(retime(wheel.problem(), turn(angle)), best, 5e-4);
}

TEST(Retime, AgreesWithDynamicProgrammingOnTheSevenAxisArmWithFriction) {
  Random random(11);
  for (int i = 0; i < 3; ++i) {
    MotionProblem problem = seven_axis_that_rubs(2.0 * i, 3.0);
    problem.friction = FrictionCover::smoothed;  // as the reference has it
    // Weaker motors: what holds these lines back is torque.
    problem.limits.torque_upper *= i == 0 ? 1.0 : 0.75;
    problem.limits.torque_lower *= i == 0 ? 1.0 : 0.75;
    problem.limits.velocity.setConstant(i == 0 ? 2.0 : 6.0);
    const Eigen::VectorXd from = within(random, problem.limits),
                          to = within(random, problem.limits);
    const Retimed found = retime(problem, line(from, to));
    ASSERT_FALSE(found.blocked) << i;
    EXPECT_TRUE(found.holds()) << i;
    LineReference reference(LineTorques(problem.model, problem.slip_speed, from, to),
                            problem.limits, 100, 1600);
    const double best = reference.duration();
    EXPECT_NEAR(found.motion.duration(), best, 5e-3 * best) << i;
  }
}

TEST(Retime, CarriesAPayload) {
  MotionProblem problem = seven_axis_that_rubs(1.0, 2.0);
  Eigen::VectorXd from(7), to(7);
  from << 0.0, 0.3, 0.0, -1.8, 0.0, 1.8, 0.5;
  to << 1.2, 0.6, 0.3, -1.2, 0.4, 1.5, -0.5;
  const double empty = retime(problem, line(from, to)).motion.duration();
  const Inertia body{2.0, {0.0, 0.0, 0.05}, 0.004 * Eigen::Matrix3d::Identity()};
  const FrameId flange = problem.model.frame("flange");
  problem.carried = {{"body", flange, body, {}}};
  const Retimed found = retime(problem, line(from, to));
  ASSERT_TRUE(found.holds());
  EXPECT_GT(found.motion.duration(), empty);
  const Model loaded = carrying(problem.model, flange, body);
  EXPECT_LE(excess(problem, loaded, found.motion.q, 20'000), 0.0);
  LineReference reference(LineTorques(loaded, problem.slip_speed, from, to), problem.limits, 100,
                          800);
  const double best = reference.duration();
  EXPECT_NEAR(found.motion.duration(), best, 5e-3 * best);
}

TEST(Retime, KeepsEveryLimitOfCurvedPathsAtEveryInstant) {
  Random random(3);
  for (int i = 0; i < 8; ++i) {
    MotionProblem problem = seven_axis_that_rubs(0.5, 1.0);
    if (i % 2 == 1) problem.limits.velocity.setConstant(infinity);
    if (i % 4 >= 2) problem.limits.power.setConstant(40.0);
    Eigen::MatrixXd points(5, 7);
    for (int r = 0; r < 5; ++r) points.row(r) = within(random, problem.limits).transpose();
    const PathCurve path =
        path_through(points, {.lower = problem.limits.lower, .upper = problem.limits.upper});
    EXPECT_LE(path.line_distance, 0.1);
    const Retimed found = retime(problem, path.curve);
    ASSERT_FALSE(found.blocked) << i << " at " << found.blocked->s;
    EXPECT_TRUE(found.holds()) << i;
    EXPECT_LE(found.deviation, 1e-3) << i;
    EXPECT_LE(found.motion.duration(), 1.01 * found.bang_bang) << i;
    EXPECT_LE(excess(problem, problem.model, found.motion.q, 20'000), 0.0) << i;
  }
}

TEST(Retime, KeepsJerkLimitsOfCurvedPaths) {
  Random random(4);
  for (int i = 0; i < 4; ++i) {
    MotionProblem problem = seven_axis_that_rubs(0.5, 1.0);
    const MotionLimits own(problem.model);
    problem.limits.acceleration = own.acceleration;
    problem.limits.jerk = (i % 2 == 0 ? 1.0 : 0.05) * own.jerk;
    Eigen::MatrixXd points(4, 7);
    for (int r = 0; r < 4; ++r) points.row(r) = within(random, problem.limits).transpose();
    const PathCurve path =
        path_through(points, {.lower = problem.limits.lower, .upper = problem.limits.upper});
    const Retimed found = retime(problem, path.curve);
    ASSERT_FALSE(found.blocked) << i;
    EXPECT_TRUE(found.holds()) << i;
    EXPECT_LE(excess(problem, problem.model, found.motion.q, 20'000), 0.0) << i;
  }
}

TEST(Retime, FollowsTheLineItselfToRounding) {
  Random random(6);
  const MotionProblem problem = seven_axis_that_rubs(0.5, 1.0);
  const Eigen::VectorXd from = within(random, problem.limits), to = within(random, problem.limits);
  const Retimed found = retime(problem, line(from, to));
  ASSERT_TRUE(found.holds());
  EXPECT_LE(found.deviation, 1e-11);
  const BSpline& q = found.motion.q;
  EXPECT_EQ(q(q.begin()), from);
  EXPECT_EQ(q(q.end()), to);
  EXPECT_NEAR(q(q.begin(), 1).norm(), 0.0, 1e-12);
  EXPECT_NEAR(q(q.end(), 1).norm(), 0.0, 1e-12);
}

TEST(Retime, NamesTheJointThatCannotHoldTheArmOnTheWay) {
  MotionProblem problem(elbow_arm(3.0, 2.0));
  problem.limits.torque_upper << 40.0, 30.0;  // stretched out it takes 3 g + 2 (2 g) = 68.7 N m
  problem.limits.torque_lower = -problem.limits.torque_upper;
  const Retimed found =
      retime(problem, line(Eigen::Vector2d(-1.57, 0.0), Eigen::Vector2d(1.57, 0.0)));
  ASSERT_TRUE(found.blocked);
  EXPECT_EQ(found.blocked->kind, PathBlock::Kind::cannot_hold);
  EXPECT_EQ(found.blocked->limit->of.name, "joint1");
  EXPECT_NEAR(found.blocked->limit->value, 3.0 * 9.81 + 2.0 * 2.0 * 9.81, 0.01);
  EXPECT_NEAR(found.blocked->s, 0.5, 0.01);
}

TEST(Retime, SaysWhereNothingLimitsTheSpeed) {
  MotionProblem problem = Wheel{}.problem();
  problem.limits.torque_upper.setConstant(infinity);
  problem.limits.torque_lower.setConstant(-infinity);
  const Retimed found = retime(problem, turn(1.0));
  ASSERT_TRUE(found.blocked);
  EXPECT_EQ(found.blocked->kind, PathBlock::Kind::nothing_limits);
}

TEST(Retime, TellsAPathOutsideThePositionLimits) {
  MotionProblem problem = Wheel{}.problem();
  problem.limits.upper.setConstant(1.0);
  const Retimed found = retime(problem, turn(1.5));
  ASSERT_FALSE(found.blocked);
  EXPECT_FALSE(found.holds());
  const LimitProof* passed = found.proof.first(LimitProof::Verdict::violated);
  ASSERT_TRUE(passed);
  EXPECT_EQ(passed->worst.of.kind, LimitKind::position);
}

std::string reason(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& e) {
    return e.reason();
  }
  return "";
}

TEST(Retime, RefusesWhatItCannotTime) {
  const BSpline path = line(Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(1.0, 1.0));
  MotionProblem problem(elbow_arm(1.0, 1.0));
  problem.limits.torque_upper.setConstant(50.0);
  problem.limits.torque_lower.setConstant(-50.0);
  EXPECT_EQ(reason([&] { (void)retime(problem, turn(1.0)); }),
            "a path of 1 coordinates for a robot of 2");
  MotionProblem loop = problem;
  loop.cut_joints.resize(1);
  EXPECT_EQ(reason([&] { (void)retime(loop, path); }), "a path of a closed loop cannot be timed");
  MotionProblem timed = problem;
  timed.loads = {{{}, {0.0, 0.5}}};
  EXPECT_EQ(reason([&] { (void)retime(timed, path); }), "a load that comes or goes on the way");
  MotionProblem picked = problem;
  picked.carried = {{"cup", {}, {}, {0.5, 1.0}}};
  EXPECT_EQ(reason([&] { (void)retime(picked, path); }),
            "'cup' is picked up or put down on the way");
  MotionProblem passive = problem;
  passive.limits.torque_upper[1] = passive.limits.torque_lower[1] = 0.0;
  EXPECT_EQ(reason([&] { (void)retime(passive, path); }),
            "joint 'joint2' has no motor: its torque cannot be chosen");
}

/// From rest to rest over a way of 1, within limits along it: seven phases, by the top speed.
double seven_phases(double v, double a, double j) {
  const auto ramp = [&](double w) {
    return w * j < a * a ? 2.0 * std::sqrt(w / j) : w / a + a / j;
  };
  if (v * ramp(v) <= 1.0) return 1.0 / v + ramp(v);
  double low = 0.0, high = v;
  for (int i = 0; i < 200; ++i) {
    (0.5 * (low + high) * ramp(0.5 * (low + high)) < 1.0 ? low : high) = 0.5 * (low + high);
  }
  return 2.0 * ramp(low);
}

TEST(Retime, UnderJerkLimitsOnLinesIsTheSevenPhasesWhateverIsReached) {
  Random random(27);
  for (int i = 0; i < 30; ++i) {
    MotionProblem problem = seven_axis_that_rubs(0.0, 0.0);
    const MotionLimits own(problem.model);
    problem.limits.acceleration = own.acceleration;
    problem.limits.jerk = own.jerk * std::pow(10.0, -random.real(0.0, 2.5));
    problem.limits.torque_upper.setConstant(infinity);
    problem.limits.torque_lower.setConstant(-infinity);
    const Eigen::VectorXd from = within(random, problem.limits);
    const Eigen::VectorXd to =
        from + std::pow(10.0, -random.real(0.0, 2.0)) * (within(random, problem.limits) - from);
    const Eigen::VectorXd travel = (to - from).cwiseAbs();
    const auto least = [&](const Eigen::VectorXd& limit) {
      return limit.cwiseQuotient(travel).minCoeff();
    };
    const double best =
        seven_phases(least(problem.limits.velocity), least(problem.limits.acceleration),
                     least(problem.limits.jerk));
    expect_best(retime(problem, line(from, to)), best, 2e-3);
  }
}

TEST(Retime, UnderTorqueAndJerkLimitsIsNotFarFromTorqueLimitsAlone) {
  Random random(28);
  for (int i = 0; i < 4; ++i) {
    MotionProblem problem = seven_axis_that_rubs(0.5, 0.0);
    const MotionLimits own(problem.model);
    const BSpline path = line(within(random, problem.limits), within(random, problem.limits));
    const Retimed jumps = retime(problem, path);
    problem.limits.jerk = 10.0 * own.jerk;
    const Retimed found = retime(problem, path);
    ASSERT_TRUE(jumps.holds() && found.holds()) << i;
    EXPECT_GE(found.motion.duration(), 0.999 * jumps.motion.duration()) << i;
    EXPECT_LE(found.motion.duration(), 1.1 * jumps.motion.duration()) << i;
    EXPECT_LE(excess(problem, problem.model, found.motion.q, 20'000), 0.0) << i;
    EXPECT_LE(found.motion.q(0.0, 2).norm(), 1e-7);
  }
}

/// A curve of its own: a helix of degree 3 with segments of its own lengths.
BSpline helix() {
  Eigen::MatrixXd points(12, 2);
  for (int i = 0; i < 12; ++i) points.row(i) << std::cos(0.5 * i), std::sin(0.7 * i);
  return BSpline(3, BSpline::clamped_knots(3, 9, 4.0), points);
}

MotionProblem elbow_in_space() {
  MotionProblem problem(elbow_arm(1.0, 1.0));
  problem.limits.torque_upper.setConstant(60.0);
  problem.limits.torque_lower.setConstant(-60.0);
  problem.limits.velocity.setConstant(4.0);
  return problem;
}

/// From the nearest point of the curve: by many points of it and, wherever one is nearer than its
/// neighbours, between these.
double distance(const BSpline& path, const Eigen::VectorXd& q) {
  constexpr int count = 2000;
  const auto off = [&](int k) {
    return (path(path.begin() + path.duration() * k / count) - q).norm();
  };
  double best = infinity;
  for (int k = 0; k <= count; ++k) {
    if (off(std::max(0, k - 1)) < off(k) || off(std::min(count, k + 1)) < off(k)) continue;
    double low = std::max(0, k - 1), high = std::min(count, k + 1);
    const auto at = [&](double x) {
      return (path(path.begin() + path.duration() * x / count) - q).eval();
    };
    for (int i = 0; i < 100; ++i) {
      const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
      if (at(a).norm() < at(b).norm()) {
        high = b;
      } else {
        low = a;
      }
    }
    best = std::min(best, at(0.5 * (low + high)).cwiseAbs().maxCoeff());
  }
  return best;
}

TEST(Retime, StaysAsNearACurveThatIsGivenAsItSays) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
    for (const bool jerk : {false, true}) {
      MotionProblem problem = elbow_in_space();
      if (jerk) problem.limits.jerk.setConstant(2000.0);
      const BSpline path = helix();
      const Retimed found = retime(problem, path, {.path_tolerance = tolerance});
      ASSERT_TRUE(found.holds()) << tolerance;
      EXPECT_LE(found.deviation, tolerance);
      double worst = 0.0;
      const BSpline& q = found.motion.q;
      for (int k = 0; k <= 400; ++k) {
        worst = std::max(worst, distance(path, q(q.duration() * k / 400.0)));
      }
      EXPECT_LE(worst, std::sqrt(2.0) * found.deviation) << tolerance;  // nearest by the other norm
    }
  }
}

TEST(Retime, BeginsAndEndsAtSpeedsThatAreGiven) {
  for (const bool jerk : {false, true}) {
    MotionProblem problem = elbow_in_space();
    if (jerk) problem.limits.jerk.setConstant(2000.0);
    const BSpline path = helix();
    const Retimed rest = retime(problem, path);
    const Retimed found = retime(problem, path, {.start_speed = 0.7, .end_speed = 0.4});
    ASSERT_TRUE(rest.holds()) << jerk;
    ASSERT_FALSE(found.blocked) << jerk << static_cast<int>(found.blocked->kind);
    ASSERT_TRUE(found.holds()) << jerk;
    EXPECT_LT(found.motion.duration(), rest.motion.duration());
    const BSpline& q = found.motion.q;
    EXPECT_NEAR(q(q.begin(), 1).norm(), 0.7, 1e-9);
    EXPECT_NEAR(q(q.end(), 1).norm(), 0.4, 1e-9);
    EXPECT_NEAR(q(q.begin(), 1).normalized().dot(path(path.begin(), 1).normalized()), 1.0, 1e-9);
    EXPECT_LE(excess(problem, problem.model, q, 20'000), 0.0) << jerk;
    ASSERT_TRUE(found.problem.start.v);
    EXPECT_NEAR(found.problem.start.v->norm(), 0.7, 1e-12);
  }
}

TEST(Retime, NamesTheSpeedsThatEndsCanHave) {
  const Retimed fast = retime(elbow_in_space(), helix(), {.start_speed = 50.0});
  ASSERT_TRUE(fast.blocked);
  EXPECT_EQ(fast.blocked->kind, PathBlock::Kind::start_speed);
  EXPECT_GT(fast.blocked->speed, 0.1);
  const Retimed again =
      retime(elbow_in_space(), helix(), {.start_speed = 0.98 * fast.blocked->speed});
  EXPECT_TRUE(again.holds());
  const Retimed end = retime(elbow_in_space(), helix(), {.end_speed = 50.0});
  ASSERT_TRUE(end.blocked);
  EXPECT_EQ(end.blocked->kind, PathBlock::Kind::end_speed);
}

TEST(Retime, TakesTheTimeThatIsGivenOrNamesTheLeast) {
  const MotionProblem problem = elbow_in_space();
  const double least = retime(problem, helix()).motion.duration();
  const Retimed slow = retime(problem, helix(), {.duration = 2.0 * least});
  ASSERT_TRUE(slow.holds());
  EXPECT_NEAR(slow.motion.duration(), 2.0 * least, 1e-12);
  const Retimed never = retime(problem, helix(), {.duration = 0.9 * least});
  ASSERT_TRUE(never.blocked);
  EXPECT_EQ(never.blocked->kind, PathBlock::Kind::too_short);
  EXPECT_NEAR(never.blocked->duration, least, 1e-12);
}

TEST(Retime, RefusesOptionsThatMakeNoSense) {
  const auto words = [](const RetimeOptions& options) {
    return reason([&] { (void)retime(elbow_in_space(), helix(), options); });
  };
  EXPECT_EQ(words({.path_tolerance = 0.0}), "a tolerance of the path that is not positive");
  EXPECT_EQ(words({.start_speed = -1.0}),
            "a speed at an end of the path that is negative or no number");
  EXPECT_EQ(words({.start_speed = 0.1, .duration = 9.0}),
            "a duration and speeds at the ends of the path at once");
}

}  // namespace alembert::test::retime_test
