// Models changed into others: whatever was done to one, the regressor (made from the user's
// description) times its parameters is the torque (made from the canonical tree).
#include <gtest/gtest.h>

#include <functional>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/model.hpp"
#include "alembert/regressor.hpp"
#include "support/compare.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::changes_test {

using Eigen::VectorXd;

VectorXd torque(const Model& model, const VectorXd& q, const VectorXd& v, const VectorXd& a) {
  VectorXd tau(model.dofs());
  InverseDynamics{model}(q, v, a, tau);
  return tau;
}

void expect_true_to_itself(const Model& model, Random& random) {
  const int n = model.dofs();
  const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
  Regressor regressor(model, {.drives = true, .springs = true});
  const VectorXd product = regressor(q, v, a) * regressor.parameters();
  EXPECT_LT(relative_difference(product, torque(model, q, v, a)), 1e-12);
}

/// A tree of turning and sliding joints, some following others, with drives and a payload.
Robot tree(Random& random) {
  return random_robot(random, {.joints = 9, .couple = 0.3, .tip = 0.3, .drives = true});
}

LockedJoint some_joint(const Model& model, Random& random) {
  for (const Coordinate& coordinate : model.coordinates()) {
    if (!coordinate.name.starts_with("base.")) return {coordinate.name, random.real(-1.0, 1.0)};
  }
  return {};
}

using Change = std::function<Model(const Model&, Random&)>;

Model carry(const Model& model, Random& random) {
  const auto frame = random.integer(0, static_cast<int>(model.frames().size()) - 1);
  return carrying(model, FrameId(frame), random.body());
}
Model perturb(const Model& model, Random&) { return perturbed(model, 0.2, 5); }
Model strip(const Model& model, Random&) {
  return without_drives(model, {.coulomb = true, .springs = true});
}
Model fall_aside(const Model& model, Random& random) {
  return with_gravity(model, random.vector(9.0));
}
Model lock(const Model& model, Random& random) {
  return with_locked_joints(model, {some_joint(model, random)});
}

TEST(Changes, KeepRegressorAndTorquesTrueToEachOther) {
  const Change changes[] = {carry, perturb, strip, fall_aside, lock};
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Robot robot = tree(random);
    for (const bool floating : {false, true}) {
      const Model model = compile(robot, {.floating_base = floating});
      Model all = model;
      for (const Change& change : changes) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", floating " + std::to_string(floating) +
                     ", change " + std::to_string(&change - changes));
        expect_true_to_itself(change(model, random), random);
        all = change(all, random);  // … and one after the other
        expect_true_to_itself(all, random);
      }
    }
  }
}

TEST(Changes, ReachBothTreeAndDescription) {
  Random random(3);
  const Model model = compile(tree(random));
  const int n = model.dofs();
  const VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
  const VectorXd before = torque(model, q, v, a);
  for (const Change& change : {Change(carry), Change(perturb), Change(strip), Change(fall_aside)}) {
    EXPECT_GT(relative_difference(torque(change(model, random), q, v, a), before), 1e-4);
  }
  EXPECT_EQ(torque(perturbed(model, 0.0, 5), q, v, a), before);
}

// What was done before is not lost when the tree is made again.
TEST(Changes, StayWhenAJointIsLockedAfterThem) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Model model = compile(tree(random));
    const LockedJoint held = some_joint(model, random);
    const Inertia body = random.body();
    const FrameId tool = model.frame("tool");
    const Model locked_last =
        with_locked_joints(strip(carrying(perturb(model, random), tool, body), random), {held});
    const Model full = strip(carrying(perturb(model, random), tool, body), random);
    const int n = full.dofs(), at = full.coordinate(held.name);
    VectorXd q = random.values(n), v = random.values(n), a = random.values(n);
    q[at] = held.value;
    v[at] = a[at] = 0.0;
    const auto without = [&](const VectorXd& x) {
      VectorXd rest(n - 1);
      rest << x.head(at), x.tail(n - 1 - at);
      return rest;
    };
    EXPECT_LT(relative_difference(torque(locked_last, without(q), without(v), without(a)),
                                  without(torque(full, q, v, a))),
              1e-11)
        << seed;
  }
}

