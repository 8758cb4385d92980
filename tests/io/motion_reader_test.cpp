// Every word of a problem file arrives where it belongs.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <numbers>

#include "alembert/kinematics.hpp"
#include "alembert/motion_file.hpp"

namespace alembert::testing::motion_reader_test {

constexpr double degree = std::numbers::pi / 180.0;

/// Read as if it were a file in models/.
MotionFile read(const std::string& text) {
  return read_motion_problem("alembert: motion/1\n" + text,
                             ALEMBERT_SOURCE_DIR "/models/task.yaml");
}

/// A task for the two-link arm with these lines added.
MotionProblem two_link(const std::string& lines) {
  return read("robot: two_link.yaml\nstart: {q: [0, 0]}\ngoal: {q: [1, 1]}\n" + lines).problem;
}

MotionProblem seven_axis(const std::string& lines) {
  return read(
             "robot: seven_axis.yaml\nstart: {q: [0, 0, 0, -1, 0, 1, 0]}\ngoal: {pose: {frame: "
             "flange, "
             "xyz: [0.5, 0, 0.5]}}\n" +
             lines)
      .problem;
}

TEST(MotionReader, AShortFileHasTheLibrarysDefaults) {
  const MotionFile file = read("robot: two_link.yaml\nstart: {q: [0, -2]}\ngoal: {q: [1, -1]}\n");
  EXPECT_EQ(file.name, "task");
  EXPECT_EQ(file.robot.name, "two_link");
  EXPECT_EQ(file.robot_file, ALEMBERT_SOURCE_DIR "/models/two_link.yaml");
  const MotionProblem defaults(file.problem.model);
  EXPECT_EQ(*file.problem.start.q, Eigen::Vector2d(0, -2));
  EXPECT_EQ(*file.problem.goal.q, Eigen::Vector2d(1, -1));
  EXPECT_FALSE(file.problem.start.v || file.problem.start.a || file.problem.start.any_velocity);
  EXPECT_EQ(file.problem.minimize.time, defaults.minimize.time);
  EXPECT_EQ(file.problem.duration.longest, infinity);
  EXPECT_EQ(file.problem.limits.torque_upper, Eigen::Vector2d(10, 10));
  EXPECT_EQ(file.problem.spline.degree, defaults.spline.degree);
  EXPECT_EQ(file.problem.spline.segments, defaults.spline.segments);
  EXPECT_EQ(file.options.tolerance, SolveOptions().tolerance);
}

TEST(MotionReader, LockedJointsAreNoCoordinates) {
  const MotionFile file = read(
      "robot: two_link.yaml\nlocked: {joint2: 30 deg}\nstart: {q: [0]}\ngoal: {q: {joint1: 1}}\n");
  EXPECT_EQ(file.problem.model.coordinate_names(), std::vector<std::string>{"joint1"});
  EXPECT_EQ(*file.problem.goal.q, Eigen::VectorXd::Constant(1, 1.0));
  ASSERT_EQ(file.compile.locked.size(), 1u);
  EXPECT_EQ(file.compile.locked[0].name, "joint2");
  EXPECT_DOUBLE_EQ(file.compile.locked[0].value, 30.0 * degree);
}

TEST(MotionReader, TheRobotIsCompiledAsTheFileSays) {
  const MotionFile file = read(
      "name: free\nrobot: two_link.yaml\ngravity: [0, 0, -1.62]\nfloating_base: true\nideal: true\n"
      "start: {q: [0, 0, 0, 0, 0, 0, 0, 0]}\ngoal: {q: [0, 0, 0, 0, 0, 0, 0, 1]}\n");
  EXPECT_EQ(file.name, "free");
  EXPECT_EQ(file.problem.model.dofs(), 8);
  EXPECT_EQ(file.problem.model.gravity(), Eigen::Vector3d(0, 0, -1.62));
  EXPECT_TRUE(file.compile.ideal && file.compile.floating_base);
}

TEST(MotionReader, ConditionsByListByNameAndByPose) {
  const MotionProblem problem = seven_axis(
      "waypoints:\n"
      "  - {name: a, at: 0.25, q: {joint1: 90 deg, joint2: 0, joint3: 0, joint4: -0.5 pi, joint5: "
      "0,"
      " joint6: 1, joint7: 0}, v: [1, 0, 0, 0, 0, 0, 0], a: [0, 2, 0, 0, 0, 0, 0]}\n"
      "  - {pose: {frame: joint4, quaternion: [0, 1, 0, 0]}, rest: true}\n"
      "  - {name: c, pose: {frame: flange, xyz: [40 cm, 0, 500 mm], rpy: [0, 0, 90 deg]}}\n");
  ASSERT_EQ(problem.waypoints.size(), 3u);
  const Waypoint &a = problem.waypoints[0], &b = problem.waypoints[1], &c = problem.waypoints[2];
  EXPECT_EQ(a.name, "a");
  EXPECT_EQ(a.at, 0.25);
  EXPECT_DOUBLE_EQ((*a.condition.q)[0], 90 * degree);
  EXPECT_DOUBLE_EQ((*a.condition.q)[3], -90 * degree);
  EXPECT_EQ((*a.condition.v)[0], 1.0);
  EXPECT_EQ((*a.condition.a)[1], 2.0);
  EXPECT_EQ(b.name, "2");
  EXPECT_EQ(b.at, 0.5);
  EXPECT_EQ(*b.condition.v, Eigen::VectorXd::Zero(7));
  EXPECT_FALSE(b.condition.pose->position);
  const Eigen::Vector3d half_turn_about_x(1, -1, -1);
  EXPECT_LE(
      (*b.condition.pose->orientation - Eigen::Matrix3d(half_turn_about_x.asDiagonal())).norm(),
      1e-15);
  EXPECT_EQ(b.condition.pose->frame, problem.model.frame("joint4"));
  EXPECT_EQ(c.at, 0.75);
  EXPECT_EQ(*c.condition.pose->position, Eigen::Vector3d(0.4, 0, 0.5));
  EXPECT_EQ(c.condition.pose->orientation->col(0), Eigen::Vector3d::UnitY());
  EXPECT_FALSE(c.condition.v);
  EXPECT_FALSE(problem.goal.pose->orientation);
}

TEST(MotionReader, EndsNeedNotRest) {
  const MotionFile file = read(
      "robot: two_link.yaml\nstart: {q: [0, 0], any_velocity: true}\n"
      "goal: {q: [1, 1], v: {joint1: 1, joint2: -1}, a: [0, 0]}\n");
  EXPECT_TRUE(file.problem.start.any_velocity);
  EXPECT_EQ(*file.problem.goal.v, Eigen::Vector2d(1, -1));
  EXPECT_EQ(*file.problem.goal.a, Eigen::Vector2d(0, 0));
}

TEST(MotionReader, DurationIsFixedOrARange) {
  const DurationRange fixed = two_link("duration: 1.5\n").duration;
  EXPECT_EQ(fixed.shortest, 1.5);
  EXPECT_EQ(fixed.longest, 1.5);
  const DurationRange range = two_link("duration: {min: 1, max: 3, guess: 2}\n").duration;
  EXPECT_EQ(range.shortest, 1.0);
  EXPECT_EQ(range.longest, 3.0);
  EXPECT_EQ(*range.guess, 2.0);
}

TEST(MotionReader, OnlyWhatIsNamedIsMinimized) {
  EXPECT_EQ(two_link("minimize: effort\n").minimize.effort, 1.0);
  EXPECT_EQ(two_link("minimize: effort\n").minimize.time, 0.0);
  const MotionProblem problem = two_link(
      "minimize: {time: 0.99, effort: 0.01, energy: 2, jerk: 3, torque_rate: 4, path_length: "
      "{frame: "
      "tip, weight: 5}}\n");
  const Objective& objective = problem.minimize;
  EXPECT_EQ(objective.time, 0.99);
  EXPECT_EQ(objective.effort, 0.01);
  EXPECT_EQ(objective.energy, 2);
  EXPECT_EQ(objective.jerk, 3);
  EXPECT_EQ(objective.torque_rate, 4);
  EXPECT_EQ(objective.path_length, 5);
  EXPECT_EQ(objective.path_frame, problem.model.frame("tip"));
}

TEST(MotionReader, DiscomfortMayHaveANeutralPosture) {
  const MotionProblem plain = two_link("minimize: {discomfort: 2}\n");
  EXPECT_EQ(plain.minimize.discomfort, 2.0);
  EXPECT_EQ(plain.minimize.neutral.size(), 0);
  const MotionProblem named =
      two_link("minimize: {discomfort: {neutral: {joint2: 90 deg}}, time: 1}\n");
  EXPECT_EQ(named.minimize.discomfort, 1.0);
  EXPECT_EQ(named.minimize.neutral[named.model.coordinate("joint2")], 90.0 * degree);
}

TEST(MotionReader, LimitsReplaceTheRobots) {
  const MotionLimits limits = seven_axis(
                                  "limits:\n"
                                  "  position: {joint1: [-90 deg, 1], joint2: none}\n"
                                  "  velocity: 2\n"
                                  "  acceleration: none\n"
                                  "  jerk: [1, 2, 3, 4, 5, 6, .inf]\n"
                                  "  torque: {joint1: 50, joint2: [-10, 20]}\n"
                                  "  power: {joint3: 100}\n"
                                  "  passive: [joint7]\n")
                                  .limits;
  EXPECT_DOUBLE_EQ(limits.lower[0], -90 * degree);
  EXPECT_EQ(limits.upper[0], 1.0);
  EXPECT_EQ(limits.lower[1], -infinity);
  EXPECT_EQ(limits.upper[2], 2.8973);
  EXPECT_EQ(limits.velocity, Eigen::VectorXd::Constant(7, 2.0));
  EXPECT_EQ(limits.acceleration[3], infinity);
  EXPECT_EQ(limits.jerk[4], 5.0);
  EXPECT_EQ(limits.jerk[6], infinity);
  EXPECT_EQ(limits.torque_lower[0], -50.0);
  EXPECT_EQ(limits.torque_lower[1], -10.0);
  EXPECT_EQ(limits.torque_upper[1], 20.0);
  EXPECT_EQ(limits.torque_upper[2], 87.0);
  EXPECT_EQ(limits.torque_upper[6], 0.0);
  EXPECT_EQ(limits.torque_lower[6], 0.0);
  EXPECT_EQ(limits.power[2], 100.0);
  EXPECT_EQ(limits.power[3], infinity);
}

TEST(MotionReader, FreeKnotsRaiseTheDegreeUnlessTold) {
  using Knots = SplineOptions::Knots;
  const SplineOptions free = two_link("spline: {segments: 24, knots: free}\n").spline;
  EXPECT_EQ(free.knots, Knots::free);
  EXPECT_EQ(free.degree, 4);
  EXPECT_EQ(free.segments, 24);
  EXPECT_EQ(two_link("spline: {knots: free, degree: 3}\n").spline.degree, 3);
  EXPECT_EQ(two_link("spline: {knots: phases}\n").spline.knots, Knots::phases);
  EXPECT_EQ(two_link("spline: {knots: phases}\n").spline.degree, 3);
}

TEST(MotionReader, LoadsAndBodiesLastBetweenWaypoints) {
  const MotionProblem problem = two_link(
      "waypoints: [{name: pick, at: 0.25}, {name: place, at: 0.75}]\n"
      "loads:\n"
      "  - {frame: tip, force: [0, -10, 0], moment: [0, 0, 1], point: [1 cm, 0, 0], axes: frame, "
      "from: pick}\n"
      "  - {frame: link1, moment: [0, 0, 2], to: 0.5}\n"
      "carry: {name: box, frame: tip, mass: 2, com: [0, 0, 5 cm], inertia: {xx: 1, yy: 2, zz: "
      "2.5}, "
      "from: pick, to: place}\n");
  ASSERT_EQ(problem.loads.size(), 2u);
  const TimedLoad &push = problem.loads[0], &turn = problem.loads[1];
  EXPECT_EQ(push.load.frame, problem.model.frame("tip"));
  EXPECT_EQ(push.load.force, Eigen::Vector3d(0, -10, 0));
  EXPECT_EQ(push.load.point, Eigen::Vector3d(0.01, 0, 0));
  EXPECT_EQ(push.load.axes, Load::Axes::frame);
  EXPECT_EQ(push.during.from, 0.25);
  EXPECT_EQ(push.during.to, 1.0);
  EXPECT_EQ(turn.load.moment, Eigen::Vector3d(0, 0, 2));
  EXPECT_EQ(turn.load.axes, Load::Axes::world);
  EXPECT_EQ(turn.during.to, 0.5);
  ASSERT_EQ(problem.carried.size(), 1u);
  EXPECT_EQ(problem.carried[0].name, "box");
  EXPECT_EQ(problem.carried[0].inertia.mass, 2.0);
  EXPECT_EQ(problem.carried[0].inertia.com, Eigen::Vector3d(0, 0, 0.05));
  EXPECT_EQ(problem.carried[0].inertia.about_com(2, 2), 2.5);
  EXPECT_EQ(problem.carried[0].during.from, 0.25);
  EXPECT_EQ(problem.carried[0].during.to, 0.75);
}

bool holds(const PositionLimit& limit, const Eigen::Vector3d& p) {
  const Eigen::VectorXd x = limit.directions * p;
  return ((x - limit.lower).array() >= -1e-12).all() && ((limit.upper - x).array() >= -1e-12).all();
}

TEST(MotionReader, PathLimitsAreBoxesLinesPlanesAndAngles) {
  const MotionProblem problem = two_link(
      "path:\n"
      "  - {frame: tip, box: {lower: [-1, -.inf, 0], upper: [1, 2, 3]}, from: 0.5}\n"
      "  - {name: seam, frame: tip, line: {from: [0, 0, 1], to: [3, 0, 1], tolerance: 10 mm}}\n"
      "  - {frame: tip, plane: {point: [0, 0, 2], normal: [0, 0, 4]}}\n"
      "  - {frame: tip, plane: {point: [0, 0, 2], normal: z, within: 0.5}}\n"
      "  - {frame: tip, upright: {axis: -x, direction: [0, 3, 4], within: 10 deg}}\n");
  ASSERT_EQ(problem.positions.size(), 3u);
  const PositionLimit& box = problem.positions[0];
  EXPECT_EQ(box.name, "box");
  EXPECT_EQ(box.during.from, 0.5);
  EXPECT_TRUE(holds(box, {0, -100, 1}));
  EXPECT_FALSE(holds(box, {0, 2.1, 1}));
  ASSERT_EQ(problem.lines.size(), 1u);
  EXPECT_EQ(problem.lines[0], (LineLimit{.name = "seam",
                                         .frame = problem.model.frame("tip"),
                                         .from = {0, 0, 1},
                                         .to = {3, 0, 1},
                                         .tolerance = 0.01}));
  EXPECT_TRUE(holds(problem.positions[1], {7, 7, 2.1}));
  EXPECT_FALSE(holds(problem.positions[1], {7, 7, 1.9}));
  EXPECT_TRUE(holds(problem.positions[2], {7, 7, 1.6}));
  EXPECT_FALSE(holds(problem.positions[2], {7, 7, 2.6}));
  ASSERT_EQ(problem.axes.size(), 1u);
  EXPECT_EQ(problem.axes[0].axis, -Eigen::Vector3d::UnitX());
  EXPECT_LE((problem.axes[0].direction - Eigen::Vector3d(0, 0.6, 0.8)).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(problem.axes[0].angle, 10 * degree);
}

TEST(MotionReader, SolidsOfTheArmAndObstacles) {
  const MotionProblem problem = two_link(
      "clearance:\n"
      "  margin: 5 mm\n"
      "  arm:\n"
      "    - {frame: link1, capsule: {from: [-0.4, 0, 0], to: [0, 0, 0], radius: 3 cm}}\n"
      "    - {name: tool, frame: tip, sphere: 0.02, xyz: [0.1, 0, 0]}\n"
      "  obstacles:\n"
      "    - {box: [0.2, 0.4, 0.6], xyz: [1, 0, 0], rpy: [0, 0, 90 deg]}\n"
      "    - {name: ball, sphere: 0.1, xyz: [0, 1, 0]}\n"
      "  self: [[tool, link1]]\n");
  const Clearance& clearance = problem.clearance;
  EXPECT_EQ(clearance.margin, 0.005);
  ASSERT_EQ(clearance.arm.size(), 2u);
  EXPECT_EQ(clearance.arm[0].name, "link1");
  EXPECT_EQ(clearance.arm[0].solid.edges.cols(), 1);
  EXPECT_EQ(clearance.arm[0].solid.radius, 0.03);
  EXPECT_EQ(clearance.arm[1].solid.corner, Eigen::Vector3d(0.1, 0, 0));
  ASSERT_EQ(clearance.obstacles.size(), 2u);
  const Solid& box = clearance.obstacles[0].solid;
  EXPECT_LE((box.corner + 0.5 * box.edges.rowwise().sum() - Eigen::Vector3d(1, 0, 0)).norm(),
            1e-15);
  EXPECT_LE((box.edges.col(0).cwiseAbs() - Eigen::Vector3d(0, 0.2, 0)).norm(), 1e-15);
  EXPECT_EQ(clearance.obstacles[1].name, "ball");
  ASSERT_EQ(clearance.self_pairs.size(), 1u);
  EXPECT_EQ(clearance.self_pairs[0], std::pair(1, 0));
}

TEST(MotionReader, CutJointsHoldPlacesAndOrientations) {
  const MotionFile file = read(
      "robot: torso.yaml\n"
      "start: {q: [0, 0, 0, 0, 0, -1, 0, 0, 0.3, 0, 0, -1, 0, 0, 0, 0]}\ngoal: {pose: {frame: "
      "left_palm, "
      "xyz: [0.3, 0, 0.3]}}\n"
      "cut_joints:\n"
      "  - {name: pin, frame_a: left_palm, frame_b: right_palm, plane: xz}\n"
      "  - {name: weld, frame_a: left_palm, frame_b: right_palm, hold_orientation: true}\n"
      "  - {name: rod, frame_a: eyes, frame_b: right_palm, directions: [z, [3, 4, 0]]}\n"
      "  - {name: told, frame_a: eyes, frame_b: left_palm, hold_orientation: true, rpy: [0, 0, 90 "
      "deg]}\n");
  const MotionProblem& problem = file.problem;
  ASSERT_EQ(problem.cut_joints.size(), 4u);
  EXPECT_EQ(problem.force_count(), 2 + 6 + 2 + 6);
  EXPECT_EQ(problem.cut_joints[0].directions.row(1), Eigen::RowVector3d(0, 0, 1));
  EXPECT_LE((problem.cut_joints[2].directions.row(1) - Eigen::RowVector3d(0.6, 0.8, 0)).norm(),
            1e-15);
  EXPECT_EQ(problem.cut_joints[3].rotation_ab.col(0), Eigen::Vector3d::UnitY());
  Kinematics kinematics(problem.model);
  kinematics.update(*problem.start.q);
  const CutJoint& weld = problem.cut_joints[1];
  EXPECT_LE((kinematics.pose(weld.frame_a).linear() * weld.rotation_ab -
             kinematics.pose(weld.frame_b).linear())
                .norm(),
            1e-14);
  EXPECT_GT((weld.rotation_ab - Eigen::Matrix3d::Identity()).norm(), 0.1);
}

TEST(MotionReader, RepetitionSwapsAndTurnsSigns) {
  const MotionProblem periodic =
      read("robot: two_link.yaml\nperiodic: {except: [joint2]}\nduration: 1\n").problem;
  ASSERT_TRUE(periodic.repetition);
  EXPECT_EQ(periodic.repetition->image, (std::vector<int>{0, -1}));
  EXPECT_FALSE(
      read("robot: two_link.yaml\nstart: {q: [0, 0]}\ngoal: {q: [0, 0]}\nperiodic: false\n")
          .problem.repetition);
  const MotionProblem mirrored =
      read("robot: two_link.yaml\nsymmetric: {pairs: [[joint1, joint2]], signs: {joint1: -1}}\n")
          .problem;
  EXPECT_EQ(mirrored.repetition->image, (std::vector<int>{1, 0}));
  EXPECT_EQ(mirrored.repetition->sign, Eigen::Vector2d(-1, 1));
}

TEST(MotionReader, FrictionIsCoveredUnlessToldToBeSmoothed) {
  EXPECT_EQ(two_link("").friction, FrictionCover::hull);
  EXPECT_EQ(two_link("friction: hull\n").friction, FrictionCover::hull);
  EXPECT_EQ(two_link("friction: smoothed\n").friction, FrictionCover::smoothed);
}

TEST(MotionReader, SolverOptions) {
  const SolveOptions options =
      read(
          "robot: two_link.yaml\nstart: {q: [0, 0]}\ngoal: {q: [1, 1]}\nsolver: {tolerance: 1e-5, "
          "max_iterations: 7, max_rounds: 3, starts: 4, seed: 9, processes: 2, method: "
          "ipopt}\n")
          .options;
  EXPECT_EQ(options.tolerance, 1e-5);
  EXPECT_EQ(options.max_iterations, 7);
  EXPECT_EQ(options.max_rounds, 3);
  EXPECT_EQ(options.starts, 4);
  EXPECT_EQ(options.seed, 9u);
  EXPECT_EQ(options.processes, 2);
  EXPECT_EQ(options.method, SolverMethod::ipopt);
  EXPECT_EQ(SolveOptions().method, SolverMethod::structured);
}

}  // namespace alembert::testing::motion_reader_test
