// Does an arm keep clear of everything in several states at once, one a lane of a register? What
// paths are looked for with: single precision, solids of the arm as balls around them, the bounding
// ball of a link first.
#pragma once

#include <array>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "kernel/ground_link.hpp"
#include "kernel/pack.hpp"
#include "task/point_cloud.hpp"

namespace alembert {

class ClearStates {
 public:
  using Lanes = Pack<float>;
  static constexpr int width = Lanes::width;

  ClearStates(const Model& model, const Clearance& clearance);

  bool empty() const { return groups_.empty() || (blocks_.empty() && selves_.empty()); }
  /// Coordinates that move any solid.
  const std::vector<int>& moving() const { return moving_; }
  /// m a rad (or m): at most so far does any solid move for a unit of a coordinate, with the arm
  /// stretched out.
  const Eigen::VectorXd& reach() const { return reach_; }

  /// Are all of them `slack` (m) farther from everything than the margin? One pack a coordinate.
  bool clear(const Lanes* q, float slack);
  bool clear(const Eigen::VectorXd& q, double slack);
  /// Of each lane: 1 where it is, 0 where not.
  Lanes::Register clear_lanes(const Lanes* q, float slack);
  /// On the line between two states, at places so close that no solid moves farther than `step` (m)
  /// between two of them; the far end is one of them.
  bool clear(const Eigen::VectorXd& from, const Eigen::VectorXd& to, double slack, double step);

  /// States looked at so far.
  long looked_at() const { return looked_at_; }

 private:
  struct Step : JointFrame<Lanes> {
    int coordinate;
    float ratio, offset;
  };
  using Placed = GroundFrame<Lanes>;
  struct Sphere {
    float centre[3], radius;
  };
  struct Group {  // of balls on one link
    int joint;
    Sphere around;
    int first, last;
  };
  struct Obstacle {
    float middle[3], axes[9], half[3], radius;
    bool round;
    int first_plane, last_plane;  // of a hull, in a block around it
    int first_leaf, last_leaf;    // of a cloud, the same
  };
  struct Leaf {
    Sphere around;
    int first, last;
  };
  struct Plane {
    float normal[3], height;
  };
  struct SelfPair {
    int one, other;
  };

  void add_steps(const Model& model);
  void add_groups(const Model& model, const Clearance& clearance);
  void find_reach(const Model& model);
  void place(const Lanes* q);
  void at(const Placed& link, const float* point, Lanes* out) const;
  /// Squared distance of points from an obstacle's core.
  static Lanes square(const Obstacle& obstacle, const Lanes* point);
  bool keeps(const Group& group, const Obstacle& obstacle, float slack);
  /// Is any of the points nearer to the obstacle than `least`? Of hulls: to all planes of it, which
  /// is as near or nearer.
  bool near(const Obstacle& obstacle, const Lanes* point, float least) const;
  void add_planes(const Solid& hull, Obstacle& obstacle);
  void add_leaves(const PointCloud& cloud, Obstacle& obstacle);
  bool near_leaves(const Obstacle& obstacle, const Lanes* point, float least) const;
  void place_balls(const Group& group);

  int dofs_ = 0;
  std::vector<int> moving_;
  Eigen::VectorXd reach_;
  std::vector<Step> steps_;    // of joints that carry solids, or carry those; parents first
  std::vector<Placed> links_;  // the base first
  std::vector<Sphere> balls_;
  std::vector<Group> groups_;
  std::vector<Obstacle> blocks_;
  std::vector<Plane> planes_;
  std::vector<Leaf> leaves_;
  std::vector<std::array<float, 3>> points_;  // of clouds
  std::vector<SelfPair> selves_;              // of balls
  std::vector<int> order_;      // pairs of a group and an obstacle, those that were hit first
  std::vector<Lanes> centres_;  // of balls, three each
  std::vector<Lanes> arounds_;  // of groups
  std::vector<char> placed_;    // balls of the group
  std::vector<char> allowed_;   // of balls and obstacles: may touch; empty: none may
  std::vector<Lanes> q_;
  float margin_ = 0.0f;
  long looked_at_ = 0;
};

}  // namespace alembert
