// A million torques of a pendulum on a device, where there is one.
#include <alembert/gpu_batch.hpp>
#include <cstdio>

int main() {
  const std::string refusal = alembert::gpu_refusal();
  if (!refusal.empty()) {
    std::printf("%s\n", refusal.c_str());
    return 0;
  }
  alembert::Robot robot{.name = "pendulum", .base = "base"};
  robot.links = {{.name = "base"}, {.name = "bob", .inertia = alembert::Inertia{2.0, {0.5, 0, 0}}}};
  robot.joints = {{.name = "pivot", .parent = "base", .child = "bob", .axis = {0, -1, 0}}};
  alembert::GpuBatch<double> batch(alembert::compile(robot));
  const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(1'000'000, 1);  // one row a state
  Eigen::MatrixXd tau;
  batch(alembert::GeneratedCall::inverse_dynamics, {&zero, &zero, &zero}, {&tau});
  std::printf("%.2f N m\n", tau(0, 0));
  return tau.minCoeff() > 9.80 && tau.maxCoeff() < 9.82 ? 0 : 1;
}
