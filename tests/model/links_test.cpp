// The user's links in a compiled model: what identification and design speak of.
#include <gtest/gtest.h>

#include "alembert/model.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::links_test {

Robot robot_of(Random& random) {
  Robot robot =
      random_robot(random, {.joints = 10, .types = all_joint_types(), .couple = 0.2, .tip = 0.5});
  robot.payloads.push_back({"l4", random.body(), {}});
  robot.links[3].inertia.reset();
  shuffle_joints(robot, random);
  return robot;
}

TEST(ModelLinks, WithPayloadsMakeUpTheBodiesOfTheModel) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Model model = compile(robot_of(random), {.floating_base = seed % 2 == 1});
    std::vector<Inertia> bodies(static_cast<std::size_t>(model.joint_count()));
    for (const ModelLink& link : model.links()) {
      const ModelFrame& frame = model.frame(link.frame);
      if (frame.joint < 0 || !link.massive()) continue;
      Inertia& body = bodies[static_cast<std::size_t>(frame.joint)];
      body = combined(body, transformed(frame.pose, link.total()));
    }
    for (int i = 0; i < model.joint_count(); ++i) {
      const Inertia &sum = bodies[static_cast<std::size_t>(i)], &body = model.joint(i).inertia;
      EXPECT_NEAR(sum.mass, body.mass, 1e-13);
      EXPECT_LT((sum.mass * sum.com - body.mass * body.com).norm(), 1e-13);
      EXPECT_LT((sum.about_origin() - body.about_origin()).norm(), 1e-12);
    }
  }
}

TEST(ModelLinks, HangTogetherAsInTheFile) {
  Random random(3);
  const Robot robot = robot_of(random);
  const Model model = compile(robot);
  ASSERT_EQ(model.links().size(), robot.links.size());
  for (std::size_t l = 0; l < model.links().size(); ++l) {
    const ModelLink& link = model.links()[l];
    EXPECT_EQ(model.frame(link.frame).name, link.name);
    EXPECT_EQ(model.frame(link.frame).link, static_cast<int>(l));
    if (link.name == robot.base) {
      EXPECT_EQ(link.parent, -1);
      continue;
    }
    ASSERT_LT(link.parent, static_cast<int>(l));
    const Joint& joint = *robot.find_joint(link.joint);
    EXPECT_EQ(joint.child, link.name);
    EXPECT_EQ(joint.parent, model.links()[static_cast<std::size_t>(link.parent)].name);
    EXPECT_TRUE(link.origin.isApprox(joint.origin, 0.0));
    EXPECT_EQ(link.inertia.has_value(), robot.find_link(link.name)->inertia.has_value());
  }
  const ModelFrame& tool = model.frame(model.frame("tool"));
  EXPECT_EQ(model.links()[static_cast<std::size_t>(tool.link)].name, robot.frames[0].link);
  EXPECT_TRUE(model.links()[static_cast<std::size_t>(tool.link)].payload);
}

}  // namespace alembert::test::links_test
