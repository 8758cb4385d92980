// A person: de Leva's body, whole however it is cut, alike on both sides.
#include "alembert/human.hpp"

#include <gtest/gtest.h>

#include "alembert/center_of_mass.hpp"
#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/robot_document.hpp"
#include "alembert/self_pairs.hpp"
#include "io/text_source.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::human_test {

using Eigen::Vector3d;
using Eigen::VectorXd;

const Person small_woman{.height = 1.52, .mass = 48.0, .sex = Sex::female};
const Person people[] = {Person{}, small_woman, {.height = 1.95, .mass = 110.0, .sex = Sex::male}};

double mass_of(const Robot& robot) {
  double sum = 0.0;
  for (const Link& link : robot.links) sum += link.inertia ? link.inertia->mass : 0.0;
  return sum;
}

TEST(Human, HasTheMassAndTheHeightOfThePerson) {
  for (const Person& person : people) {
    const Robot robot = human(person);
    EXPECT_NEAR(mass_of(robot), person.mass, 1e-13 * person.mass);
    const Model model = compile(robot);
    Kinematics kinematics(model);
    kinematics.update(VectorXd::Zero(model.dofs()));
    EXPECT_NEAR(kinematics.pose(model.frame("head_top")).translation().z(), person.height, 1e-12);
    for (const char* frame : {"left_heel", "right_ball", "left_sole", "right_toe_tip"}) {
      EXPECT_NEAR(kinematics.pose(model.frame(frame)).translation().z(), 0.0, 1e-12) << frame;
    }
  }
}

TEST(Human, HasFortyNineJointsOnAFreeBase) {
  const Model model = compile(human(Person{}));
  EXPECT_EQ(model.dofs(), 55);
  int on_legs = 0, on_arms = 0;
  for (const std::string& name : model.coordinate_names()) {
    on_legs += name.starts_with("left_hip") || name.starts_with("left_knee") ||
               name.starts_with("left_ankle") || name.starts_with("left_subtalar") ||
               name.starts_with("left_toes");
    on_arms += name.starts_with("left_clavicle") || name.starts_with("left_shoulder") ||
               name.starts_with("left_elbow") || name.starts_with("left_forearm") ||
               name.starts_with("left_wrist");
  }
  EXPECT_EQ(on_legs, 7);
  EXPECT_EQ(on_arms, 9);
}

TEST(Human, IsHealthy) {
  for (const Person& person : people) {
    for (const Finding& finding : examine(human(person))) {
      EXPECT_EQ(finding.severity, Finding::Severity::note) << finding.text();
    }
  }
}

/// All of a robot's links of these names, in the pelvis' frame while it stands upright.
Inertia together(const Robot& robot, const std::vector<std::string>& names) {
  const Model model = compile(robot);
  Kinematics kinematics(model);
  kinematics.update(VectorXd::Zero(model.dofs()));
  const Eigen::Isometry3d pelvis = kinematics.pose(model.frame("pelvis"));
  Inertia sum;
  for (const std::string& name : names) {
    const Eigen::Isometry3d at = pelvis.inverse() * kinematics.pose(model.frame(name));
    sum = combined(sum, transformed(at, *robot.find_link(name)->inertia));
  }
  return sum;
}

/// Numbers of de Leva's table for women: lower trunk, middle trunk, head.
TEST(Human, PartsThatAreCutHaveTheWholesInertiaTogether) {
  const Robot robot = human(small_woman);
  const double scale = small_woman.height / 1.735, share = 48.0 / 0.9999;
  const double lower = 0.1815 * scale, middle = 0.2053 * scale, head = 0.2002 * scale;
  const auto expect = [&](const Inertia& found, double mass, double height, double length,
                          const Vector3d& radii) {
    EXPECT_NEAR(found.mass, mass * share, 1e-10);
    EXPECT_LT(largest(found.com - Vector3d(0, 0, height)), 1e-12);
    const Eigen::Matrix3d tensor =
        (mass * share * (length * radii).cwiseAbs2()).asDiagonal().toDenseMatrix();
    EXPECT_LT(largest(found.about_com - tensor), 1e-12);
  };
  expect(together(robot, {"pelvis", "lumbar_low"}), 0.1247, (1.0 - 0.4920) * lower, lower,
         {0.433, 0.402, 0.444});
  expect(together(robot, {"lumbar_high", "thorax_low"}), 0.1465, lower + (1.0 - 0.4512) * middle,
         middle, {0.433, 0.354, 0.415});
  const double hips = small_woman.height * 0.039 + (0.3685 + 0.4323) * scale;
  expect(together(robot, {"neck", "head"}), 0.0668, small_woman.height - hips - 0.5894 * head, head,
         {0.330, 0.359, 0.318});
}

