// Base parameters: counts of the literature, full rank, and torques that do not notice the rest.
#include "alembert/base_parameters.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <algorithm>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "support/compare.hpp"
#include "support/malloc_guard.hpp"
#include "support/planar_arms.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::base_parameters_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Model model_of(const std::string& file, const CompileOptions& options = {}) {
  return compile(load_robot(ALEMBERT_SOURCE_DIR "/models/" + file), options);
}

/// Rank by singular values of regressors at states of its own: not how the library finds it.
int rank_of(const Model& model, const RegressorOptions& options) {
  Random random(99);
  Regressor regressor(model, options);
  const auto columns = static_cast<Eigen::Index>(regressor.columns().size());
  const int n = model.dofs();
  const Eigen::Index samples = 5 * columns / n + 5;
  MatrixXd W(samples * n, columns);
  for (Eigen::Index s = 0; s < samples; ++s) {
    const VectorXd q = random.values(n, 3.0), v = random.values(n, 3.0), a = random.values(n, 9.0);
    W.middleRows(s * n, n) = regressor(q, v, a);
  }
  for (Eigen::Index c = 0; c < columns; ++c) {
    const double norm = W.col(c).norm();
    if (norm > 1e-9) W.col(c) /= norm;
  }
  const VectorXd singular = Eigen::BDCSVD<MatrixXd>(W).singularValues();
  return static_cast<int>((singular.array() > 1e-9 * singular[0]).count());
}

void expect_sound(const Model& model, const RegressorOptions& options, const std::string& what) {
  BaseParameters base(model, {.regressor = options});
  EXPECT_EQ(base.count(), rank_of(model, options)) << what;
  // Joints coupled by small ratios leave parameters that matter little, but matter.
  EXPECT_GT(base.least_kept(), 1e-8) << what;
  EXPECT_LT(base.most_dropped(), 1e-12) << what;
  EXPECT_TRUE(base.clear() || model.coupled()) << what;

  Random random(5);
  const int n = model.dofs();
  Regressor full(model, options);
  const MatrixXd idle_moves = base.null_space();
  ASSERT_EQ(base.count() + idle_moves.cols(), base.map().cols()) << what;
  const VectorXd null_move = idle_moves * random.values(static_cast<int>(idle_moves.cols()), 1.0);
  EXPECT_LT(largest(base.map() * null_move), 1e-12);
  MatrixXd Y(n, base.count());
  for (int s = 0; s < 5; ++s) {
    const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    base(q, v, a, Y);
    const MatrixXd all = full(q, v, a);
    const VectorXd tau = all * full.parameters();
    EXPECT_LT(relative_difference(VectorXd(Y * base.parameters()), tau), 1e-10) << what;
    const double reach = (all.cwiseAbs() * null_move.cwiseAbs()).maxCoeff();
    EXPECT_LE(largest(all * null_move), 1e-10 * reach) << what;
  }
}

TEST(BaseParameters, CountWhatTheLiteratureCounts) {
  // Mayeda, Yoshida, Osuka 1990; Gautier and Khalil 1990: 36 for the PUMA 560, links only.
  const Model puma = model_of("puma560.yaml", {.ideal = true});
  EXPECT_EQ(BaseParameters(puma).count(), 36);
  EXPECT_EQ(rank_of(puma, {}), 36);
  // Izz, mx and my of both links, in a plane that gravity lies in.
  EXPECT_EQ(BaseParameters(elbow_arm(1.0, 2.0)).count(), 6);
  EXPECT_EQ(BaseParameters(model_of("two_link.yaml")).count(), 6);
  // Without gravity link 1 is but one number.
  EXPECT_EQ(BaseParameters(model_of("two_link.yaml", {.gravity = Eigen::Vector3d::Zero()})).count(),
            4);
}

TEST(BaseParameters, OfATwoLinkArmAreItsSixKnownSums) {
  Robot robot;
  robot.base = "ground";
  robot.gravity = {0.0, -9.81, 0.0};
  robot.links = {{"ground", {}, {}, {}, {}}};
  for (const std::string number : {"1", "2"}) {
    Joint joint;
    joint.name = "j" + number;
    joint.parent = robot.links.back().name;
    joint.child = "link" + number;
    if (number == "2") joint.origin.translation().x() = 0.5;
    robot.joints.push_back(joint);
    const Inertia body{2.0, {0.25, 0.1, 0.3}, 0.1 * Eigen::Matrix3d::Identity()};
    robot.links.push_back({joint.child, body, {}, {}, {}});
  }
  const BaseParameters base(compile(robot));
  const std::vector<std::string> expected = {"link1.mx + 0.5 link2.m",
                                             "link1.my",
                                             "link1.Izz + 0.25 link2.m",
                                             "link2.mx",
                                             "link2.my",
                                             "link2.Izz"};
  EXPECT_EQ(base.names(), expected);
  // The link's own mass, its mz and all moments across the plane never matter.
  EXPECT_EQ(base.idle().size(), 7 + 6);
}

