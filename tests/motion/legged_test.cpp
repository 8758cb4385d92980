// Four-legged robots: they stand up, and bring their weight over three feet, proven.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "alembert/center_of_mass.hpp"
#include "alembert/contact_drift.hpp"
#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/motion_sample.hpp"

namespace alembert::test::legged_test {

const std::string folder = ALEMBERT_SOURCE_DIR;
const std::string anymal = folder + "/../shared/robots/anymal_c.urdf";

/// Solved, proven, and by kinematics and masses alone: forces are the rate of momentum less
/// gravity, and where all feet press together is where they hold the body.
void expect_stands(const MotionFile& file) {
  const MotionProblem& problem = file.problem;
  const Solution found = solve(problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved);
  EXPECT_EQ(found.certificate.method, MotionCertificate::Method::proven);
  const std::vector<ContactDrift> drifts = contact_drifts(problem, found.certificate);
  ASSERT_EQ(drifts.size(), 3u);
  for (const ContactDrift& drift : drifts) {
    EXPECT_TRUE(drift.enclosed);
    EXPECT_GT(drift.most, 0.0) << drift.name;
    EXPECT_LT(drift.most, 1e-4) << drift.name;
  }
  CenterOfMass centre(problem.model);
  const auto velocity = [&](double t) {
    centre.update(found.motion.q(t), found.motion.q(t, 1));
    return Eigen::Vector3d(centre.velocity());
  };
  constexpr double h = 1e-5;
  const double T = found.motion.duration();
  for (const MotionSample& now : sample(problem, found.motion, 98)) {  // not at knots
    if (now.t < h || now.t > T - h) continue;
    const Eigen::Vector3d acceleration = (velocity(now.t + h) - velocity(now.t - h)) / (2.0 * h);
    const Eigen::Vector3d wanted =
        centre.mass() * (acceleration - Eigen::Vector3d(problem.model.gravity()));
    EXPECT_LT((now.ground.force() - wanted).norm(), 1e-5 * wanted.norm());
    for (const ContactForce& contact : now.ground.contacts) EXPECT_GT(contact.force.z(), 0.0);
  }
}

TEST(Quadruped, BringsItsWeightOverThreeFeet) {
  const MotionFile file = load_motion_problem(folder + "/examples/three_feet.yaml");
  expect_stands(file);
}

/// Which angles tell how the leg that carries is turned is no matter of the motion.
TEST(Quadruped, MovesTheSameByOtherAngles) {
  const MotionFile file = load_motion_problem(folder + "/examples/three_feet.yaml");
  std::ifstream in(folder + "/examples/three_feet.yaml");
  std::string text((std::istreambuf_iterator<char>(in)), {});
  text.insert(text.find("pivots: true"), "angles: zxy, ");
  const MotionFile other = read_motion_problem(text, folder + "/examples/other.yaml");
  const Model& model = other.problem.model;
  EXPECT_EQ(model.coordinate("lf.turn.rz"), 6);
  EXPECT_EQ(model.coordinate("lf.turn.rx"), 7);
  EXPECT_EQ(model.coordinate("lf.turn.ry"), 8);
  const Solution one = solve(file.problem, file.options), two = solve(other.problem, other.options);
  ASSERT_EQ(one.status, MotionStatus::solved);
  ASSERT_EQ(two.status, MotionStatus::solved);
  // The jerk of angles is a little matter of the objective.
  EXPECT_NEAR(one.objective, two.objective, 5e-3 * one.objective);
}

/// Of a point in a plane from the nearest line through two corners, positive inside; corners are
/// counter-clockwise.
double inside(const Eigen::Vector3d& point, const std::vector<Eigen::Vector2d>& corners) {
  double least = infinity;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Eigen::Vector2d edge = corners[(i + 1) % corners.size()] - corners[i];
    const Eigen::Vector2d to = point.head<2>() - corners[i];
    least = std::min(least, (edge.x() * to.y() - edge.y() * to.x()) / edge.norm());
  }
  return least;
}

