// Robots on the ground: wrenches that agree with Newton and Euler by hand, steps that are proven
// and hold by dynamics that share no code, the same answer by equations of the base.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/standing.hpp"
#include "support/planar_walker.hpp"
#include "task/contact_gap.hpp"
#include "task/ground.hpp"

namespace alembert::test::contact_test {

constexpr char source[] = ALEMBERT_SOURCE_DIR;

Robot biped() { return load_robot(std::string(source) + "/models/planar_biped.yaml"); }

Footing foot(const std::string& name, const std::string& frame, double heel_at) {
  Footing footing;
  footing.name = name;
  footing.frame = frame;
  footing.corners = {
      {-0.06, -0.05, -0.07}, {0.15, -0.05, -0.07}, {0.15, 0.05, -0.07}, {-0.06, 0.05, -0.07}};
  footing.edges = {{"heel", 0, 3}, {"toe", 1, 2}};
  footing.friction = 0.7;
  footing.place.translation() = Eigen::Vector3d(heel_at + 0.06, 0.0, 0.07);
  return footing;
}

int index_of(const MotionProblem& problem, const std::string& name) {
  return problem.model.coordinate(name);
}

/// Both feet stand, the trunk is to come forward and back down: the knees bend.
MotionProblem weight_shift() {
  MotionProblem problem =
      standing(biped(), {foot("left", "left_foot", 0.0), foot("right", "right_foot", -0.05)});
  Eigen::VectorXd q = Eigen::VectorXd::Zero(problem.model.dofs());
  problem.duration.shortest = problem.duration.longest = 0.6;
  problem.minimize = {};
  problem.minimize.time = 0.0;
  problem.minimize.exertion = 1.0;
  problem.minimize.jerk = 1e-8;
  problem.spline.segments = 12;
  problem.spline.knots = SplineOptions::Knots::uniform;
  // The same shape of both legs, 5 cm apart: as far as the feet are.
  const auto posture = [&](double bend, double lean) {
    Eigen::VectorXd at = q;
    const double hip_height = 0.4410 * std::cos(bend / 2) + 0.4428 * std::cos(bend / 2);
    const double hip_x = lean;
    for (const bool left : {true, false}) {
      const std::string side = left ? "left_" : "right_";
      const double ankle_x = left ? 0.06 : 0.01, dx = hip_x - ankle_x;
      const double reach = std::hypot(dx, hip_height);
      const double a = 0.4410, b = 0.4428;
      const double knee = M_PI - std::acos((a * a + b * b - reach * reach) / (2 * a * b));
      const double at_ankle = std::acos((b * b + reach * reach - a * a) / (2 * b * reach));
      // Angles about +y of what points upwards from the ankle.
      const double line = std::atan2(dx, hip_height), shank = line + at_ankle;
      at[index_of(problem, side + "ankle")] = -shank;
      at[index_of(problem, side + "knee")] = knee;
      at[index_of(problem, side + "hip")] = shank - knee;
    }
    return at;
  };
  problem.start.q = posture(0.5, 0.08);
  problem.goal.q = posture(0.9, 0.10);
  return problem;
}

double length(const Eigen::VectorXd& x) { return x.norm(); }

TEST(ContactRate, IsTheDerivativeOfTheGapAndHasItsOwn) {
  const MotionProblem problem = weight_shift();
  const int n = problem.model.dofs();
  GroundContact contact = problem.contacts.back();
  contact.components = {0, 1, 2, 3, 4, 5};
  contact.found = {{2, {0.6, 0.0, 0.8}}, {9, {0.0, 1.0, 0.0}}};  // a place that moves with two
  ContactGap gap(problem.model, contact);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Eigen::VectorXd z(4 * n), weights(6);
  for (double& x : z) x = uniform(random);
  for (double& w : weights) w = uniform(random);
  const auto gap_at = [&](double t) {
    MotionPoint point(n, 0);
    point.z.head(n) = z.head(n) + t * z.segment(n, n) + 0.5 * t * t * z.segment(2 * n, n);
    Eigen::VectorXd value = Eigen::VectorXd::Zero(6);
    gap.value(point, value);
    return value;
  };
  const double h = 1e-4, e = 1e-6;
  const Eigen::VectorXd by_differences[] = {
      {}, (gap_at(h) - gap_at(-h)) / (2 * h), (gap_at(h) - 2 * gap_at(0) + gap_at(-h)) / (h * h)};
  for (const int order : {1, 2}) {
    ContactRate rate(problem.model, contact, order);
    MotionPoint point(n, 0);
    const auto value = [&](const Eigen::VectorXd& at) {
      point.z = at;
      Eigen::VectorXd out = Eigen::VectorXd::Zero(6);
      rate.value(point, out);
      return out;
    };
    const auto slope = [&](const Eigen::VectorXd& at) {
      point.z = at;
      Eigen::MatrixXd out = Eigen::MatrixXd::Zero(6, 4 * n);
      rate.derivative(point, out);
      return out;
    };
    EXPECT_LT(length(value(z) - by_differences[order]), 1e-6);
    point.z = z;
    Eigen::MatrixXd bend = Eigen::MatrixXd::Zero(4 * n, 4 * n);
    rate.hessian(point, weights, bend);
    EXPECT_GT(bend.norm(), 1.0);
    for (int i = 0; i < 4 * n; ++i) {
      const Eigen::VectorXd step = e * Eigen::VectorXd::Unit(4 * n, i);
      EXPECT_LT(length(slope(z).col(i) - (value(z + step) - value(z - step)) / (2 * e)), 1e-8);
      const Eigen::MatrixXd difference = (slope(z + step) - slope(z - step)) / (2 * e);
      EXPECT_LT(length(bend.col(i) - difference.transpose() * weights), 1e-8);
    }
  }
}

TEST(Standing, TheGroundCarriesTheWeightUnderTheMassCentre) {
  MotionProblem problem = standing(biped(), {foot("left", "left_foot", 0.0)});
  problem.start.q = problem.goal.q = Eigen::VectorXd::Zero(problem.model.dofs());
  const Task task(problem);
  MotionPoint point(problem.model.dofs(), 0);
  point.z[index_of(problem, "right_hip")] = -0.4;
  point.z[index_of(problem, "right_knee")] = 0.7;
  Eigen::VectorXd tau(problem.model.dofs());
  task.workspaces().front()->torque(point, tau);
  const Jet none, hip{-0.4, 0.0, 0.0}, knee{0.7, 0.0, 0.0};
  const Robot robot = biped();
  PlanarWalker by_hand(robot);
  by_hand.place(none, none, {none, none, none}, {hip, knee, none});
  EXPECT_NEAR(tau[2], 75.0 * 9.81, 1e-10 * 75 * 9.81);
  EXPECT_NEAR(tau[0], 0.0, 1e-10);
  // About the middle of the sole, 0.105 m ahead of the heel.
  EXPECT_NEAR(tau[4], by_hand.outside().moment + 0.105 * by_hand.outside().z, 1e-9);
  EXPECT_NEAR(by_hand.outside().z, 75.0 * 9.81, 1e-9);
}

/// Forces and torques of a motion of the biped by hand, at an instant.
struct ByHand {
  PlanarWrench left, right;
  std::array<double, 3> left_torques, right_torques;
  PlanarPoint right_toe, right_heel;
};

ByHand by_hand(const MotionProblem& problem, const Robot& robot, const Trajectory& motion,
               std::size_t stage, double t, bool rolls) {
  const Eigen::VectorXd q = motion.q(t), v = motion.q(t, 1), a = motion.q(t, 2);
  const auto jet = [&](const std::string& name) {
    const int j = index_of(problem, name);
    return Jet{q[j], v[j], a[j]};
  };
  const auto leg = [&](const std::string& side) {
    return std::array<Jet, 3>{jet(side + "hip"), jet(side + "knee"), jet(side + "ankle")};
  };
  PlanarWalker walker(robot);
  walker.place(rolls ? jet("left.heel") : Jet(), rolls ? jet("left.toe") : Jet(), leg("left_"),
               leg("right_"));
  ByHand out;
  out.right_toe = walker.toe_of(1);
  out.right_heel = walker.heel_of(1);
  const Eigen::VectorXd force = motion.forces.empty() || motion.forces[stage].dofs() == 0
                                    ? Eigen::VectorXd::Zero(3)
                                    : motion.forces[stage](t);
  // fx, fz and the moment about y, where the foot touches: at its toes, or the middle of its sole.
  const PlanarPoint& toe = out.right_toe;
  const double x = rolls ? toe.x.x : 0.5 * (toe.x.x + out.right_heel.x.x);
  const double z = rolls ? toe.z.x : 0.5 * (toe.z.x + out.right_heel.z.x);
  out.right = {force[0], force[1], force[2] + z * force[0] - x * force[1]};
  out.left = walker.outside() - out.right;
  out.left_torques = walker.torques(0, out.left);
  out.right_torques = walker.torques(1, out.right);
  return out;
}

/// What is passed and missed along a step, by hand at many instants.
struct Missed {
  double cone = -infinity, torque = -infinity;  // N; N m
  double drift = 0.0, difference = 0.0;         // m; N m
};

Missed look_at(const MotionProblem& problem, const Robot& robot, const Trajectory& motion) {
  constexpr int instants = 20'000;
  const std::string names[] = {"hip", "knee", "ankle"};
  const double strength[] = {150.0, 150.0, 120.0}, T = motion.duration();
  const Task task = Task(problem).of(motion);
  std::vector<std::unique_ptr<Dynamics>> dynamics = task.workspaces();
  Eigen::VectorXd tau(problem.model.dofs());
  Missed out;
  for (int k = 0; k < instants; ++k) {
    const double t = (k + 0.5) * T / instants, share = t / T;
    const std::size_t stage = task.stage_index(static_cast<int>(share * motion.q.segments()));
    const ByHand now = by_hand(problem, robot, motion, stage, t, true);
    const auto [from, to] = share < 0.125   ? std::pair(0.0, 0.01)
                            : share < 0.625 ? std::pair(0.0, 0.21)
                                            : std::pair(0.20, 0.21);
    out.cone = std::max(out.cone, outside_cone(now.left, 0.7, from, to));
    if (share < 0.25) {
      // The strip is where the toe is, which drifts by what is told below.
      const double edge = now.right_toe.x.x;
      out.cone = std::max(out.cone, outside_cone(now.right, 0.7, edge - 0.01, edge));
      out.drift = std::max(out.drift, std::hypot(now.right_toe.x.x + 0.39, now.right_toe.z.x));
    }
    MotionPoint point(problem.model.dofs(), 0);
    point.set_forces(task.stages()[stage].forces);
    for (int order = 0; order < 3; ++order) {
      point.z.segment(order * point.dofs, point.dofs) = motion.q(t, order);
    }
    if (point.forces > 0) point.z.segment(4 * point.dofs, 3) = motion.forces[stage](t);
    dynamics[stage]->torque(point, tau);
    for (int j = 0; j < 3; ++j) {
      const double left = now.left_torques[j], right = now.right_torques[j];
      out.torque =
          std::max({out.torque, std::abs(left) - strength[j], std::abs(right) - strength[j]});
      out.difference =
          std::max({out.difference, std::abs(left - tau[index_of(problem, "left_" + names[j])]),
                    std::abs(right - tau[index_of(problem, "right_" + names[j])])});
    }
  }
  return out;
}

/// It lands where it was told to, and begins as it ends.
void expect_step(const MotionProblem& problem, const Robot& robot, const Trajectory& motion) {
  const double T = motion.duration();
  const ByHand end = by_hand(problem, robot, motion, Task(problem).of(motion).stages().size() - 1,
                             T * (1.0 - 1e-12), true);
  EXPECT_NEAR(end.right_heel.x.x, 0.6, 1e-6);
  EXPECT_NEAR(end.right_heel.z.x, 0.0, 1e-6);
  EXPECT_NEAR(end.right_heel.z.d, 0.0, 1e-5);
  for (const std::string joint : {"hip", "knee", "ankle"}) {
    const int left = index_of(problem, "left_" + joint),
              right = index_of(problem, "right_" + joint);
    for (int order = 0; order < 3; ++order) {
      EXPECT_NEAR(motion.q(T, order)[left], motion.q(0.0, order)[right], 1e-5);
    }
  }
  const ByHand start = by_hand(problem, robot, motion, 0, 0.0, true);
  EXPECT_LT(std::hypot(start.left.x, start.left.z), 1e-5 * 75.0 * 9.81);
}

class WalkingStep : public ::testing::TestWithParam<double> {};

TEST_P(WalkingStep, IsProvenAndHoldsByHand) {
  const MotionFile file = load_motion_problem(std::string(source) + "/examples/walking_step.yaml");
  MotionProblem problem = file.problem;
  problem.duration.shortest = problem.duration.longest = 0.6 / GetParam();  // m by m/s
  const Solution found = solve(problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved);
  ASSERT_TRUE(found.violations.empty());
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  // A foot that is held flat holds nothing back.
  EXPECT_TRUE(std::none_of(found.active.begin(), found.active.end(), [](const LimitNote& note) {
    return note.of.kind == LimitKind::position && note.of.name.starts_with("left.");
  }));
  const Robot robot = biped();
  const Missed missed = look_at(problem, robot, found.motion);
  EXPECT_LT(missed.cone, 2e-5 * 75.0 * 9.81);  // as the answer states it
  EXPECT_LT(missed.torque, 0.0);
  EXPECT_LT(missed.drift, 1e-4);
  EXPECT_LT(missed.difference, 1e-8);
  expect_step(problem, robot, found.motion);
}

INSTANTIATE_TEST_SUITE_P(Speeds, WalkingStep, ::testing::Values(0.8, 1.1, 1.2, 1.3),
                         [](const auto& speed) {
                           return std::to_string(std::lround(100.0 * speed.param)) + "CmPerSecond";
                         });

/// Nothing carries: both feet push by forces of their own, and equations say that nothing else
/// holds the robot.
MotionProblem by_equations(MotionProblem problem) {
  problem.held.clear();
  for (GroundContact& contact : problem.contacts) {
    contact.carries = false;
    contact.components = {0, 2, 4};
  }
  return problem;
}

TEST(Contacts, TheCarryingContactAndEquationsOfTheBaseFindTheSame) {
  MotionProblem problem = weight_shift();
  problem.spline.degree = 5;
  const Solution carried = solve(problem);
  ASSERT_EQ(carried.status, MotionStatus::solved);
  MotionProblem other = by_equations(problem);
  // In the plane: the others of the six have nothing to do.
  for (const int j : {1, 3, 5}) other.held.push_back({j, 0.0, {}});
  const Solution equations = solve(other);
  ASSERT_TRUE(equations.status == MotionStatus::solved ||
              equations.status == MotionStatus::solved_to_lower_accuracy)
      << to_string(equations.status) << " " << equations.objective << " beside "
      << carried.objective << ", missed " << equations.largest_violation;
  EXPECT_NEAR(equations.objective, carried.objective, 1e-4 * carried.objective);
}

void expect_refused(const std::vector<Footing>& footings, const std::string& reason) {
  try {
    standing(biped(), footings);
    FAIL() << "not refused: " << reason;
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
  }
}

TEST(Contacts, WhatCannotBeIsRefused) {
  Footing footing = foot("left", "left_foot", 0.0);
  Footing bad = footing;
  bad.corners.resize(2);
  expect_refused({bad}, "2 corners");
  bad = footing;
  bad.phases = {{{0.0, 0.5}, -1}, {{0.4, 1.0}, -1}};
  expect_refused({bad}, "overlap");
  bad = footing;
  bad.frame = "wing";
  expect_refused({bad}, "'wing'");
  bad = footing;
  bad.edges = {{"heel", 0, 7}};
  expect_refused({bad}, "'heel'");
  bad = footing;
  for (Eigen::Vector3d& corner : bad.corners) corner.y() = 0.0;
  EXPECT_THROW(Task(standing(biped(), {bad})), Error);
}

TEST(Contacts, AFootOnIceOnASlopeIsToldByItsName) {
  MotionProblem level = weight_shift();
  std::vector<Footing> footings = level.footings;
  const Eigen::AngleAxisd tilt(0.3, Eigen::Vector3d::UnitY());
  for (Footing& footing : footings) {
    footing.friction = 0.05;
    footing.place = tilt * footing.place;
  }
  MotionProblem problem = standing(biped(), footings);
  static_cast<MotionLimits&>(problem.limits) = level.limits;
  problem.start = level.start;
  problem.goal = level.goal;
  problem.duration = level.duration;
  problem.minimize = level.minimize;
  problem.spline = level.spline;
  try {
    (void)solve(problem);
    FAIL() << "it was searched for";
  } catch (const Error& error) {
    EXPECT_NE(error.reason().find("'left'"), std::string::npos) << error.reason();
    EXPECT_NE(error.reason().find("friction"), std::string::npos) << error.reason();
  }
}

}  // namespace alembert::test::contact_test
