// A pendulum whose file says 2 kg, and a log of one that weighs 2.5.
#include <alembert/identification.hpp>
#include <cmath>
#include <cstdio>

int main() {
  alembert::Robot robot{.name = "pendulum", .base = "base"};
  const alembert::Inertia bob{2.0, {0.5, 0, 0}, 0.01 * Eigen::Matrix3d::Identity()};
  robot.links = {{.name = "base"}, {.name = "bob", .inertia = bob}};
  robot.joints = {{.name = "pivot", .parent = "base", .child = "bob", .axis = {0, -1, 0}}};
  alembert::RobotLog log{.name = "log", .t = Eigen::VectorXd::LinSpaced(1000, 0.0, 10.0)};
  log.q = log.t.array().sin().matrix();
  log.v = log.t.array().cos().matrix();
  log.a = -log.q;
  const double moment = 2.5 * 0.25 + 0.0125;
  log.tau = (moment * log.a.array() + 2.5 * 9.81 * 0.5 * log.q.array().cos()).matrix();
  const auto model = alembert::compile(robot);
  const auto found = alembert::identify(robot, {alembert::log_in_memory(log, model)});
  const alembert::Inertia body = *found.robot.find_link("bob")->inertia;
  std::printf("%.4f kg m\n", body.mass * body.com[0]);
  return std::abs(body.mass * body.com[0] - 1.25) < 1e-6 ? 0 : 1;
}
