// Problems that make no sense are refused before anything is computed, each in its own words.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>

#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "alembert/motion.hpp"
#include "alembert/task.hpp"

namespace alembert::test::refusals_test {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Problem = MotionProblem;

const double nan = std::nan("");

struct Refusal {
  const char* reason;
  void (*make)(Problem&);
};

FrameId tip(const Problem& p) { return p.model.frame("tip"); }

void half_a_segment(Problem& p) {
  p.carried.push_back({"box", tip(p), {1.0, Vector3d::Zero(), Matrix3d::Identity()}, {0.5, 0.52}});
}
void waypoints_in_reverse(Problem& p) {
  p.waypoints = {{"late", 0.7, {.q = Vector2d(0, 0)}}, {"early", 0.3, {.q = Vector2d(0, 0)}}};
}

const Refusal refusals[] = {
    {"spline degree 1", [](Problem& p) { p.spline.degree = 1; }},
    {"1 spline segments", [](Problem& p) { p.spline.segments = 1; }},
    {"the motion has no start", [](Problem& p) { p.start.q.reset(); }},
    {"start q has 3 entries, the robot 2", [](Problem& p) { p.start.q = Vector3d(0, 0, 0); }},
    {"start a has an entry that is not finite", [](Problem& p) { p.start.a = Vector2d(0, nan); }},
    {"goal v has an entry that is not finite", [](Problem& p) { p.goal.v = Vector2d(nan, 0); }},
    {"the pose at the goal names no frame", [](Problem& p) { p.goal.pose = FrameTarget{}; }},
    {"the pose at the goal names frame 99, which the robot has not",
     [](Problem& p) { p.goal.pose = FrameTarget{FrameId(99)}; }},
    {"the position at the goal is not finite",
     [](Problem& p) {
       p.goal.pose = FrameTarget{tip(p), Vector3d(nan, 0, 0)};
     }},
    {"the orientation at the goal is not a rotation",
     [](Problem& p) {
       p.goal.pose = FrameTarget{tip(p), {}, Matrix3d(-Matrix3d::Identity())};
     }},
    {"the orientation at the goal is not a rotation",
     [](Problem& p) {
       p.goal.pose = FrameTarget{tip(p), {}, Matrix3d(nan * Matrix3d::Identity())};
     }},
    {"the duration has a bound or a guess that is no time",
     [](Problem& p) { p.duration.guess = 0.0; }},
    {"waypoint early is at 0.3 of the motion, after one at 0.7", waypoints_in_reverse},
    {"limits.jerk has 0 entries", [](Problem& p) { p.limits.jerk.resize(0); }},
    {"limits.velocity has an entry that is not positive",
     [](Problem& p) { p.limits.velocity[1] = 0.0; }},
    {"limits.power has an entry that is not positive", [](Problem& p) { p.limits.power[0] = nan; }},
    {"a lower position limit is above", [](Problem& p) { p.limits.lower[0] = nan; }},
    {"a lower torque limit is above", [](Problem& p) { p.limits.torque_upper[0] = nan; }},
    {"its jerk has no limit",
     [](Problem& p) {
       p.spline.degree = 2;
       p.limits.jerk.setConstant(100.0);
     }},
    {"box lasts from 0.5 to 0.52 of the motion, less than a segment", half_a_segment},
    {"a load lasts from 0.8 to 0.2",
     [](Problem& p) {
       p.loads.push_back({{.frame = tip(p)}, {0.8, 0.2}});
     }},
    {"pin names no frame", [](Problem& p) { p.cut_joints.push_back({.name = "pin"}); }},
    {"low has bounds that do not fit its directions",
     [](Problem& p) { p.positions.push_back({.name = "low", .frame = tip(p)}); }},
    {"seam is no line to follow",
     [](Problem& p) { p.lines.push_back({.name = "seam", .frame = tip(p)}); }},
    {"seam is no line to follow",
     [](Problem& p) {
       p.lines.push_back({.name = "seam", .frame = tip(p), .to = {1, 0, 0}, .tolerance = nan});
     }},
    {"seam is no line to follow",
     [](Problem& p) {
       p.lines.push_back({.name = "seam", .frame = tip(p), .to = {1e308, 1e308, 0}});
     }},
    {"seam names no frame",
     [](Problem& p) {
       p.lines.push_back({.name = "seam", .to = {1, 0, 0}});
     }},
    {"2000000000 spline segments", [](Problem& p) { p.spline.segments = 2'000'000'000; }},
    {"upright has an axis, a direction or an angle that cannot be",
     [](Problem& p) { p.axes.push_back({.name = "upright", .frame = tip(p), .angle = nan}); }},
    {"solid hand has a size that is not finite",
     [](Problem& p) {
       p.clearance.arm = {{"hand", tip(p), Solid::sphere({0, 0, nan}, 0.1)}};
     }},
    {"solid ball has a size that is not finite, or a negative radius",
     [](Problem& p) {
       p.clearance.obstacles = {{"ball", Solid::sphere({0, 0, 0}, -0.1)}};
     }},
    {"the clearance's margin is not finite", [](Problem& p) { p.clearance.margin = nan; }},
    {"a self pair names solids 0 and 1 of 0",
     [](Problem& p) {
       p.clearance.self_pairs = {{0, 1}};
     }},
    {"an objective weight of -1", [](Problem& p) { p.minimize.effort = -1.0; }},
    {"path_length names no frame", [](Problem& p) { p.minimize.path_length = 1.0; }},
    {"objective term 'mine' has no function",
     [](Problem& p) { p.minimize.terms.push_back({.name = "mine"}); }},
    {"it has no jerk to minimize",
     [](Problem& p) {
       p.spline.degree = 2;
       p.minimize.jerk = 1.0;
     }},
    {"nothing wants the motion to end",
     [](Problem& p) { p.minimize = {.time = 0.0, .jerk = 1.0}; }},
    {"repetition.sign has 1 entries",
     [](Problem& p) {
       p.repetition = Repetition{{0, 1}, Eigen::VectorXd::Ones(1)};
     }},
    {"repetition.image has 1 entries",
     [](Problem& p) {
       p.repetition = Repetition{{0}, Vector2d::Ones()};
     }},
    {"repetition.image names coordinate 2",
     [](Problem& p) {
       p.repetition = Repetition{{0, 2}, Vector2d::Ones()};
     }},
};

TEST(Task, RefusesProblemsThatMakeNoSense) {
  const Model model = compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml"));
  for (const Refusal& refusal : refusals) {
    MotionProblem problem(model);
    problem.start.q = Vector2d(0.0, -2.0);
    problem.goal.q = Vector2d(1.0, -1.0);
    EXPECT_NO_THROW(Task{problem});
    refusal.make(problem);
    try {
      Task{problem};
      ADD_FAILURE() << "not refused: " << refusal.reason;
    } catch (const Error& error) {
      EXPECT_NE(error.reason().find(refusal.reason), std::string::npos)
          << error.what() << "\n  instead of: " << refusal.reason;
    }
  }
}

TEST(Solve, RefusesWhatWouldTakeHoursAtOnce) {
  const auto begun = std::chrono::steady_clock::now();
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml")));
  problem.start.q = Vector2d(0.0, -2.0);
  problem.goal.q = Vector2d(1.0, -1.0);
  problem.spline.segments = 500'000;
  try {
    (void)solve(problem);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.reason(), "500000 segments of 2 joints are too many to solve for");
  }
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun;
  EXPECT_LT(spent.count(), 1.0);
}

}  // namespace alembert::test::refusals_test
