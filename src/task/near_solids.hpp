// All distances of a clearance at once, from below and cheaply: the broad phase of everything that
// looks at solids. What is far by it is far; what is near is a matter for Distance.
//
// Solids of the arm are looked at as the balls around them, obstacles as the boxes or rods that
// they are or that are around them: exact for a ball beside a ball, a capsule or a box.
#pragma once

#include <memory>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "task/placed_links.hpp"
#include "task/point_cloud.hpp"

namespace alembert {

/// { middle + axes y : |y_i| <= half_i } grown by a radius, or, where it is round, the points
/// within the first half along the first axis and within the second across it.
struct Block {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  Eigen::Vector3d half = Eigen::Vector3d::Zero();
  double radius = 0.0;
  bool round = false;
  /// Where it is around a cloud: that, for points that are near.
  std::shared_ptr<const PointCloud> cloud = nullptr;

  /// m, from a point to its surface, at least; not negative.
  double distance(const Eigen::Vector3d& point) const;
};

/// A solid itself where it is a ball, a capsule or a box, else what is around it.
Block block_around(const Solid& solid);

struct Ball {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double radius = 0.0;
};
Ball ball_around(const Solid& solid);

class NearSolids {
 public:
  NearSolids(const Model& model, const Clearance& clearance);

  /// Every solid of the arm with every obstacle, then the pairs of the arm itself: as a Task has
  /// limits of clearance.
  int pairs() const { return static_cast<int>(balls_.size() * blocks_.size() + selves_.size()); }
  /// False of arms that bend, of which nothing is known here.
  bool known() const { return known_; }

  /// For what follows.
  void place(const PlacedLinks& links);
  /// m, at least so far apart are the surfaces of a pair, the margin left out; negative: they may
  /// touch.
  double gap(int pair) const;
  /// All of them.
  void gaps(VecOut<double> out) const;
  /// m, at most so far do the solids of a pair move against each other while coordinates stay
  /// within `change` of where the links are.
  double motion(int pair, const PlacedLinks& links, const Eigen::VectorXd& change);

 private:
  struct ArmBall {
    int joint;
    Eigen::Vector3d centre;  // in the joint's link
    double radius;
    std::vector<int> path;  // joints from the base
  };

  double motion_of(std::size_t ball, const PlacedLinks& links, const Eigen::VectorXd& change);

  std::vector<ArmBall> balls_;
  std::vector<Block> blocks_;
  std::vector<std::pair<int, int>> selves_;
  double margin_;
  bool known_ = true;
  std::vector<Eigen::Vector3d> centres_;
  std::vector<double> moved_;  // of balls; negative: not known yet
};

}  // namespace alembert