class Locking : public ::testing::Test {
 protected:
  static Robot three_joints() {
    Random random(21);
    Robot robot =
        random_robot(random, {.joints = 3, .chain = true, .types = {JointType::revolute}});
    robot.joints[1].limits.lower = -0.5;
    robot.joints[1].limits.upper = 0.5;
    return robot;
  }
  static std::string refusal(const Robot& robot, const std::vector<LockedJoint>& joints) {
    try {
      compile(robot, {.locked = joints});
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return "";
  }
  static void expect_refused(const Robot& robot, const std::vector<LockedJoint>& joints,
                             const std::string& because) {
    const std::string said = refusal(robot, joints);
    EXPECT_NE(said.find(because), std::string::npos) << "said: " << said;
  }
};

TEST_F(Locking, LeavesTheOtherCoordinatesAndRemembersTheName) {
  const Model model = with_locked_joints(compile(three_joints()), {{"j1", 0.25}});
  EXPECT_EQ(model.coordinate_names(), (std::vector<std::string>{"j0", "j2"}));
  ASSERT_EQ(model.locked().size(), 1u);
  EXPECT_EQ(model.locked()[0].value, 0.25);
  try {
    model.coordinate("j1");
    FAIL() << "a locked joint is no coordinate";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("'j1' of robot 'random' is locked"),
              std::string::npos);
  }
  EXPECT_EQ(with_locked_joints(model, {{"j2", 0.0}}).coordinate_names(),
            (std::vector<std::string>{"j0"}));
}

TEST_F(Locking, HoldsSlidingScrewingAndFollowingJoints) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    Random random(seed);
    const Robot robot = random_robot(
        random, {.joints = 7,
                 .types = {JointType::prismatic, JointType::helical, JointType::continuous},
                 .couple = 0.5,
                 .tip = 0.3});
    const Model full = compile(robot);
    const LockedJoint held = some_joint(full, random);
    if (full.dofs() == 1) continue;
    const Model rest = compile(robot, {.locked = {held}});
    ASSERT_EQ(rest.dofs(), full.dofs() - 1) << seed;
    VectorXd q = random.values(full.dofs()), zero = VectorXd::Zero(full.dofs());
    q[full.coordinate(held.name)] = held.value;
    const VectorXd tau = torque(full, q, zero, zero);
    VectorXd at(rest.dofs()), expected(rest.dofs());
    for (int i = 0; i < rest.dofs(); ++i) {
      const int same = full.coordinate(rest.coordinate_names()[static_cast<std::size_t>(i)]);
      at[i] = q[same];
      expected[i] = tau[same];
    }
    const VectorXd still = VectorXd::Zero(rest.dofs());
    EXPECT_LT(relative_difference(torque(rest, at, still, still), expected), 1e-11) << seed;
  }
}

TEST_F(Locking, RefusesWhatCannotBeHeldAndSaysWhy) {
  Robot robot = three_joints();
  expect_refused(robot, {{"j9", 0.0}}, "use one of: j0, j1, j2");
  expect_refused(robot, {{"j1", 0.6}}, "outside its limits of -0.5 to 0.5");
  expect_refused(robot, {{"j1", std::nan("")}}, "at no number");
  expect_refused(robot, {{"j1", 0.1}, {"j1", 0.2}}, "locked twice");
  expect_refused(robot, {{"j0", 0.0}, {"j1", 0.0}, {"j2", 0.0}}, "every joint of robot");
  robot.joints[2].type = JointType::fixed;
  expect_refused(robot, {{"j2", 0.0}}, "fixed already");
  robot.joints[2].type = JointType::spherical;
  expect_refused(robot, {{"j2", 0.0}}, "several ways");
  robot = three_joints();
  robot.joints[1].mimic = Mimic{"j0", 2.0, 0.1, {}};
  expect_refused(robot, {{"j1", 0.0}}, "lock 'j0', which it follows");
  expect_refused(robot, {{"j0", 0.3}}, "'j1' would be locked at 0.7");
  EXPECT_EQ(refusal(robot, {{"j0", 0.1}}), "");
}

}  // namespace alembert::test::changes_test