TEST(Human, FootAndToesTogetherAreDeLevasFoot) {
  const Robot robot = human(Person{});
  const Inertia foot = together(robot, {"left_foot", "left_toes"});
  const double length = 0.2581 * 1.75 / 1.741;
  EXPECT_NEAR(foot.mass, 0.0137 * 77.0, 1e-10);
  EXPECT_NEAR(foot.com.x(), (0.4415 - 0.23) * length, 1e-12);
  EXPECT_NEAR(foot.about_com(1, 1), foot.mass * std::pow(0.245 * length, 2), 1e-12);
  EXPECT_NEAR(foot.about_com(0, 0), foot.mass * std::pow(0.124 * length, 2), 1e-12);
}

TEST(Human, MirroredPosturesAreMirrorImages) {
  const Model model = compile(human(Person{}));
  const MirroredJoints mirror = mirrored_joints();
  EXPECT_EQ(mirror.pairs.size(), 16u);
  Random random(3);
  VectorXd q = VectorXd::Zero(model.dofs());
  for (int j = 6; j < model.dofs(); ++j) {
    const Limits& limits = model.coordinates()[static_cast<std::size_t>(j)].limits;
    q[j] = random.real(limits.lower, limits.upper);
  }
  VectorXd other = q;
  for (const auto& [left, right] : mirror.pairs) {
    std::swap(other[model.coordinate(left)], other[model.coordinate(right)]);
  }
  for (const std::string& name : mirror.reversed) other[model.coordinate(name)] *= -1.0;
  Kinematics here(model), there(model);
  here.update(q);
  there.update(other);
  for (const char* name : {"palm", "toe_tip", "heel", "shank", "clavicle"}) {
    Vector3d left = here.pose(model.frame(std::string("left_") + name)).translation();
    left.y() *= -1.0;
    const Vector3d right = there.pose(model.frame(std::string("right_") + name)).translation();
    EXPECT_LT(largest(left - right), 1e-12) << name;
  }
  CenterOfMass centre(model), image(model);
  centre.update(q, VectorXd::Zero(q.size()));
  image.update(other, VectorXd::Zero(q.size()));
  EXPECT_NEAR(centre.position().y(), -image.position().y(), 1e-12);
  EXPECT_NEAR(centre.position().z(), image.position().z(), 1e-12);
}

TEST(Human, BendsTheWayAnatomistsSay) {
  const Model model = compile(human(Person{}));
  Kinematics kinematics(model);
  const auto moved = [&](const char* joint, const char* frame) {
    VectorXd q = VectorXd::Zero(model.dofs());
    kinematics.update(q);
    const Vector3d before = kinematics.pose(model.frame(frame)).translation();
    q[model.coordinate(joint)] = 0.3;
    kinematics.update(q);
    return Vector3d(kinematics.pose(model.frame(frame)).translation() - before);
  };
  EXPECT_GT(moved("left_hip_flexion", "left_shank").x(), 0.05);
  EXPECT_GT(moved("left_hip_abduction", "left_shank").y(), 0.05);
  EXPECT_LT(moved("right_hip_abduction", "right_shank").y(), -0.05);
  EXPECT_LT(moved("left_hip_rotation", "left_toe_tip").y(), -0.02);
  EXPECT_LT(moved("right_knee", "right_heel").x(), -0.05);
  EXPECT_GT(moved("right_ankle", "right_toe_tip").z(), 0.02);
  EXPECT_GT(moved("right_toes", "right_toe_tip").z(), 0.005);
  EXPECT_GT(moved("l5s1_flexion", "head_top").x(), 0.1);
  EXPECT_GT(moved("t9t10_bending", "head_top").y(), 0.1);
  EXPECT_GT(moved("left_shoulder_flexion", "left_palm").x(), 0.1);
  EXPECT_GT(moved("left_elbow", "left_palm").x(), 0.05);
  EXPECT_LT(moved("left_wrist_flexion", "left_palm").y(), -0.005);
  EXPECT_GT(moved("left_clavicle_elevation", "left_upper_arm").z(), 0.02);
  EXPECT_GT(moved("right_clavicle_protraction", "right_upper_arm").x(), 0.02);
}