TEST(Quadruped, KeepsTheZeroMomentPointInsideItsSupport) {
  const MotionFile file = load_motion_problem(folder + "/examples/three_feet.yaml");
  MotionProblem problem = file.problem;
  const auto least_gap = [&](const Solution& found) {
    // Corners of small balls of 1 cm: on three feet the triangle of lf, lh and rf.
    const std::vector<Eigen::Vector2d> three = {{0.26, -0.19}, {0.26, 0.19},  {0.24, 0.19},
                                                {-0.26, 0.19}, {-0.26, 0.17}, {0.24, -0.19}};
    double least = infinity;
    for (const MotionSample& now : sample(problem, found.motion, 401)) {
      if (now.t < 0.6 + 1e-9) continue;
      least = std::min(least, inside(*now.ground.zero_moment_point, three));
    }
    return least;
  };
  const Solution free = solve(problem, file.options);
  ASSERT_EQ(free.status, MotionStatus::solved);
  EXPECT_LT(least_gap(free), 0.05);
  problem.balance = 0.06;
  const Solution kept = solve(problem, file.options);
  ASSERT_EQ(kept.status, MotionStatus::solved);
  EXPECT_EQ(kept.certificate.method, MotionCertificate::Method::proven);
  EXPECT_GT(least_gap(kept), 0.06 - 1e-4);  // feet drift by less
  EXPECT_GT(kept.objective, free.objective);
  EXPECT_TRUE(std::any_of(kept.active.begin(), kept.active.end(), [](const LimitNote& note) {
    return note.of.kind == LimitKind::balance;
  }));
}

/// Feet of the robot in ../shared are balls, where they are in the posture that it is drawn in.
std::string on_four_feet(const std::string& of_the_last, const std::string& rest) {
  const std::string foot = "patch: *ball, friction: 0.6, pivots: true, ";
  return "alembert: motion/1\n"
         "robot: " +
         anymal +
         "\n"
         "contacts:\n"
         "  - {name: LF, frame: LF_FOOT, patch: &ball [[-0.015, -0.015, 0], [0.015, -0.015, 0], "
         "[0.015, 0.015, 0], [-0.015, 0.015, 0]], friction: 0.6, pivots: true, "
         "place: {xyz: [0.461435, 0.30116, 0]}}\n"
         "  - {name: RF, frame: RF_FOOT, " +
         foot +
         "place: {xyz: [0.461435, -0.30116, 0]}}\n"
         "  - {name: LH, frame: LH_FOOT, " +
         foot +
         "place: {xyz: [-0.461435, 0.30116, 0]}}\n"
         "  - {name: RH, frame: RH_FOOT, " +
         foot + "place: {xyz: [-0.461435, -0.30116, 0]}" + of_the_last +
         "}\n"
         "minimize: {exertion: 1, jerk: 1.0e-6}\n" +
         rest;
}

class Anymal : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::filesystem::exists(anymal)) return;
    GTEST_SKIP() << "no ../shared/robots/anymal_c.urdf: it is not part of the project";
  }
};

TEST_F(Anymal, BringsItsWeightOverThreeFeet) {
  expect_stands(read_motion_problem(
      on_four_feet(", from: 0, to: 0.5",
                   "start: {q: {LF.turn.ry: -0.4, LF_HAA: 0, LF_HFE: 0.4, LF_KFE: -0.8, RF_HAA: 0, "
                   "RF_HFE: 0.4, RF_KFE: -0.8, LH_HAA: 0, LH_HFE: -0.4, LH_KFE: 0.8, RH_HAA: 0, "
                   "RH_HFE: -0.4, RH_KFE: 0.8}}\n"
                   "goal: {pose: {frame: base, xyz: [0.05, 0.06, 0.55], rpy: [0, 0, 0]}}\n"
                   "duration: 1.5\n"
                   "spline: {segments: 20, knots: uniform}\n"),
      "three_feet.yaml"));
}

TEST_F(Anymal, StandsUp) {
  expect_stands(read_motion_problem(
      on_four_feet("",
                   "start: {pose: {frame: base, xyz: [0, 0, 0.32], rpy: [0, 0, 0]}}\n"
                   "goal: {pose: {frame: base, xyz: [0, 0, 0.55], rpy: [0, 0, 0]}}\n"
                   "duration: 1\n"
                   "spline: {segments: 16, knots: uniform}\n"),
      "standing_up.yaml"));
}

}  // namespace alembert::test::legged_test
