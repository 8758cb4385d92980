// Walls, slits, plates and random boxes in the way of planar arms: what a search on a grid of joint
// values finds a way through is solved.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::scenes_test {

using Eigen::Vector3d;
using Eigen::VectorXd;

enum class Shape { capsule, box };

/// Links in the x-y plane that turn about z, 0.03 m thick.
struct Arm {
  std::vector<double> lengths;
  Shape shape = Shape::capsule;
};

MotionProblem problem_of(const Arm& arm) {
  Robot robot;
  robot.name = "planar";
  robot.base = "base";
  robot.gravity.setZero();
  robot.links = {{"base", {}, {}, {}, {}}};
  for (std::size_t k = 0; k < arm.lengths.size(); ++k) {
    const Inertia rod{1.0, {0.5 * arm.lengths[k], 0.0, 0.0}, 0.01 * Eigen::Matrix3d::Identity()};
    robot.links.push_back({"link" + std::to_string(k), rod, {}, {}, {}});
    Joint joint;
    joint.name = "joint" + std::to_string(k);
    joint.parent = k == 0 ? "base" : "link" + std::to_string(k - 1);
    joint.child = "link" + std::to_string(k);
    if (k > 0) joint.origin.translation().x() = arm.lengths[k - 1];
    robot.joints.push_back(joint);
  }
  MotionProblem problem(compile(robot));
  const int n = problem.model.dofs();
  problem.limits.lower.setConstant(n, -3.0);
  problem.limits.upper.setConstant(n, 3.0);
  problem.limits.velocity.setConstant(n, 2.0);
  problem.limits.acceleration.setConstant(n, 8.0);
  for (std::size_t k = 0; k < arm.lengths.size(); ++k) {
    const Vector3d tip(arm.lengths[k], 0.0, 0.0);
    const std::string name = "link" + std::to_string(k);
    const Solid solid =
        arm.shape == Shape::capsule
            ? Solid::capsule({0.05, 0, 0}, tip, 0.015)
            : Solid::box(0.5 * (tip + Vector3d(0.05, 0, 0)), {arm.lengths[k] - 0.05, 0.03, 0.03});
    problem.clearance.arm.push_back({name, problem.model.frame(name), solid});
  }
  return problem;
}

/// Exact: obstacles are boxes. Negative inside.
double distance(const Vector3d& p, const Solid& box) {
  Vector3d beyond;  // the faces
  for (int k = 0; k < 3; ++k) {
    const double length = box.edges.col(k).norm();
    const double at = box.edges.col(k).dot(p - box.corner) / length;
    beyond[k] = std::max(-at, at - length);
  }
  const double inside = std::min(0.0, beyond.maxCoeff());
  return beyond.cwiseMax(0.0).norm() + inside;
}

/// Distances by points of the arm every few millimetres, in the plane of its motion.
class Clear {
 public:
  explicit Clear(const MotionProblem& problem) : problem_(problem), kinematics_(problem.model) {
    for (const ArmSolid& arm : problem.clearance.arm) {
      const Solid& solid = arm.solid;
      std::vector<Vector3d> points;
      const bool box = solid.edges.cols() == 3;
      for (int i = 0; i <= 60; ++i) {
        const Vector3d along = solid.corner + solid.edges.col(0) * i / 60.0;
        for (const double across : {0.0, 1.0}) {
          if (across > 0.0 && !box) continue;
          points.push_back(along);
          if (box) points.back() += across * solid.edges.col(1) + 0.5 * solid.edges.col(2);
        }
      }
      points_.push_back(points);
    }
  }
  double operator()(const VectorXd& q) {
    kinematics_.update(q);
    double least = infinity;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const ArmSolid& arm = problem_.clearance.arm[k];
      const Eigen::Isometry3d pose = kinematics_.pose(arm.frame);
      for (const Vector3d& point : points_[k]) {
        const Vector3d p = pose * point;
        for (const Obstacle& obstacle : problem_.clearance.obstacles) {
          least = std::min(least, distance(p, obstacle.solid) - arm.solid.radius);
        }
      }
    }
    return least;
  }

 private:
  const MotionProblem& problem_;
  Kinematics<double> kinematics_;
  std::vector<std::vector<Vector3d>> points_;
};