TEST(Human, FileSaysTheSamePerson) {
  const Robot made = human(small_woman);
  const Robot read = read_yaml(human_yaml(small_woman), "woman.yaml");
  ASSERT_EQ(read.joints.size(), made.joints.size());
  for (std::size_t j = 0; j < made.joints.size(); ++j) {
    const Limits &a = made.joints[j].limits, &b = read.joints[j].limits;
    EXPECT_EQ(made.joints[j].name, read.joints[j].name);
    EXPECT_EQ(a.torque, b.torque);
    EXPECT_EQ(a.torque_lower, b.torque_lower);
    EXPECT_EQ(a.torque_upper, b.torque_upper);
    EXPECT_EQ(a.lower, b.lower);
  }
  EXPECT_EQ(mass_of(read), mass_of(made));
}

/// By a file, and by a document.
TEST(Human, KeepsTheSamePartsApartHoweverItIsTold) {
  const SelfClearance made = human(small_woman).self_clearance;
  ASSERT_EQ(made.pairs.size(), 21u);
  for (const Robot& read : {read_yaml(human_yaml(small_woman), "woman.yaml"),
                            read_robot(write_robot(human(small_woman)), "woman.json")}) {
    const SelfClearance& told = read.self_clearance;
    ASSERT_EQ(told.capsules.size(), made.capsules.size());
    for (std::size_t k = 0; k < made.capsules.size(); ++k) {
      EXPECT_EQ(told.capsules[k].name, made.capsules[k].name);
      EXPECT_EQ(told.capsules[k].frame, made.capsules[k].frame);
      EXPECT_EQ(told.capsules[k].from, made.capsules[k].from);
      EXPECT_EQ(told.capsules[k].to, made.capsules[k].to);
      EXPECT_EQ(told.capsules[k].radius, made.capsules[k].radius);
    }
    ASSERT_EQ(told.pairs.size(), made.pairs.size());
    for (std::size_t k = 0; k < made.pairs.size(); ++k) {
      EXPECT_EQ(told.pairs[k].one, made.pairs[k].one);
      EXPECT_EQ(told.pairs[k].other, made.pairs[k].other);
    }
  }
}

/// Standing, nothing touches, and left is as right.
TEST(Human, StandsClearOfItself) {
  for (const Person& person : people) {
    const Robot robot = human(person);
    const Model model = compile(robot);
    Clearance clearance;
    const VectorXd zero = VectorXd::Zero(model.dofs());
    const SelfPairs pairs = keep_out_of_itself(robot, model, zero, clearance);
    EXPECT_EQ(pairs.kept.size(), 21u);
    EXPECT_TRUE(pairs.touching.empty());
    clearance.margin = 0.1;
    EXPECT_FALSE(keep_out_of_itself(robot, model, zero, clearance).touching.empty());
  }
}

TEST(Human, ModelsHaveWhatTheVerbWrites) {
  EXPECT_EQ(io::read_whole(std::string(ALEMBERT_SOURCE_DIR) + "/models/human.yaml"),
            human_yaml(Person{}));
}

/// Anderson's plantar flexion of young men: 0.095 of mass, g and height; dorsiflexion 0.033.
TEST(Human, IsAsStrongEachWayAsItsSourceSays) {
  const Limits& ankle = human(Person{}).find_joint("left_ankle")->limits;
  EXPECT_NEAR(-std::max(-ankle.torque, ankle.torque_lower), 0.095 * 77.0 * 9.81 * 1.75, 1e-9);
  EXPECT_NEAR(std::min(ankle.torque, ankle.torque_upper), 0.033 * 77.0 * 9.81 * 1.75, 1e-9);
}

TEST(Human, WhoIsNoAdultIsRefused) {
  EXPECT_THROW(human({.height = 0.8, .mass = 12.0}), Error);
  EXPECT_THROW(human({.height = 1.8, .mass = 0.0}), Error);
}

}  // namespace alembert::test::human_test
