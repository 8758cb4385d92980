// How fast a steel rod of a metre swings at its joint, and that it may be part of a motion problem.
#include <alembert/arm_modes.hpp>
#include <alembert/bending_model.hpp>
#include <cstdio>

int main() {
  alembert::FlexibleLink rod;
  rod.length = 1.0;
  rod.mass_per_length.value = {0.6};
  rod.EIz.value = {9.0};
  rod.bending_y = 2;
  alembert::Robot robot{.name = "rod", .base = "base"};
  robot.links = {{.name = "base"}, {.name = "rod"}};
  robot.links[1].flexible = std::make_shared<const alembert::FlexibleLink>(rod);
  robot.joints = {{.name = "joint", .parent = "base", .child = "rod", .axis = {0, 0, 1}}};
  const alembert::Model model = alembert::compile_arm(robot);  // for a MotionProblem
  const alembert::FlexibleModel& arm = alembert::flexible_arm(model);
  const auto modes = alembert::arm_modes(arm, Eigen::VectorXd::Zero(3), {.locked = {0}});
  std::printf("%.2f Hz\n", modes.frequencies[0]);
  return modes.frequencies[0] > 2.16 && modes.frequencies[0] < 2.18 ? 0 : 1;
}
