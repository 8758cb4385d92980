// Arms that push: a box that slides on a table by Newton, Euler and Coulomb by hand, and what
// cannot be is said.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <random>

#include "alembert/contact_drift.hpp"
#include "alembert/ground_coordinates.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/motion_sample.hpp"
#include "alembert/problem_document.hpp"
#include "alembert/report.hpp"
#include "alembert/standing.hpp"
#include "alembert/verify.hpp"
#include "task/contact_gap.hpp"

namespace alembert::test::push_test {

using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::Vector3d;

const std::string source = ALEMBERT_SOURCE_DIR;

/// The example with something else instead.
std::string changed(const std::string& what, const std::string& instead) {
  std::ifstream file(source + "/examples/push_box.yaml");
  std::string text(std::istreambuf_iterator<char>(file), {});
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), instead);
}

/// A transformation with its first and second derivative in time.
struct Moving {
  Matrix4d x = Matrix4d::Identity(), d = Matrix4d::Zero(), dd = Matrix4d::Zero();
};
Moving operator*(const Moving& a, const Moving& b) {
  return {a.x * b.x, a.d * b.x + a.x * b.d, a.dd * b.x + 2.0 * a.d * b.d + a.x * b.dd};
}
Moving still(const Matrix4d& x) { return {x, Matrix4d::Zero(), Matrix4d::Zero()}; }

Matrix4d shift(double x, double y, double z) {
  Matrix4d out = Matrix4d::Identity();
  out.block<3, 1>(0, 3) = Vector3d(x, y, z);
  return out;
}
Matrix4d turn(int axis, double angle) {
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  Matrix4d out = Matrix4d::Identity();
  out(i, i) = out(j, j) = std::cos(angle);
  out(j, i) = std::sin(angle);
  out(i, j) = -std::sin(angle);
  return out;
}

/// About z: cos and sin of an angle that moves.
Moving turning(double q, double v, double a) {
  Matrix4d by = Matrix4d::Zero();
  by(0, 0) = by(1, 1) = -std::sin(q);
  by(1, 0) = std::cos(q);
  by(0, 1) = -std::cos(q);
  Matrix4d twice = Matrix4d::Zero();
  twice(0, 0) = twice(1, 1) = -std::cos(q);
  twice(1, 0) = -std::sin(q);
  twice(0, 1) = std::sin(q);
  return {turn(2, q), v * by, v * v * twice + a * by};
}

/// The flange of models/seven_axis.yaml by its rows of Craig's parameters.
Moving flange(const MotionSample& at) {
  struct Row {
    double alpha, a, d;
  };
  constexpr double quarter = M_PI / 2;
  constexpr std::array<Row, 7> rows{{{0, 0, 0.333},
                                     {-quarter, 0, 0},
                                     {quarter, 0, 0.316},
                                     {quarter, 0.0825, 0},
                                     {-quarter, -0.0825, 0.384},
                                     {quarter, 0, 0},
                                     {quarter, 0.088, 0}}};
  Moving pose;
  for (int j = 0; j < 7; ++j) {
    const Row& row = rows[static_cast<std::size_t>(j)];
    pose = pose * still(turn(0, row.alpha) * shift(row.a, 0, 0)) *
           turning(at.q[j], at.v[j], at.a[j]) * still(shift(0, 0, row.d));
  }
  return pose * still(shift(0, 0, 0.107));
}

/// The example's numbers, once more.
struct Box {
  double mass = 3.0, on_table = 0.35, in_hand = 0.6, g = 9.81;
  Vector3d half{0.1, 0.15, 0.1};
  double palm = 0.04;
  Matrix4d in_flange = shift(-0.02, 0, 0.1) * turn(2, M_PI) * turn(1, -M_PI / 2);
  Matrix3d inertia() const {
    const Vector3d s = 4.0 * half.cwiseAbs2();
    return mass / 12.0 * Vector3d(s.y() + s.z(), s.z() + s.x(), s.x() + s.y()).asDiagonal();
  }
};

