// The project's own robots against what their sources print.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/inverse_kinematics.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "support/compare.hpp"
#include "support/textbook_dynamics.hpp"

namespace alembert::test::models_test {

using Eigen::VectorXd;
using std::numbers::pi;

Model load_model(const std::string& name, const CompileOptions& options = {}) {
  return compile(load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/" + name + ".yaml"),
                 options);
}

VectorXd vector(std::initializer_list<double> values) {
  VectorXd x(static_cast<int>(values.size()));
  std::copy(values.begin(), values.end(), x.begin());
  return x;
}

/// Angeles 1988, section 7.1: the joint motion of the first example.
VectorXd stanford_torques(double t) {
  const Model model = load_model("stanford");
  const double B = 2.0 * pi / 10.0;
  const VectorXd A = vector({pi / 30, -pi / 60, 0.01, pi / 30, pi / 30, pi / 30});
  VectorXd q = A * (t - std::sin(B * t) / B), tau(6);
  q[1] += pi / 2;
  InverseDynamics{model}(q, A * (1.0 - std::cos(B * t)), A * B * std::sin(B * t), tau);
  return tau;
}

TEST(Stanford, NeedsTheTorquesOfAngelesExampleAtTheStart) {
  const VectorXd tau = stanford_torques(0.0);
  const VectorXd printed = vector({0, 13.69476, 0, 0, -0.35316, 0});
  EXPECT_LT(largest(tau - printed), 1e-10);
}

TEST(Stanford, NeedsTheTorquesOfAngelesExampleAtTheEnd) {
  const VectorXd tau = stanford_torques(10.0);
  EXPECT_NEAR(tau[1], 6.448243291, 5e-10);
  EXPECT_NEAR(tau[2], 29.9205, 1e-10);
  // The paper prints two; the other four are the textbook's.
  const Robot robot = load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/stanford.yaml");
  TextbookDynamics<double> textbook(robot, compile(robot));
  const VectorXd rest = VectorXd::Zero(6);
  VectorXd q(6);
  q << pi / 3, pi / 3, 0.1, pi / 3, pi / 3, pi / 3;
  textbook.move(q, rest, rest);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(tau[i], textbook.torque(i, q, rest, rest), 1e-12) << i;
}

/// Corke's textbook prints these for the same data, gear and rotor included, to four decimals.
TEST(Puma560, HoldsItselfAndResistsAsCorkePrints) {
  const Model model = load_model("puma560");
  const VectorXd q = vector({0, pi / 4, pi, 0, pi / 4, 0});
  VectorXd gravity(6);
  InverseDynamics{model}.gravity(q, gravity);
  const VectorXd printed = vector({0, 31.6399, 6.0351, 0, 0.0283, 0});
  EXPECT_LT(largest(gravity - printed), 6e-5);

  Eigen::MatrixXd M(6, 6);
  MassMatrix{model}(q, M);
  const VectorXd diagonal = vector({3.6594, 4.4137, 0.9378, 0.1925, 0.1713, 0.1941});
  EXPECT_LT(largest(M.diagonal() - diagonal), 6e-5);
  EXPECT_NEAR(M(0, 1), -0.4044, 6e-5);
  EXPECT_NEAR(M(1, 2), 0.3509, 6e-5);
}

TEST(Puma560, HoldsItselfStretchedOutAsCorkePrints) {
  const Model model = load_model("puma560");
  VectorXd gravity(6);
  InverseDynamics{model}.gravity(VectorXd::Zero(6), gravity);
  const VectorXd printed = vector({0, 37.4837, 0.2489, 0, 0, 0});
  EXPECT_LT(largest(gravity - printed), 6e-5);
}

TEST(Angeles6r, ReachesTheLineOfTheSecondExample) {
  const Model model = load_model("angeles_6r");
  const FrameId hand = model.frame("hand");
  const double degree = pi / 180;
  const VectorXd printed = degree * vector({0, 68.5, -135, 93.6, 90, 90});
  Kinematics kinematics(model);
  kinematics.update(printed);
  const Eigen::Vector3d at = kinematics.pose(hand).translation();
  EXPECT_LT((at - Eigen::Vector3d(1.33, 0, 1.80)).norm(), 0.012);

  Eigen::Isometry3d target = kinematics.pose(hand);
  target.translation() = Eigen::Vector3d(1.33, 0.0, 1.80);
  std::vector<Eigen::Isometry3d> line(51, target);
  for (std::size_t k = 0; k < line.size(); ++k) {
    line[k].translation().y() = 0.01 * static_cast<double>(k);
  }
  const auto results = inverse_kinematics_path(model, hand, line, printed);
  ASSERT_EQ(results.size(), line.size());
  EXPECT_TRUE(results.back().solved());
}

TEST(TwoLink, HangsInTheVerticalPlaneOfXiangsExample) {
  const Model model = load_model("two_link");
  VectorXd tau(2);
  InverseDynamics{model}.gravity(VectorXd::Zero(2), tau);
  // Stretched out along x: 0.5 kg at 0.2 m and 0.5 kg at 0.6 m.
  EXPECT_NEAR(tau[0], 0.5 * 9.81 * 0.8, 1e-14);
  EXPECT_NEAR(tau[1], 0.5 * 9.81 * 0.2, 1e-14);
}

TEST(Scara, FeelsGravityOnlyInTheStroke) {
  const Model model = load_model("scara");
  VectorXd tau(4);
  InverseDynamics{model}.gravity(vector({0.3, -0.7, 0.1, 0.2}), tau);
  EXPECT_NEAR(tau[2], -1.5 * 9.81, 1e-13);
  EXPECT_NEAR(tau[0], 0, 1e-13);
  EXPECT_NEAR(tau[1], 0, 1e-13);
}

TEST(Torso, IsSymmetric) {
  const Model model = load_model("torso");
  EXPECT_EQ(model.dofs(), 16);
  VectorXd q = VectorXd::Zero(16), tau(16);
  for (const char* joint : {"shoulder_pitch", "elbow", "wrist_pitch"}) {
    q[model.coordinate(std::string("left_") + joint)] = -0.4;
    q[model.coordinate(std::string("right_") + joint)] = -0.4;
  }
  InverseDynamics{model}.gravity(q, tau);
  EXPECT_NEAR(tau[model.coordinate("left_elbow")], tau[model.coordinate("right_elbow")], 1e-13);
  EXPECT_NEAR(tau[model.coordinate("waist_yaw")], 0.0, 1e-13);
  EXPECT_GT(std::abs(tau[model.coordinate("left_elbow")]), 0.1);
}

TEST(Models, AreAllReadAndNoneIsSick) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ALEMBERT_SOURCE_DIR "/models")) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    const Robot robot = load_robot(entry.path().string());
    EXPECT_NO_THROW(compile(bends(robot) ? rigidified(robot) : robot)) << entry.path();
    // Two sources print tensors that no body can have; the doctor must see them, and only them.
    const bool known = robot.name == "angeles_6r" || robot.name == "puma560";
    for (const Finding& finding : examine(robot)) {
      if (finding.severity != Finding::Severity::error) continue;
      EXPECT_TRUE(known && finding.reason.find("triangle") != std::string::npos) << finding.text();
    }
  }
  EXPECT_EQ(count, 17);
}

}  // namespace alembert::test::models_test
