// What is in hand, from logs.
#include "alembert/payload.hpp"

#include <gtest/gtest.h>

#include "alembert/error.hpp"
#include "made_up_log.hpp"

namespace alembert::test::payload_test {

Inertia bottle() {
  Inertia body;
  body.mass = 2.5;
  body.com = {0.05, 0.03, 0.055};
  body.about_com = Eigen::Vector3d(0.004, 0.005, 0.003).asDiagonal();
  return body;
}

struct Weighed {
  Robot arm = built_differently(
      load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/seven_axis.yaml"), 0.0, 1);
  Model model = compile(arm);
  Robot loaded = arm;
  Sensors sensors;

  Weighed() {
    loaded.payloads.push_back({"flange", bottle(), {}});
    sensors.torque_noise = 0.01;
    sensors.position_noise = 2e-6;
    sensors.offset = 0.02;
    sensors.correlation = 0.9;
    sensors.seconds = 20.0;
  }
  PayloadOptions options() const {
    PayloadOptions out;
    out.frame = "flange";
    out.identify.bootstrap = 0;
    out.identify.threads = 1;
    return out;
  }
};

void expect_bottle(const PayloadEstimate& found) {
  EXPECT_NEAR(found.inertia.mass, 2.5, 0.025);
  EXPECT_LT((found.inertia.com - bottle().com).norm(), 0.002);
  EXPECT_LE(found.mass.lower, 2.5);
  EXPECT_GE(found.mass.upper, 2.5);
  EXPECT_EQ(found.mass.knowledge, Knowledge::known);
}

TEST(Payload, IsWeighedInMotion) {
  const Weighed at;
  const RobotLog log = made_up_log(at.loaded, at.sensors, 2, 5);
  const PayloadEstimate found =
      identify_payload(at.arm, {log_in_memory(log, at.model)}, at.options());
  expect_bottle(found);
  EXPECT_EQ(found.moments.size(), 6u);
}

TEST(Payload, IsWeighedAgainstAnEmptyHand) {
  const Weighed at;
  PayloadOptions options = at.options();
  options.empty = {log_in_memory(made_up_log(at.arm, at.sensors, 2, 5), at.model)};
  const RobotLog log = made_up_log(at.loaded, at.sensors, 2, 5);  // the same offsets nearly
  const PayloadEstimate found = identify_payload(at.arm, {log_in_memory(log, at.model)}, options);
  EXPECT_NEAR(found.inertia.mass, 2.5, 0.1);
}

TEST(Payload, AtRestHasNoMomentsThatCouldBeKnown) {
  const Weighed at;
  InverseDynamics id(compile(at.loaded));
  const MadeUpMotion moves(at.model, 0.8, 3);
  RobotLog log;
  log.name = "poses";
  constexpr int poses = 12, rows = 200;
  log.t.resize(poses * rows);
  log.q.resize(poses * rows, 7);
  log.tau.resize(poses * rows, 7);
  std::mt19937 engine(1);
  std::normal_distribution<double> normal;
  Eigen::VectorXd q(7), v(7), a(7), tau(7);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(7);
  for (int i = 0; i < poses * rows; ++i) {
    const int pose = i / rows;
    moves.at(1.7 * pose, q, v, a);
    id(q, zero, zero, tau);
    log.t[i] = 0.005 * i + 2.0 * pose;
    log.q.row(i) = q;
    for (int j = 0; j < 7; ++j) log.tau(i, j) = tau[j] + 0.05 * normal(engine);
  }
  const PayloadEstimate found =
      identify_payload(at.arm, {log_in_memory(log, at.model)}, at.options());
  expect_bottle(found);
  for (const Interval& moment : found.moments) {
    EXPECT_NE(moment.knowledge, Knowledge::known);
  }
}

TEST(Payload, NamesFramesThatThereAreNot) {
  const Weighed at;
  PayloadOptions options = at.options();
  options.frame = "nowhere";
  const RobotLog log = made_up_log(at.loaded, at.sensors, 2, 5);
  EXPECT_THROW((void)identify_payload(at.arm, {log_in_memory(log, at.model)}, options), Error);
}

}  // namespace alembert::test::payload_test