/// Their rule for turning joints with z on the axis: Iyy, mz and m go to the parent; of the first
/// link Izz is left, and mx and my where gravity is not along its axis.
TEST(BaseParameters, AreThoseOfGautierAndKhalil) {
  for (const bool upright : {false, true}) {
    Random random(40);
    Robot robot =
        random_robot(random, {.joints = 6, .chain = true, .types = {JointType::revolute}});
    robot.base_pose.setIdentity();
    for (Joint& joint : robot.joints) joint.axis = Eigen::Vector3d::UnitZ();
    if (upright) robot.gravity = 9.81 * robot.joints[0].origin.linear().col(2);
    const BaseParameters base(compile(robot));
    std::vector<std::string> expected, kept;
    if (!upright) expected = {"l0.mx", "l0.my"};
    expected.push_back("l0.Izz");
    for (int link = 1; link < 6; ++link) {
      for (const char* symbol : {".mx", ".my", ".Ixx", ".Ixy", ".Ixz", ".Iyz", ".Izz"}) {
        expected.push_back("l" + std::to_string(link) + symbol);
      }
    }
    for (const int c : base.columns()) {
      kept.push_back(base.regressor().columns()[static_cast<std::size_t>(c)].name);
    }
    EXPECT_EQ(kept, expected);
  }
}

TEST(BaseParameters, AreSoundOnTheModelsOfTheProject) {
  for (const std::string file :
       {"two_link.yaml", "scara.yaml", "stanford.yaml", "puma560.yaml", "seven_axis.yaml"}) {
    expect_sound(model_of(file), {}, file);
    expect_sound(model_of(file), {.drives = true}, file + " with drives");
  }
}

TEST(BaseParameters, AreSoundOnTreesWithCoupledJointsAndAFloatingBase) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(random, {.joints = 6, .couple = 0.3});
    expect_sound(compile(robot), {}, "tree, seed " + std::to_string(seed));
    expect_sound(compile(robot, {.floating_base = true}), {},
                 "floating, seed " + std::to_string(seed));
  }
}

/// Seven a turning joint and four a sliding one, less what the first joints cannot feel: never more
/// than regrouping leaves.
TEST(BaseParameters, AreNoMoreThanRegroupingLeaves) {
  Random random(17);
  const Model model = compile(random_robot(random, {.joints = 8, .chain = true}));
  int bound = 0;
  for (const ModelJoint& joint : model.joints()) {
    bound += joint.motion == JointMotion::revolute ? 7 : 4;
  }
  EXPECT_LE(BaseParameters(model).count(), bound);
  EXPECT_GT(BaseParameters(model).count(), bound - 14);
}

TEST(BaseParameters, GroupARotorWithItsLink) {
  const BaseParameters base(model_of("two_link.yaml"), {.regressor = {.drives = true}});
  const auto names = base.names();
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_EQ(std::count_if(names.begin(), names.end(),
                          [&](const std::string& name) {
                            return has(name, "link1.Izz") && has(name, " + joint1.Ia");
                          }),
            1);
  // The second rotor turns with its own joint only, link 2 with both.
  EXPECT_EQ(std::count(names.begin(), names.end(), "joint2.Ia"), 1);
  EXPECT_EQ(base.count(), 6 + 1 + 4);
}

TEST(BaseParameters, SayWhenAxesAreTooNearlyParallelToTell) {
  for (const auto& [angle, clear] :
       {std::pair{0.0, true}, {2e-9, false}, {1e-10, false}, {0.1, true}}) {
    Joint first, second;
    second.origin.translation().x() = 0.5;
    second.origin.rotate(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitX()));
    const Model model =
        compile(two_joints(first, second, point_mass(1.0, 1.0), point_mass(1.0, 1.0)));
    EXPECT_EQ(BaseParameters(model).clear(), clear) << angle;
  }
}

TEST(BaseParameters, RefuseARobotWithoutMass) {
  Robot robot;
  robot.base = "ground";
  robot.links = {{"ground", {}, {}, {}, {}}, {"arm", {}, {}, {}, {}}};
  Joint joint;
  joint.name = "j";
  joint.parent = "ground";
  joint.child = "arm";
  robot.joints.push_back(joint);
  EXPECT_THROW(BaseParameters{compile(robot)}, Error);
  EXPECT_EQ(BaseParameters(compile(robot), {.regressor = {.bodies = {"arm"}}}).count(), 1);
}

TEST(BaseParameters, DoNotAllocate) {
  if (!MallocGuard::works()) GTEST_SKIP() << "sanitizers own the allocator in this build";
  Random random(2);
  const Model model = model_of("puma560.yaml");
  BaseParameters base(model);
  const VectorXd q = random.values(6), v = random.values(6), a = random.values(6);
  MatrixXd Y(6, base.count());
  long count = 0;
  {
    MallocGuard guard;
    base(q, v, a, Y);
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
}

}  // namespace alembert::test::base_parameters_test
