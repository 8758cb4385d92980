// Many states of an arm of balls among solids: is each clear? One call of World::clear beside FCL,
// which is asked with a tree over the world for each state.
//
//   alembert_world_states PROBLEM.yaml [STATES]
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "alembert/kinematics.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/world.hpp"

#ifdef ALEMBERT_FCL
#include <fcl/fcl.h>
#endif

namespace alembert::bench {
namespace {

/// s of the processor: others run as well.
double since(std::clock_t begun) {
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

Eigen::MatrixXd random_states(const MotionProblem& problem, int count) {
  std::mt19937 random(1);
  Eigen::MatrixXd states(count, problem.model.dofs());
  for (Eigen::Index j = 0; j < states.cols(); ++j) {
    std::uniform_real_distribution<double> within(std::max(-3.0, problem.limits.lower[j]),
                                                  std::min(3.0, problem.limits.upper[j]));
    for (Eigen::Index i = 0; i < states.rows(); ++i) states(i, j) = within(random);
  }
  return states;
}

#ifdef ALEMBERT_FCL
using Object = std::unique_ptr<fcl::CollisionObjectd>;

Object fcl_object(const Solid& solid) {
  const Eigen::Vector3d middle = solid.corner + 0.5 * solid.edges.rowwise().sum();
  Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
  at.translation() = middle;
  std::shared_ptr<fcl::CollisionGeometryd> shape;
  if (solid.edges.cols() == 0) {
    shape = std::make_shared<fcl::Sphered>(solid.radius);
  } else if (solid.edges.cols() == 1) {
    at.linear() = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), solid.edges.col(0))
                      .toRotationMatrix();
    const double length = solid.edges.norm();
    if (solid.disc > 0.0) {
      shape = std::make_shared<fcl::Cylinderd>(solid.disc, length);
    } else {
      shape = std::make_shared<fcl::Capsuled>(solid.radius, length);
    }
  } else {
    for (int k = 0; k < 3; ++k) at.linear().col(k) = solid.edges.col(k).normalized();
    shape = std::make_shared<fcl::Boxd>(solid.edges.col(0).norm(), solid.edges.col(1).norm(),
                                        solid.edges.col(2).norm());
  }
  return std::make_unique<fcl::CollisionObjectd>(shape, at);
}

std::vector<char> clear_by_fcl(const MotionProblem& problem, const Eigen::MatrixXd& states) {
  std::vector<Object> around;
  fcl::DynamicAABBTreeCollisionManagerd tree;
  for (const Obstacle& obstacle : problem.clearance.obstacles) {
    around.push_back(fcl_object(obstacle.solid));
    tree.registerObject(around.back().get());
  }
  tree.setup();
  std::vector<Object> balls;
  for (const ArmSolid& arm : problem.clearance.arm) {
    balls.push_back(std::make_unique<fcl::CollisionObjectd>(
        std::make_shared<fcl::Sphered>(arm.solid.radius + problem.clearance.margin)));
  }
  Kinematics<double> kinematics(problem.model);
  std::vector<char> clear;
  for (Eigen::Index i = 0; i < states.rows(); ++i) {
    kinematics.update(states.row(i).transpose());
    bool touches = false;
    for (std::size_t k = 0; k < balls.size() && !touches; ++k) {
      const ArmSolid& arm = problem.clearance.arm[k];
      balls[k]->setTranslation(kinematics.pose(arm.frame) * arm.solid.corner);
      balls[k]->computeAABB();
      fcl::DefaultCollisionData<double> found;
      tree.collide(balls[k].get(), &found, fcl::DefaultCollisionFunction<double>);
      touches = found.result.isCollision();
    }
    clear.push_back(!touches);
  }
  return clear;
}
#endif

int run(const char* file, int count) {
  const MotionProblem problem = load_motion_problem(file).problem;
  const Eigen::MatrixXd states = random_states(problem, count);
  World world(problem.model, problem.clearance);
  world.clear(states.topRows(std::min(count, 100)));
  auto begun = std::clock();
  const std::vector<char> clear = world.clear(states);
  const double ours = since(begun);
  int free = 0;
  for (const char one : clear) free += one;
  std::printf("%d states, %zu solids of the arm, %zu around it: %d clear, %.3f ms, %.0f ns each\n",
              count, problem.clearance.arm.size(), problem.clearance.obstacles.size(), free,
              1e3 * ours, 1e9 * ours / count);
#ifdef ALEMBERT_FCL
  begun = std::clock();
  const std::vector<char> theirs = clear_by_fcl(problem, states);
  const double seconds = since(begun);
  int different = 0;
  for (std::size_t i = 0; i < clear.size(); ++i) different += clear[i] != theirs[i] ? 1 : 0;
  std::printf("FCL: %.3f ms, %.0f ns each, %.1f times as long; %d of another opinion\n",
              1e3 * seconds, 1e9 * seconds / count, seconds / ours, different);
#endif
  return 0;
}

}  // namespace
}  // namespace alembert::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("alembert_world_states PROBLEM.yaml [STATES]\n", stderr);
    return 2;
  }
  return alembert::bench::run(argv[1], argc > 2 ? std::atoi(argv[2]) : 10'000);
}
