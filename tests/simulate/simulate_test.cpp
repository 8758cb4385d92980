#include "alembert/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/error.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/verify.hpp"
#include "peers/mujoco_model.hpp"
#include "simulate/comparison.hpp"
#include "simulate/plant.hpp"
#include "support/compare.hpp"

namespace alembert::test::simulate_test {

using Eigen::VectorXd;

Robot robot_of(const std::string& file) {
  return load_robot(std::string(ALEMBERT_SOURCE_DIR "/models/") + file);
}

/// A problem and a motion of 1 s, from rest to rest.
struct Task {
  explicit Task(const std::string& file) : problem(compile(robot_of(file))) {}

  MotionProblem problem;
  Trajectory motion;
};

Task task(const std::string& file, const VectorXd& from, const VectorXd& to) {
  Task all(file);
  const int degree = 5, segments = 10, count = degree + segments;
  all.problem.spline.degree = degree;
  all.problem.spline.segments = segments;
  all.problem.start.q = from;
  all.problem.goal.q = to;
  Eigen::MatrixXd points(count, from.size());
  for (int i = 0; i < count; ++i) {
    const double s = std::clamp((i - 2.0) / (count - 5.0), 0.0, 1.0);  // three alike at both ends
    points.row(i) = from + s * (to - from);
  }
  const VectorXd knots = BSpline::clamped_knots(degree, segments, 1.0);
  all.motion = {BSpline(degree, knots, points)};
  return all;
}

Task two_link() {
  return task("two_link.yaml", Eigen::Vector2d(-1.2, 0.5), Eigen::Vector2d(-0.6, 1.0));
}
Task seven_axis() {
  return task("seven_axis.yaml", (VectorXd(7) << 0.5, -0.5, 0.2, -2.0, 0.3, 1.5, 0.1).finished(),
              (VectorXd(7) << 0.1, 0.0, 0.0, -1.5, 0.0, 1.9, 0.5).finished());
}
Task puma() {
  return task("puma560.yaml", (VectorXd(6) << 0.3, -0.8, 0.2, 0.5, 0.4, 0.1).finished(),
              (VectorXd(6) << -0.2, -0.3, 0.6, 0.5, 0.1, -0.4).finished());
}

SimulateOptions with(Controller kind, double rate = 1000.0) {
  SimulateOptions options;
  options.control.kind = kind;
  options.control.rate = rate;
  return options;
}

TEST(Simulate, ComputedTorqueOfTheTrueModelTracksToIntegrationAccuracy) {
  for (Task all : {two_link(), seven_axis(), puma()}) {
    Inertia box;
    box.mass = 0.5;
    box.about_com = 0.001 * Eigen::Matrix3d::Identity();
    const FrameId last(static_cast<int>(all.problem.model.frames().size()) - 1);
    all.problem.carried.push_back({"box", last, box, {0.3, 0.7}});
    all.problem.loads.push_back({{.frame = last, .force = {1, 2, -3}}, {0.2, 0.9}});
    const Simulation run =
        simulate(all.problem, all.motion, with(Controller::computed_torque, 0.0));
    EXPECT_TRUE(run.survives(1e-7)) << all.problem.model.name() << ' ' << run.largest_error;
    EXPECT_DOUBLE_EQ(run.end, 1.0);
  }
}

TEST(Simulate, FeedForwardOfTheTrueModelIsTheMotionThatVerifyIntegrates) {
  const Task all = two_link();
  const Simulation run = simulate(all.problem, all.motion, with(Controller::feed_forward, 0.0));
  const Verification verified = verify(all.problem, all.motion);
  EXPECT_TRUE(verified.within(1e-7)) << verified.position_error;
  EXPECT_TRUE(run.survives(1e-6)) << run.largest_error;
}

TEST(Simulate, ThePlannedTorqueIsThatOfTheMotionToItsVeryEnd) {
  Task all = seven_axis();
  // Not at rest at its end, and still accelerating.
  Eigen::MatrixXd points = all.motion.q.control_points();
  points.bottomRows(1).array() += 0.1;
  all.motion.q = BSpline(5, all.motion.q.knots(), points);
  SimulateOptions options = with(Controller::computed_torque, 0.0);
  options.mismatch.torque_limits = false;  // it asks for more than these motors have
  const Simulation run = simulate(all.problem, all.motion, options);
  const std::vector<MotionSample> planned = sample(all.problem, all.motion, 2);
  EXPECT_LT((run.samples.front().planned_tau - planned.front().tau).norm(), 1e-10);
  EXPECT_LT((run.samples.back().planned_tau - planned.back().tau).norm(), 1e-10);
  EXPECT_LT((run.samples.back().tau - planned.back().tau).norm(), 1e-4);
  EXPECT_GT(run.samples.back().planned_v.norm(), 0.1);
}

TEST(Simulate, FeedForwardDriftsOnAnotherArmAndComputedTorqueHoldsOn) {
  for (const Task& all : {two_link(), seven_axis()}) {
    SimulateOptions open = with(Controller::feed_forward),
                    closed = with(Controller::computed_torque);
    open.mismatch.model_error = closed.mismatch.model_error = 0.05;
    const Simulation drifting = simulate(all.problem, all.motion, open);
    const Simulation tracking = simulate(all.problem, all.motion, closed);
    EXPECT_GT(drifting.largest_error, 1e-2);
    EXPECT_LT(tracking.largest_error, 0.1 * drifting.largest_error);
    EXPECT_GT(tracking.largest_error, 1e-5);
  }
}

TEST(Simulate, TorquesHeldLongerTrackWorseInProportion) {
  const Task all = seven_axis();
  const double fine =
      simulate(all.problem, all.motion, with(Controller::computed_torque, 2000.0)).largest_error;
  const double coarse =
      simulate(all.problem, all.motion, with(Controller::computed_torque, 500.0)).largest_error;
  EXPECT_NEAR(coarse / fine, 4.0, 0.4);
}

TEST(Simulate, PdWithGravityComesToRestExactlyUnlessSomethingUnknownHangsOnTheArm) {
  const Task all = two_link();
  SimulateOptions options = with(Controller::pd_gravity);
  options.hold = 4.0;
  const Simulation known = simulate(all.problem, all.motion, options);
  EXPECT_GT(known.largest_error, 1e-3) << "a PD controller lags behind";
  for (const JointTracking& joint : known.joints) EXPECT_LT(joint.final_error, 1e-9);
  options.mismatch.payload = 0.2;
  options.mismatch.payload_frame = all.problem.model.frame("tip");
  const Simulation loaded = simulate(all.problem, all.motion, options);
  // At rest the errors alone carry the weight: torque less what is known to hold the arm.
  const SimulatedSample& end = loaded.samples.back();
  EXPECT_LT(end.v.norm(), 1e-9);
  for (int j = 0; j < 2; ++j) EXPECT_GT(end.planned_q[j] - end.q[j], 1e-3);
  VectorXd known_part(2);
  InverseDynamics{all.problem.model}.bias(end.q, VectorXd::Zero(2), known_part);
  const double weight = 9.81 * 0.2, elbow = weight * 0.4 * std::cos(end.q.sum());
  EXPECT_NEAR(end.tau[1] - known_part[1], elbow, 1e-8);
  EXPECT_NEAR(end.tau[0] - known_part[0], elbow + weight * 0.4 * std::cos(end.q[0]), 1e-8);
}

TEST(Simulate, AnOldMeasurementMakesTheLoopUnstable) {
  const Task all = two_link();
  SimulateOptions options = with(Controller::computed_torque);
  options.mismatch.torque_limits = false;
  options.hold = 4.0;
  const Simulation prompt = simulate(all.problem, all.motion, options);
  // e'' + 2 w e' + w^2 e loses its stability at w times delay = 0.53 or so.
  options.control.delay = 0.005;
  const Simulation early = simulate(all.problem, all.motion, options);
  options.control.delay = 0.05;
  const Simulation late = simulate(all.problem, all.motion, options);
  EXPECT_LT(prompt.largest_error, 0.01);
  EXPECT_FALSE(early.diverged);
  EXPECT_GT(early.largest_error, prompt.largest_error);
  EXPECT_LT(early.joints[0].final_error, 1e-6);
  EXPECT_TRUE(late.diverged);
  EXPECT_LT(late.end, 5.0);
}

TEST(Simulate, DelayOfHalfAPeriodLiesBetweenNoneAndAWhole) {
  const Task all = two_link();
  SimulateOptions options = with(Controller::computed_torque, 200.0);
  std::vector<double> errors;
  for (const double delay : {0.0, 0.0025, 0.005, 0.0075, 0.01}) {
    options.control.delay = delay;
    errors.push_back(simulate(all.problem, all.motion, options).largest_error);
  }
  EXPECT_TRUE(std::is_sorted(errors.begin(), errors.end())) << ::testing::PrintToString(errors);
  EXPECT_NEAR(errors[1], 0.5 * (errors[0] + errors[2]), 0.1 * (errors[2] - errors[0]));
  EXPECT_NEAR(errors[3], 0.5 * (errors[2] + errors[4]), 0.1 * (errors[4] - errors[2]));
}

TEST(Simulate, MotorsGiveNoMoreThanTheyCan) {
  Task all = two_link();
  SimulateOptions options = with(Controller::computed_torque);
  const Simulation free = simulate(all.problem, all.motion, options);
  ASSERT_EQ(free.joints[0].saturated, 0.0);
  const double limit = 0.8 * free.joints[0].peak_torque;
  all.problem.limits.torque_upper[0] = limit;
  all.problem.limits.torque_lower[0] = -limit;
  const Simulation weak = simulate(all.problem, all.motion, options);
  for (const SimulatedSample& sample : weak.samples) ASSERT_LE(std::abs(sample.tau[0]), limit);
  EXPECT_EQ(weak.joints[0].peak_torque, limit);
  EXPECT_GT(weak.joints[0].saturated, 0.05);
  EXPECT_GT(weak.largest_error, 10.0 * free.largest_error);
  options.mismatch.torque_limits = false;
  EXPECT_EQ(simulate(all.problem, all.motion, options).largest_error, free.largest_error);
}

TEST(Simulate, TheSameSeedIsTheSameRunBitForBit) {
  const Task all = seven_axis();
  SimulateOptions options = with(Controller::computed_torque, 200.0);
  options.mismatch = {.model_error = 0.03, .position_noise = 1e-4, .velocity_noise = 1e-3};
  options.control.delay = 0.003;
  const Simulation once = simulate(all.problem, all.motion, options);
  const Simulation again = simulate(all.problem, all.motion, options);
  ASSERT_EQ(once.samples.size(), again.samples.size());
  for (std::size_t i = 0; i < once.samples.size(); ++i) {
    ASSERT_EQ(once.samples[i].q, again.samples[i].q);
    ASSERT_EQ(once.samples[i].tau, again.samples[i].tau);
  }
  options.mismatch.seed = 2;
  const Simulation other = simulate(all.problem, all.motion, options);
  EXPECT_GT(std::abs(other.largest_error - once.largest_error), 0.0);
}

TEST(Simulate, NoiseShakesTheArmButNotOnAverage) {
  const Task all = two_link();
  SimulateOptions options = with(Controller::computed_torque);
  const Simulation quiet = simulate(all.problem, all.motion, options);
  options.mismatch.position_noise = 1e-3;
  const Simulation noisy = simulate(all.problem, all.motion, options);
  double mean = 0.0, rough = 0.0;
  for (std::size_t i = 1; i < noisy.samples.size(); ++i) {
    mean += noisy.samples[i].q[1] - quiet.samples[i].q[1];
    rough += std::abs(noisy.samples[i].tau[1] - noisy.samples[i - 1].tau[1]);
  }
  EXPECT_GT(rough / 1000.0, 1e-3);
  EXPECT_LT(std::abs(mean) / 1000.0, 1e-4);
  EXPECT_LT(noisy.largest_error, 3e-3);
}

TEST(Simulate, MujocoMovesTheSameUnderTheSameTorques) {
  const Task all = seven_axis();
  SimulateOptions options = with(Controller::feed_forward_pd);
  options.relative_tolerance = 1e-12;
  options.absolute_tolerance = 1e-14;
  const Simulation run = simulate(all.problem, all.motion, options);
  const peers::MujocoModel peer(robot_of("seven_axis.yaml"), peers::MujocoModel::Tensors::exact);
  mjModel* const m = peer.m.get();
  mjData* const d = peer.d.get();
  m->opt.integrator = mjINT_RK4;
  m->opt.timestep = 1.25e-4;  // at twice this its own error, of fourth order, is all one sees
  for (std::size_t k = 0; k + 1 < run.samples.size(); ++k) {
    const SimulatedSample &now = run.samples[k], &next = run.samples[k + 1];
    Eigen::Map<VectorXd>(d->qpos, 7) = now.q;
    Eigen::Map<VectorXd>(d->qvel, 7) = now.v;
    Eigen::Map<VectorXd>(d->qfrc_applied, 7) = now.tau;
    for (int i = 0; i < 8; ++i) mj_step(m, d);
    ASSERT_LT(largest_difference(Eigen::Map<VectorXd>(d->qpos, 7), next.q), 1e-12) << next.t;
    ASSERT_LT(largest_difference(Eigen::Map<VectorXd>(d->qvel, 7), next.v), 1e-9) << next.t;
  }
  EXPECT_EQ(run.samples.size(), 1001u);
}

TEST(Simulate, ADisturbedArmIsOffByNoMoreThanItsShare) {
  const Model model = two_link().problem.model, other = perturbed(model, 0.1, 7);
  for (int i = 0; i < model.joint_count(); ++i) {
    const Inertia &a = model.joint(i).inertia, &b = other.joint(i).inertia;
    EXPECT_NE(a.mass, b.mass);
    EXPECT_NEAR(b.mass / a.mass, 1.0, 0.1);
    EXPECT_NEAR(b.about_com.trace() / a.about_com.trace(), 1.0, 0.1);
    EXPECT_GT((b.com - a.com).norm(), 0.0);
    EXPECT_LE(largest_difference(b.com, a.com),
              0.1 * std::sqrt(0.5 * a.about_com.trace() / a.mass));
  }
  EXPECT_EQ(perturbed(model, 0.0, 7).joint(0).inertia.com, model.joint(0).inertia.com);
}

TEST(Simulate, RefusesWhatMakesNoSense) {
  using Spoil = void (*)(Task&, SimulateOptions&);
  const std::pair<const char*, Spoil> all[] = {
      {"hold is negative", [](Task&, SimulateOptions& o) { o.hold = -1.0; }},
      {"or not finite", [](Task&, SimulateOptions& o) { o.control.frequency = std::nan(""); }},
      {"model error is not a share",
       [](Task&, SimulateOptions& o) { o.mismatch.model_error = 5.0; }},
      {"slip speed is negative", [](Task&, SimulateOptions& o) { o.mismatch.slip_speed = -1e-3; }},
      {"payload is on no frame", [](Task&, SimulateOptions& o) { o.mismatch.payload = 1.0; }},
      {"need a controller with a rate",
       [](Task&, SimulateOptions& o) {
         o.control.rate = 0.0;
         o.control.delay = 0.01;
       }},
      {"the integrator refused its tolerances",
       [](Task&, SimulateOptions& o) { o.relative_tolerance = -1.0; }},
      {"touches things",
       [](Task& t, SimulateOptions&) { t.problem.contacts.push_back({.name = "foot"}); }},
      {"has cut loops",
       [](Task& t, SimulateOptions&) {
         t.problem.cut_joints.push_back(
             {.name = "pin", .frame_a = FrameId(0), .frame_b = FrameId(1)});
       }},
  };
  for (const auto& [reason, spoil] : all) {
    Task motion = two_link();
    SimulateOptions options;
    spoil(motion, options);
    try {
      (void)simulate(motion.problem, motion.motion, options);
      ADD_FAILURE() << "not refused: " << reason;
    } catch (const Error& error) {
      EXPECT_NE(error.reason().find(reason), std::string::npos) << error.what();
    }
  }
}

TEST(Verify, FindsAStateThatIsNoNumberInfinitelyFarOff) {
  const Task all = two_link();
  for (const double bad : {std::nan(""), infinity}) {
    for (int at = 0; at < 2; ++at) {
      Comparison comparison(all.problem, "none");
      Eigen::Vector2d q(0.0, 0.0), v(0.0, 0.0);
      q[at] = bad;
      comparison.add(MotionPoint(2, 0), q, v);
      comparison.add(MotionPoint(2, 0), v, v);
      comparison.result.finished = true;
      EXPECT_FALSE(comparison.result.within(1e300));
    }
  }
}

}  // namespace alembert::test::simulate_test
