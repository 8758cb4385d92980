// A planned motion at any instant: state, torque, and what acts on the arm there.
#pragma once

#include "alembert/motion_sample.hpp"
#include "alembert/task.hpp"
#include "alembert/trajectory.hpp"

namespace alembert {

class PlannedMotion {
 public:
  /// The trajectory must outlive it.
  PlannedMotion(const Task& task, const Trajectory& motion);

  double duration() const { return motion_.duration(); }
  int segments() const { return motion_.q.segments(); }
  /// When a segment begins, from 0; segments() gives the end.
  double knot(int segment) const;

  /// The later one at a knot; the last at the end.
  int segment_at(double t) const;

  /// `segment` chooses the side at a knot.
  void evaluate(double t, int segment);
  const MotionPoint& point() const { return point_; }
  const Eigen::VectorXd& torque() const { return tau_; }
  /// Of the cut joints, at the instant last evaluated.
  Eigen::VectorXd force() const { return point_.force(); }
  /// Loads, cut forces included, at the instant last evaluated.
  Loads loads() const { return loads_; }
  /// All of the instant last evaluated but what the ground exerts.
  MotionSample sample() const {
    return {point_.time, point_.q(), point_.v(), point_.a(), tau_, force()};
  }
  const Task& task() const { return task_; }

 private:
  Task task_;
  const Trajectory& motion_;
  std::vector<std::unique_ptr<Dynamics>> dynamics_;  // one a stage
  MotionPoint point_;
  Eigen::VectorXd tau_;
  Loads loads_;
  std::size_t stage_ = 0;
};

}  // namespace alembert
