// A third kind of arm, made up here: it goes through problems, searches and refusals without a line
// elsewhere that knows of it.
#include "alembert/arm.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/motion.hpp"
#include "alembert/retime.hpp"
#include "alembert/simulate.hpp"
#include "alembert/smoothing.hpp"
#include "model/model_maker.hpp"
#include "support/planar_arms.hpp"
#include "task/point_limit.hpp"

namespace alembert::test::arm_test {

/// An arm in water that carries it: it weighs nothing, and is not to go round in loops.
class AfloatArm : public Arm {
 public:
  static Model afloat(const Robot& robot, const CompileOptions& options) {
    ModelMaker::Parts parts = ModelMaker::parts_of(alembert::compile(robot, options));
    parts.arm = std::make_shared<const AfloatArm>();
    return ModelMaker::make(std::move(parts));
  }

  Model compile(const Robot& robot, const CompileOptions& options) const override {
    return afloat(robot, options);
  }
  std::shared_ptr<const Arm> changed(const Description&) const override {
    return std::make_shared<const AfloatArm>();
  }
  std::shared_ptr<const Dynamics> dynamics(const MotionProblem& problem, const Model& model,
                                           const std::vector<Load>& loads,
                                           const std::vector<Tie>& ties) const override {
    const Model weightless = with_gravity(model, Eigen::Vector3d::Zero());
    return stiff_arm()->dynamics(problem, weightless, loads, ties);
  }
  void check(const MotionProblem& problem) const override {
    if (problem.cut_joints.empty()) return;
    throw Error(Error::Code::unsupported, "an arm afloat is part of a closed loop", "open it");
  }
  std::optional<Error> cannot(ArmUse use) const override {
    if (use != ArmUse::timing && use != ArmUse::control) return {};
    return Error(Error::Code::unsupported, "an arm afloat drifts", "predict it");
  }
};

constexpr const char* name = "afloat";
[[maybe_unused]] const bool known =
    add_arm_kind({[](const Robot& robot) { return robot.name == name; }, &AfloatArm::afloat});

Robot pendulum() {
  Robot robot;
  robot.name = name;
  robot.base = "base";
  robot.links.resize(2);
  robot.links[0].name = "base";
  robot.links[1].name = "bob";
  robot.links[1].inertia = Inertia{2.0, {0.5, 0, 0}};
  Joint& pivot = robot.joints.emplace_back();
  pivot.name = "pivot";
  pivot.parent = "base";
  pivot.child = "bob";
  pivot.axis = {0, -1, 0};
  pivot.limits.torque = 15.0;
  return robot;
}

MotionProblem swing() {
  MotionProblem problem(compile_arm(pendulum()));
  problem.start.q = Eigen::VectorXd::Zero(1);
  problem.goal.q = Eigen::VectorXd::Ones(1);
  return problem;
}

double holding_torque(const Stage& stage) {
  const MotionPoint level(1, 0);
  Eigen::VectorXd tau(1);
  stage.dynamics->clone()->torque(level, tau);
  return tau[0];
}

std::string refusal(const std::function<void()>& ask) {
  try {
    ask();
  } catch (const Error& error) {
    return error.reason();
  }
  return "";
}

TEST(Arm, TaskHasTheDynamicsOfAThirdKind) {
  EXPECT_EQ(holding_torque(Task(swing()).stages()[0]), 0.0);
  MotionProblem stiff = swing();
  stiff.model = compile(pendulum());
  EXPECT_NEAR(holding_torque(Task(stiff).stages()[0]), 9.81, 0.01);
}

TEST(Arm, ModelThatWasChangedHasTheSameKind) {
  MotionProblem problem = swing();
  problem.carried.push_back({"load", problem.model.frame("bob"), Inertia{1.0, {0.5, 0, 0}}, {}});
  EXPECT_EQ(holding_torque(Task(problem).stages()[0]), 0.0);
  const Model& model = problem.model;
  for (const Model& changed : {without_drives(model), perturbed(model, 0.1, 1),
                               with_gravity(model, {0, 0, -1}), with_locked_joints(model, {})}) {
    EXPECT_NE(dynamic_cast<const AfloatArm*>(&changed.arm()), nullptr);
  }
}

TEST(Arm, ThirdKindSaysWhatItRefuses) {
  const MotionProblem problem = swing();
  MotionProblem closed = problem;
  CutJoint cut;
  cut.frame_a = cut.frame_b = problem.model.frame("bob");
  closed.cut_joints.push_back(cut);
  EXPECT_EQ(refusal([&] { Task{closed}; }), "an arm afloat is part of a closed loop");
  const BSpline path(3, BSpline::clamped_knots(3, 4, 1.0),
                     Eigen::VectorXd{{0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0}});
  EXPECT_EQ(refusal([&] { (void)retime(problem, path); }), "an arm afloat drifts");
  EXPECT_EQ(refusal([&] { (void)simulate(problem, {path, {}}); }), "an arm afloat drifts");
  EXPECT_EQ(refusal([&] { (void)smoothed(problem); }), "");
}

TEST(Arm, ThirdKindIsSearchedForAndProven) {
  MotionProblem problem = swing();
  const Solution found = solve(problem);
  ASSERT_EQ(found.status, MotionStatus::solved);
  EXPECT_TRUE(found.certificate.proof->holds());
  // Bang-bang of 15 N m on 0.5 kg m^2, as if nothing weighed.
  EXPECT_NEAR(found.motion.duration(), 2.0 * std::sqrt(0.5 / 15.0), 0.03);
}

TEST(Arm, StiffOnesAreNeverLed) {
  const Model model = compile(pendulum());
  EXPECT_FALSE(model.arm().can(ArmUse::leading));
  EXPECT_EQ(model.arm().told(model), 1);
}

}  // namespace alembert::test::arm_test
