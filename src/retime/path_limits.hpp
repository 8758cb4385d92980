// What the limits leave of the acceleration along a path, at a point and a speed.
//
// With q = p(s), x = s'^2 and u = s'':   v = p' sqrt(x),   a = p' u + p'' x
// so that, at a given x, every torque is affine in u, whatever friction does: limits on torque,
// power and acceleration leave an interval of u. Jerk is p' u' + 3 p'' s' u + p''' s'^3, and what
// it has beside u' is kept below its limit too.
#pragma once

#include <memory>

#include "alembert/retime.hpp"
#include "alembert/task.hpp"
#include "task/friction_hull.hpp"

namespace alembert {

class PathLimits {
 public:
  struct Range {
    double low = -infinity, high = infinity;
    bool empty() const { return !(low <= high); }
  };

  /// At the points `s` of the path.
  PathLimits(const Task& task, const BSpline& path, const Eigen::VectorXd& s);

  const Eigen::VectorXd& s() const { return s_; }
  int last() const { return static_cast<int>(s_.size()) - 1; }

  /// Largest x by the velocity limits and by the jerk of a constant speed.
  double cap(int node) const;
  /// Of u, empty where no u keeps all limits.
  Range range(int node, double x);

  /// Take a share of every limit away at the nodes between two points of the path: the largest that
  /// was asked for at each, when all is said.
  void ask_for(double from, double to, double share);
  void tighten();

  Eigen::VectorXd position(int node) const { return q_.col(node); }
  /// p', p'' and M p' at a node.
  auto slope(int node) const { return slope_.col(node); }
  auto bend(int node) const { return bend_.col(node); }
  auto inertia(int node) const { return inertia_.col(node); }
  /// Torques at a node and a speed without any u.
  const Eigen::VectorXd& torque(int node, double x);
  const MotionLimits& limits() const { return limits_; }
  const FrictionHull& friction() const { return hull_; }
  /// One minus the share of every limit that was taken away.
  double share(int node) const { return share_[node]; }

 private:
  const MotionLimits limits_;
  FrictionHull hull_;
  int dofs_;
  Eigen::VectorXd s_, share_, asked_;  // share: one minus the share that is taken away
  Eigen::MatrixXd q_, slope_, bend_, twist_, inertia_;  // one column a node; inertia: M p'
  std::unique_ptr<Dynamics> dynamics_;
  MotionPoint point_;
  Eigen::VectorXd tau_;
};

}  // namespace alembert