struct Solved {
  MotionFile file;
  Solution found;
};
const Solved& solved() {
  static const Solved one = [] {
    MotionFile file = load_motion_problem(source + "/examples/push_box.yaml");
    Solution found = solve(file.problem, file.options);
    return Solved{std::move(file), std::move(found)};
  }();
  return one;
}

std::string refused(const std::string& what, const std::string& instead) {
  try {
    read_motion_problem(changed(what, instead), source + "/examples/changed.yaml");
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(Push, IsSolvedAndProven) {
  const Solution& found = solved().found;
  EXPECT_EQ(found.status, MotionStatus::solved) << message(found);
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  const std::vector<ContactDrift> drifts = contact_drifts(solved().file.problem, found.certificate);
  ASSERT_EQ(drifts.size(), 1u);
  EXPECT_TRUE(drifts.front().enclosed);
  EXPECT_LT(drifts.front().most, 1e-4);
}

TEST(Push, TheBoxObeysNewtonEulerAndCoulombByHand) {
  const Box box;
  const auto& [file, found] = solved();
  const double drift = contact_drifts(file.problem, found.certificate).front().most;
  const Vector3d down(0, 0, -box.mass * box.g);
  double travelled = -1.0, fastest = 0.0;
  for (const MotionSample& at : sample(file.problem, found.motion, 5001)) {
    const Moving hand = flange(at), pose = hand * still(box.in_flange);
    const Matrix3d R = pose.x.topLeftCorner<3, 3>();
    const Vector3d middle = pose.x.block<3, 1>(0, 3);
    // It lies on the table, straight, and goes along x without turning back.
    EXPECT_LT(std::hypot(middle.y(), middle.z() - 0.65), drift + 1e-9);
    EXPECT_LT((R - Matrix3d::Identity()).norm(), 1e-2);
    EXPECT_GT(pose.d(0, 3), -1e-6);
    EXPECT_GE(middle.x(), travelled - 1e-9);
    travelled = middle.x();
    fastest = std::max(fastest, pose.d(0, 3));

    const ContactForce& table = *at.ground.find("table");
    const ContactForce& push = *at.ground.find("box");
    const Vector3d force = table.force + push.force + down;
    EXPECT_LT((force - box.mass * pose.dd.block<3, 1>(0, 3)).norm(), 1e-9);
    // R' = W R, R'' = (W' + W W) R with W the cross product of the angular velocity.
    const Matrix3d W = pose.d.topLeftCorner<3, 3>() * R.transpose();
    const Matrix3d A = pose.dd.topLeftCorner<3, 3>() * R.transpose() - W * W;
    const Vector3d w(W(2, 1), W(0, 2), W(1, 0)), a(A(2, 1), A(0, 2), A(1, 0));
    const Matrix3d I = R * box.inertia() * R.transpose();
    const Vector3d moment = table.moment + (table.origin - middle).cross(table.force) +
                            push.moment + (push.origin - middle).cross(push.force);
    EXPECT_LT((moment - I * a - w.cross(I * w)).norm(), 1e-9);

    // The table: friction against the way by what presses, without a moment where it presses.
    const double presses = table.force.z();
    EXPECT_GT(presses, 0.0);
    EXPECT_NEAR(table.force.x(), -box.on_table * presses, 1e-10);
    EXPECT_NEAR(table.force.y(), 0.0, 1e-10);
    ASSERT_TRUE(table.pressure);
    const Vector3d under = *table.pressure - middle;
    EXPECT_LE(std::abs(under.x()), box.half.x() + 1e-6);
    EXPECT_LE(std::abs(under.y()), box.half.y() + 1e-6);
    const Vector3d there = table.moment + (table.origin - *table.pressure).cross(table.force);
    EXPECT_LT(there.norm(), 1e-9);

    // The hand: within its friction and its palm; it only pushes.
    const Matrix3d H = hand.x.topLeftCorner<3, 3>();
    const Vector3d palm = hand.x.block<3, 1>(0, 3), local = H.transpose() * push.force;
    EXPECT_GT(local.z(), 0.0);
    EXPECT_LE(std::hypot(local.x(), local.y()), box.in_hand * local.z() + 1e-6);
    const Vector3d about = H.transpose() * (push.moment + (push.origin - palm).cross(push.force));
    EXPECT_LE(std::abs(about.y()), box.palm * local.z() + 1e-6);
    EXPECT_LE(std::abs(about.x()), box.palm * local.z() + 1e-6);
    const Vector3d centre(-about.y() / local.z(), about.x() / local.z(), 0.0);
    const double twist = (about - centre.cross(local)).z();
    EXPECT_LE(std::abs(twist), box.in_hand * local.z() * 2.0 * box.palm * std::sqrt(2.0) + 1e-6);
  }
  EXPECT_NEAR(travelled, 0.8, 1e-6);
  EXPECT_GT(fastest, 0.3);
}

TEST(Push, MotorsFeelWhatTheHandExerts) {
  const auto& [file, found] = solved();
  const Model arm = compile(load_robot(source + "/models/seven_axis.yaml"));
  InverseDynamics<double> inverse(arm);
  Eigen::VectorXd tau(7);
  for (const MotionSample& at : sample(file.problem, found.motion, 201)) {
    const ContactForce& push = *at.ground.find("box");
    const Vector3d palm = flange(at).x.block<3, 1>(0, 3);
    Load load{.frame = arm.frame("flange")};
    load.force = -push.force;
    load.moment = -(push.moment + (push.origin - palm).cross(push.force));
    const std::vector<Load> loads{load};
    inverse(at.q.head(7), at.v.head(7), at.a.head(7), loads, tau);
    EXPECT_LT((tau - at.tau.head(7)).norm(), 1e-9);
    EXPECT_TRUE(at.q.tail(6).isZero(0.0));
  }
}

TEST(Push, ComesBackToThePlan) {
  const auto& [file, found] = solved();
  const Verification check = verify(file.problem, found.motion, {});
  EXPECT_TRUE(check.within(reproduction_tolerance))
      << check.worst_joint << " " << check.position_error;
}

TEST(Push, CoordinatesOfTheBoxAreNoJoints) {
  const MotionProblem& problem = solved().file.problem;
  ASSERT_EQ(problem.model.dofs(), 13);
  EXPECT_EQ(own_coordinates(problem, 13), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
  for (const LimitNote& note : solved().found.active) {
    EXPECT_EQ(note.of.name.find("box."), std::string::npos) << note.of.name;
  }
}

TEST(SlidingSpeed, IsTheRateOfTheWay) {
  const MotionProblem& problem = solved().file.problem;
  SlidingSpeed speed(problem.model, problem.contacts.front());
  MotionPoint point(problem.model.dofs(), 0);
  Eigen::VectorXd g = Eigen::VectorXd::Zero(1);
  for (const MotionSample& at : sample(problem, solved().found.motion, 50)) {
    point.z << at.q, at.v, at.a, Eigen::VectorXd::Zero(at.q.size());
    speed.value(point, g);
    const Moving hand = flange(at);
    const Vector3d turned = hand.d.topLeftCorner<3, 3>() * Vector3d(-0.12, 0, 0.1);
    EXPECT_NEAR(g[0], hand.d(0, 3) + turned.x(), 1e-9);
  }
}

TEST(SlidingSpeed, IsEnclosedAtEveryInstantOfAPiece) {
  const MotionProblem& problem = solved().file.problem;
  const int n = problem.model.dofs();
  SlidingSpeed speed(problem.model, problem.contacts.front());
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (int look = 0; look < 20; ++look) {
    Eigen::VectorXd middle(2 * n), slope(2 * n);
    MotionPiece piece(n, 0);
    const Enclosure s = Enclosure::line(0.0, 1.0);
    for (int i = 0; i < 2 * n; ++i) {
      middle[i] = uniform(random);
      slope[i] = 0.02 * uniform(random);
      (i < n ? piece.q : piece.v)[i % n] = Enclosure(middle[i]) + slope[i] * s;
    }
    VecX<Enclosure> enclosed(1);
    ASSERT_TRUE(speed.enclose(piece, enclosed));
    EXPECT_LT(enclosed[0].r, 1e-2);
    for (const double at : {-1.0, -0.6, 0.0, 0.5, 1.0}) {
      MotionPoint point(n, 0);
      point.z.head(2 * n) = middle + at * slope;
      Eigen::VectorXd g = Eigen::VectorXd::Zero(1);
      speed.value(point, g);
      double value = 0.0;
      for (int k = 4; k >= 0; --k) value = value * at + enclosed[0].c[k];
      EXPECT_LE(std::abs(g[0] - value), enclosed[0].r + 1e-12);
    }
  }
}

TEST(Push, DocumentsKeepBodiesAndWhatSlides) {
  const MotionFile& file = solved().file;
  const std::string text = write_problem(problem_document(file), source + "/examples");
  const MotionFile again = problem_of(read_problem(text, source + "/examples/problem.json"));
  EXPECT_EQ(again.problem.bodies, file.problem.bodies);
  EXPECT_EQ(again.problem.footings, file.problem.footings);
  EXPECT_EQ(again.problem.contacts, file.problem.contacts);
  EXPECT_EQ(again.problem.model.coordinate_names(), file.problem.model.coordinate_names());
}

TEST(Push, ABoxThatIsTooHeavyNamesTheJoint) {
  // In a plane, so that no other posture has to be looked for.
  std::string text = changed("mass: 3", "mass: 300");
  text += "locked: {joint1: 0, joint3: 0, joint5: 0, joint7: 0}\n";
  const MotionFile file = read_motion_problem(text, source + "/examples/changed.yaml");
  const Solution found = solve(file.problem, file.options);
  EXPECT_EQ(found.status, MotionStatus::infeasible);
  EXPECT_NE(message(found).find("torque of joint4"), std::string::npos) << message(found);
}

TEST(Push, AHandThatPushesAslantSlips) {
  // It slides 45 degrees off the normal of the palm, and friction holds 31. The table's friction
  // helps nothing: it is against the way.
  EXPECT_NE(refused("slides: [0.3, 0, 0]", "slides: [0.2, 0.2, 0]").find("would slip"),
            std::string::npos);
  EXPECT_EQ(refused("slides: [0.3, 0, 0]", "slides: [0.2, 0.1, 0]"), "nothing");
}

TEST(Push, AHandCannotPull) {
  EXPECT_NE(refused("slides: [0.3, 0, 0]", "slides: [-0.1, 0, 0]").find("pull"), std::string::npos);
}

TEST(Push, TheBoxDoesNotSlideBack) {
  // Joint values of the goal at the start, and the other way round.
  const Trajectory& motion = solved().found.motion;
  const auto text = [&](double t) {
    const Eigen::VectorXd q = motion.q(t);
    std::string list;
    for (int j = 0; j < 7; ++j) list += (j > 0 ? ", " : "") + std::to_string(q[j]);
    return "{q: [" + list + "]}\n";
  };
  const double T = motion.duration();
  const auto with = [&](double from, double to) {
    return refused("base: fixed\n", "base: fixed\nstart: " + text(from) + "goal: " + text(to));
  };
  EXPECT_EQ(with(0.0, T), "nothing");
  EXPECT_NE(with(T, 0.0).find("from where it is then"), std::string::npos);
}

TEST(Push, WhatIsSaidMustMakeSense) {
  EXPECT_NE(refused("slides: [0.3, 0, 0]", "slides: [0.3, 0, 0.1]").find("off it"),
            std::string::npos);
  EXPECT_NE(refused("base: fixed", "base: free").find("carry"), std::string::npos);
  EXPECT_NE(refused("mass: 3", "mass: 0").find("mass"), std::string::npos);
  EXPECT_NE(refused("frame: flange", "frame: hand").find("no link or frame 'hand'"),
            std::string::npos);
  EXPECT_NE(refused("friction: 0.6", "friction: -1").find("friction"), std::string::npos);
  EXPECT_NE(refused("name: box", "name: flange").find("name of its own"), std::string::npos);
}

}  // namespace alembert::test::push_test
