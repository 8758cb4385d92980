// Robots that are known, from logs that were made up.
#include <gtest/gtest.h>

#include "alembert/error.hpp"
#include "coverage.hpp"
#include "identify/pseudo_inertia.hpp"

namespace alembert::test::identify_test {

const std::string models = std::string(ALEMBERT_SOURCE_DIR) + "/models/";

IdentifyOptions quick() {
  IdentifyOptions options;
  options.bootstrap = 0;
  options.threads = 1;
  return options;
}

void expect_possible(const Robot& robot) {
  for (const Link& link : robot.links) {
    if (!link.inertia || link.inertia->mass == 0.0) continue;
    EXPECT_TRUE(identifying::is_possible(identifying::body_parameters(*link.inertia))) << link.name;
  }
}

class NoiseFree : public ::testing::TestWithParam<std::string> {};

TEST_P(NoiseFree, BaseParametersToNineDigits) {
  const Robot file = GetParam() == "fingers" ? fingers() : load_robot(models + GetParam());
  const Robot truth = built_differently(file, 0.1, 3);
  Sensors sensors;
  sensors.rates = true;
  const RobotLog log = made_up_log(truth, sensors, 1, 1);
  const Identification found = identify(file, {log_in_memory(log, compile(file))}, quick());
  const std::map<std::string, double> expected = base_values(truth);
  int compared = 0;
  for (const ParameterEstimate& p : found.base) {
    const auto at = expected.find(p.name);
    if (at == expected.end()) continue;
    ++compared;
    EXPECT_NEAR(p.value, at->second, 1e-9 * std::max(1.0, std::abs(at->second))) << p.name;
  }
  EXPECT_GE(compared, static_cast<int>(found.base.size()));
  expect_possible(found.robot);
}

INSTANTIATE_TEST_SUITE_P(Identify, NoiseFree,
                         ::testing::Values("seven_axis.yaml", "puma560.yaml", "torso.yaml",
                                           "fingers"),
                         [](const auto& one) { return one.param.substr(0, one.param.find('.')); });

/// Groups of parameters, each in 92 to 98 % of the cases; benchmarks/identify.cpp has more trials.
void expect_covered(const Robot& file, const Sensors& sensors, unsigned trials = 12) {
  constexpr double few = 0.05;  // so few trials scatter
  std::map<std::string, Covered> groups;
  for (unsigned seed = 1; seed <= trials; ++seed) {
    const Robot truth = built_differently(file, 0.1, 100 + seed);
    const Identification found = made_up_trial(file, truth, sensors, seed);
    expect_possible(found.robot);
    count_covered(found, truth, groups);
  }
  for (const auto& [group, covered] : groups) {
    std::printf("[  covered ] %s: %s %.1f %% in %u trials\n", file.name.c_str(), group.c_str(),
                100.0 * covered.share(), trials);
    EXPECT_GE(covered.share(), 0.92 - few) << group;
  }
}

Sensors usual_sensors() {
  Sensors sensors;
  sensors.torque_noise = 0.01;
  sensors.position_noise = 2e-6;
  sensors.offset = 0.05;
  return sensors;
}

TEST(Intervals, HoldTheTruthWithWhiteNoise) {
  expect_covered(load_robot(models + "seven_axis.yaml"), usual_sensors());
}

TEST(Intervals, HoldTheTruthWithNoiseThatRemembers) {
  Sensors sensors = usual_sensors();
  sensors.correlation = 0.9;
  expect_covered(load_robot(models + "puma560.yaml"), sensors);
}

TEST(Intervals, HoldTheTruthWithTorquesThatAreLate) {
  Sensors sensors = usual_sensors();
  sensors.delay = 0.004;
  expect_covered(load_robot(models + "seven_axis.yaml"), sensors);
}

TEST(Intervals, HoldTheTruthWithAPositionThatIsLate) {
  Sensors sensors = usual_sensors();
  sensors.late_position = 1;
  sensors.position_delay = 0.006;
  expect_covered(load_robot(models + "seven_axis.yaml"), sensors);
}

TEST(Intervals, KnowHowFarAFileIsOffWhereFewDirectionsTell) {
  const Robot file = fingers();
  constexpr unsigned trials = 12;
  for (const double off : {0.02, 0.1, 0.3}) {
    double spread = 0.0;
    for (unsigned seed = 1; seed <= trials; ++seed) {
      const Robot truth = built_differently(file, off, 100 + seed);
      spread += made_up_trial(file, truth, usual_sensors(), seed).prior_spread / trials;
    }
    EXPECT_GT(spread, 0.7 * off);
    EXPECT_LT(spread, 1.5 * off + 0.05);  // it is as much wider as it is uncertain
  }
}

TEST(Intervals, HoldTheTruthForFingersThatFollow) {
  Sensors sensors = usual_sensors();
  expect_covered(fingers(), sensors, 60);  // of two joints there are few parameters a trial
}

TEST(Identify, FindsDelaysOfTorques) {
  const Robot file = load_robot(models + "seven_axis.yaml");
  Sensors sensors = usual_sensors();
  sensors.delay = 0.006;
  const RobotLog log = made_up_log(built_differently(file, 0.1, 9), sensors, 2, 2);
  const Identification found = identify(file, {log_in_memory(log, compile(file))}, quick());
  for (const JointFit& joint : found.joints) EXPECT_NEAR(joint.delay, 0.006, 0.002) << joint.name;
}

TEST(Identify, FindsAPositionThatIsLateBehindTheOthers) {
  const Robot file = load_robot(models + "seven_axis.yaml");
  Sensors sensors = usual_sensors();
  sensors.torque_noise = 0.001;
  sensors.late_position = 2;
  sensors.position_delay = 0.008;
  const Robot truth = built_differently(file, 0.1, 9);
  const RobotLog log = made_up_log(truth, sensors, 2, 2);
  const Identification found = identify(file, {log_in_memory(log, compile(file))}, quick());
  for (std::size_t j = 0; j < 7; ++j) {
    const JointFit& joint = found.joints[j];
    EXPECT_NEAR(joint.delay, 0.0, 4.0 * joint.delay_error) << joint.name;
    if (j == 2) continue;
    EXPECT_EQ(joint.position_delay, 0.0) << joint.name;
  }
  EXPECT_NEAR(found.joints[2].position_delay, 0.008, 4.0 * found.joints[2].position_delay_error);
  EXPECT_LT(found.joints[2].position_delay_error, 0.0005);
  IdentifyOptions without = quick();
  without.delays = false;
  const Identification blind = identify(file, {log_in_memory(log, compile(file))}, without);
  EXPECT_LT(found.joints[2].after, 0.7 * blind.joints[2].after);
  EXPECT_LT(found.fitted.identified.relative, blind.fitted.identified.relative);
}

TEST(Identify, FindsNoDelayWhereThereIsNone) {
  const Robot file = load_robot(models + "seven_axis.yaml");
  const RobotLog log = made_up_log(built_differently(file, 0.1, 9), usual_sensors(), 2, 2);
  const Identification found = identify(file, {log_in_memory(log, compile(file))}, quick());
  for (const JointFit& joint : found.joints) EXPECT_EQ(joint.position_delay, 0.0) << joint.name;
}

TEST(Identify, WritesTheBestFrictionThatAFileCanHold) {
  // More friction one way: the answer says so, and the file has what explains most with one number.
  const Robot file = load_robot(models + "two_link.yaml");
  const Robot truth = built_differently(file, 0.05, 4);
  Sensors sensors;
  sensors.rates = true;
  sensors.torque_noise = 1e-4;
  RobotLog log = made_up_log(truth, sensors, 1, 1);
  log.tau.col(0) += 0.4 * log.v.col(0).cwiseAbs();
  const Model model = compile(file);
  const Identification found = identify(file, {log_in_memory(log, model)}, quick());
  EXPECT_NEAR(found.joints[0].direction, 0.4, 0.02);
  EXPECT_NEAR(found.joints[1].direction, 0.0, 0.02);
  ASSERT_TRUE(found.written);
  EXPECT_LT(found.fitted.identified.relative, 0.5 * found.written->relative);
  // The robot that was written, asked for its own torques, with the sensors' offsets beside them.
  InverseDynamics id(compile(found.robot));
  Eigen::MatrixXd off = log.tau;
  Eigen::VectorXd tau(2), q, v, a;
  for (Eigen::Index i = 0; i < log.t.size(); ++i) {
    q = log.q.row(i);
    v = log.v.row(i);
    a = log.a.row(i);
    id(q, v, a, tau);
    off.row(i) -= tau.transpose();
  }
  off.rowwise() -= off.colwise().mean();
  EXPECT_LT(off.norm() / log.tau.norm(), 1.02 * found.written->relative);
}

TEST(Identify, KeepsTheFileWhereNothingMoves) {
  // The last joint rests: its friction and what only its turning shows stay as they were written.
  const Robot file = built_differently(load_robot(models + "seven_axis.yaml"), 0.0, 1);
  const Robot truth = built_differently(file, 0.15, 2);
  RobotLog log = made_up_log(truth, usual_sensors(), 3, 3);
  const Model model = compile(truth);
  Eigen::VectorXd tau(7);
  InverseDynamics id(model);
  const MadeUpMotion moves(model, 0.8, 3);
  Eigen::VectorXd q(7), v(7), a(7);
  for (Eigen::Index i = 0; i < log.t.size(); ++i) {
    moves.at(log.t[i], q, v, a);
    q[6] = 0.3;
    v[6] = a[6] = 0.0;
    id(q, v, a, tau);
    log.tau.row(i) = tau;
    log.q.row(i) = q;
  }
  const Identification found = identify(file, {log_in_memory(log, compile(file))}, quick());
  const Joint* before = file.find_joint("joint7");
  const Joint* after = found.robot.find_joint("joint7");
  EXPECT_NEAR(after->friction.viscous, before->friction.viscous, 1e-3 * before->friction.viscous);
  bool told = false;
  for (const Finding& finding : found.findings) {
    told = told || finding.reason.find("'joint7' never moved") != std::string::npos;
  }
  EXPECT_TRUE(told);
}

TEST(Identify, LeavesOutWhatIsBad) {
  const Robot file = load_robot(models + "seven_axis.yaml");
  const Robot truth = built_differently(file, 0.1, 5);
  RobotLog log = made_up_log(truth, usual_sensors(), 1, 1);
  const Identification clean = identify(file, {log_in_memory(log, compile(file))}, quick());
  log.tau(300, 1) = 500.0;                                             // an outlier
  log.tau(700, 3) = std::numeric_limits<double>::quiet_NaN();          // a dropout
  log.q(900, 2) += 0.3;                                                // of a position
  for (Eigen::Index i = 1200; i < 1260; ++i) log.tau(i, 1) = 80.0;     // saturated
  for (Eigen::Index i = 1500; i < log.t.size(); ++i) log.t[i] += 1.0;  // a gap
  const Identification found = identify(file, {log_in_memory(log, compile(file))}, quick());
  EXPECT_LT(found.fitted.identified.relative, 1.05 * clean.fitted.identified.relative);
  std::string words;
  for (const Finding& finding : found.findings) words += finding.text() + "\n";
  for (const char* part : {"jump from their neighbours", "were not measured",
                           "whose positions jump", "at the channel's or the file's limit", "gap"}) {
    EXPECT_NE(words.find(part), std::string::npos) << part << " in\n" << words;
  }
}

TEST(Identify, SaysWhichLogIsWrongAndHow) {
  const Robot file = load_robot(models + "seven_axis.yaml");
  const Model model = compile(file);
  const RobotLog good = made_up_log(built_differently(file, 0.05, 5), usual_sensors(), 1, 1);
  const auto failure = [&](const RobotLog& log) -> std::string {
    try {
      (void)identify(file, {log_in_memory(log, model)}, quick());
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  RobotLog degrees = good;
  degrees.q *= 57.29578;
  EXPECT_NE(failure(degrees).find("degrees"), std::string::npos);
  RobotLog backwards = good;
  backwards.t[100] = 0.0;
  EXPECT_NE(failure(backwards).find("row 100"), std::string::npos);
  RobotLog narrow = good;
  narrow.tau.conservativeResize(Eigen::NoChange, 6);
  EXPECT_NE(failure(narrow).find("sizes"), std::string::npos);
  RobotLog turned = good;
  turned.tau.col(1) *= -1.0;
  const Identification found = identify(file, {log_in_memory(turned, model)}, quick());
  bool told = false;
  for (const Finding& finding : found.findings) {
    told = told || (finding.severity == Finding::Severity::error &&
                    finding.reason.find("'joint2' run against") != std::string::npos);
  }
  EXPECT_TRUE(told);
}

TEST(Identify, JudgesByDataThatWereNotUsed) {
  const Robot file = load_robot(models + "seven_axis.yaml");
  const Robot truth = built_differently(file, 0.15, 7);
  const Model model = compile(file);
  IdentifyOptions options = quick();
  options.validate = {log_in_memory(made_up_log(truth, usual_sensors(), 4, 8), model)};
  const Identification found =
      identify(file, {log_in_memory(made_up_log(truth, usual_sensors(), 1, 7), model)}, options);
  ASSERT_EQ(found.validation.size(), 1u);
  const FitScores& other = found.validation[0];
  EXPECT_LT(other.own_offsets.relative, 0.5 * other.file.relative);
  EXPECT_LT(found.held_out.identified.relative, found.held_out.file.relative);
  EXPECT_FALSE(found.held_out.worse_than_file());
  EXPECT_LE(found.fitted.least_squares.relative, found.fitted.identified.relative * (1.0 + 1e-6));
}

TEST(Identify, StreamsWhatDoesNotFitAtOnce) {
  // More rows than are looked at in memory: the same answer as from a part of them, only closer.
  const Robot file = load_robot(models + "two_link.yaml");
  const Robot truth = built_differently(file, 0.1, 4);
  Sensors sensors = usual_sensors();
  sensors.step = 0.001;
  sensors.seconds = 150.0;
  const RobotLog log = made_up_log(truth, sensors, 1, 1);
  const Identification found = identify(file, {log_in_memory(log, compile(file))}, quick());
  EXPECT_EQ(found.samples, log.t.size());
  EXPECT_GT(found.averaged, 1);
  const std::map<std::string, double> expected = base_values(truth);
  for (const ParameterEstimate& p : found.base) {
    if (p.name.ends_with(".f0") || !expected.contains(p.name)) continue;
    EXPECT_NEAR(p.value, expected.at(p.name), 0.02 * std::max(0.1, std::abs(expected.at(p.name))))
        << p.name;
  }
}

}  // namespace alembert::test::identify_test