/// Breadth first over a grid of joint values that keeps well clear.
bool grid_finds_a_way(const MotionProblem& problem) {
  const int n = problem.model.dofs(), across = n == 2 ? 121 : 41;
  const double step = 6.0 / (across - 1), slack = problem.clearance.margin + 0.25 * step;
  Clear clear(problem);
  const auto cell_of = [&](const VectorXd& q) {
    int cell = 0;
    for (int j = 0; j < n; ++j) {
      cell = cell * across + static_cast<int>(std::lround((q[j] + 3.0) / step));
    }
    return cell;
  };
  int cells = 1;
  for (int j = 0; j < n; ++j) cells *= across;
  std::vector<char> seen(static_cast<std::size_t>(cells), 0);
  const int start = cell_of(*problem.start.q), goal = cell_of(*problem.goal.q);
  std::deque<int> todo{start};
  seen[static_cast<std::size_t>(start)] = 1;
  while (!todo.empty()) {
    const int cell = todo.front();
    todo.pop_front();
    if (cell == goal) return true;
    for (int j = 0, stride = 1; j < n; ++j, stride *= across) {
      const int at = cell / stride % across;
      for (const int move : {-1, 1}) {
        if (at + move < 0 || at + move >= across) continue;
        const int next = cell + move * stride;
        if (seen[static_cast<std::size_t>(next)]) continue;
        seen[static_cast<std::size_t>(next)] = 1;
        VectorXd q(n);
        for (int i = n - 1, rest = next; i >= 0; --i, rest /= across) {
          q[i] = rest % across * step - 3.0;
        }
        if (clear(q) >= slack) todo.push_back(next);
      }
    }
  }
  return false;
}

bool straight_line_is_clear(const MotionProblem& problem) {
  Clear clear(problem);
  for (int i = 0; i <= 100; ++i) {
    const double s = i / 100.0;
    if (clear((1.0 - s) * *problem.start.q + s * *problem.goal.q) < problem.clearance.margin) {
      return false;
    }
  }
  return true;
}

void expect_solved(const MotionProblem& problem) {
  const Solution solution = solve(problem);
  std::cout << summary(solution) << "\n";
  EXPECT_EQ(solution.status, MotionStatus::solved) << summary(solution);
  if (solution.status != MotionStatus::solved) return;
  Clear clear(problem);
  double least = infinity;
  for (int i = 0; i <= 4000; ++i) {
    least = std::min(least, clear(solution.motion.q(solution.motion.duration() * i / 4000)));
  }
  EXPECT_GE(least, problem.clearance.margin - 1e-9);
}

Obstacle block(double x, double y, double length, double width, double angle, double height) {
  const Eigen::Matrix3d axes = Eigen::AngleAxisd(angle, Vector3d::UnitZ()).toRotationMatrix();
  return {"block", Solid::box({x, y, 0.0}, {length, width, height}, axes)};
}

struct Scene {
  const char* name;
  Arm arm;
  VectorXd start, goal;
  std::vector<Obstacle> obstacles;
  double margin;
};

VectorXd joints(std::initializer_list<double> values) {
  VectorXd q(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), q.begin());
  return q;
}

std::vector<Scene> scenes() {
  const Arm two{{0.4, 0.4}}, bricks{{0.4, 0.4}, Shape::box}, three{{0.3, 0.3, 0.2}};
  const Arm three_bricks{{0.3, 0.3, 0.2}, Shape::box};
  // A wall that only a folded arm comes past.
  const std::vector<Obstacle> wall{block(0.78, 0.0, 0.6, 0.04, 0.0, 0.3)};
  const std::vector<Obstacle> thick{block(0.78, 0.0, 0.6, 0.2, 0.0, 0.1)};
  // Two walls with a gap between, which the last link goes into.
  const std::vector<Obstacle> slit{block(0.65, 0.29, 0.2, 0.3, 0.0, 0.2),
                                   block(0.65, -0.29, 0.2, 0.3, 0.0, 0.2)};
  // The hand comes from above a plate to below it.
  const std::vector<Obstacle> plate{block(0.6, 0.2, 0.35, 0.03, 0.0, 0.3)};
  return {
      {"Wall", two, joints({-0.7, 0.3}), joints({0.7, -0.3}), wall, 0.01},
      {"WallAndBricks", bricks, joints({-0.7, 0.3}), joints({0.7, -0.3}), wall, 0.0},
      {"ThickWall", two, joints({-0.8, 0.3}), joints({0.8, -0.3}), thick, 0.0},
      {"ThickWallAndBricks", bricks, joints({-0.8, 0.3}), joints({0.8, -0.3}), thick, 0.0},
      {"WallAndThreeLinks", three, joints({-0.7, 0.3, 0.1}), joints({0.7, -0.3, 0.1}), wall, 0.01},
      {"Slit", three, joints({1.4, 0.5, 0.3}), joints({0.0, 0.0, 0.0}), slit, 0.005},
      {"SlitAndBricks", three_bricks, joints({1.4, 0.5, 0.3}), joints({0.0, 0.0, 0.0}), slit, 0.0},
      {"Plate", two, joints({1.0, -0.4}), joints({-0.3, 0.5}), plate, 0.01},
      {"PlateAndThreeBricks", three_bricks, joints({1.0, -0.3, -0.2}), joints({-0.3, 0.4, 0.3}),
       plate, 0.0},
  };
}

class InTheWay : public ::testing::TestWithParam<Scene> {};

TEST_P(InTheWay, IsPassed) {
  const Scene& scene = GetParam();
  MotionProblem problem = problem_of(scene.arm);
  problem.start.q = scene.start;
  problem.goal.q = scene.goal;
  problem.clearance.obstacles = scene.obstacles;
  problem.clearance.margin = scene.margin;
  ASSERT_FALSE(straight_line_is_clear(problem));
  ASSERT_TRUE(grid_finds_a_way(problem));
  expect_solved(problem);
}

INSTANTIATE_TEST_SUITE_P(Scenes, InTheWay, ::testing::ValuesIn(scenes()),
                         [](const auto& scene) { return std::string(scene.param.name); });

/// Boxes anywhere, drawn until they are in the way and a way remains.
MotionProblem random_scene(unsigned seed) {
  Random random(seed);
  while (true) {
    const Shape shape = seed % 4 < 2 ? Shape::capsule : Shape::box;
    MotionProblem problem =
        problem_of(seed % 2 ? Arm{{0.4, 0.4}, shape} : Arm{{0.3, 0.3, 0.2}, shape});
    problem.clearance.margin = seed % 3 ? 0.005 : 0.0;
    const int n = problem.model.dofs(), count = random.integer(2, 4);
    for (int i = 0; i < count; ++i) {
      const double angle = random.real(-3.1, 3.1), far = random.real(0.25, 0.8);
      const double length = random.real(0.05, 0.3), width = random.real(0.05, 0.15);
      const double turn = random.real(-1.5, 1.5), height = random.real(0.05, 0.4);
      problem.clearance.obstacles.push_back(
          block(far * std::cos(angle), far * std::sin(angle), length, width, turn, height));
    }
    problem.start.q = random.values(n, 2.5);
    problem.goal.q = random.values(n, 2.5);
    Clear clear(problem);
    const double slack = problem.clearance.margin + 0.02;
    if (clear(*problem.start.q) < slack || clear(*problem.goal.q) < slack) continue;
    if (straight_line_is_clear(problem) || !grid_finds_a_way(problem)) continue;
    return problem;
  }
}

class AtRandom : public ::testing::TestWithParam<unsigned> {};

TEST_P(AtRandom, IsPassed) { expect_solved(random_scene(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Scenes, AtRandom, ::testing::Range(1u, 13u));

}  // namespace alembert::test::scenes_test
