// Limits on the way, looked at where a motion is sampled: quick, and no proof.
#pragma once

#include <vector>

#include "alembert/task.hpp"
#include "task/point_limit.hpp"

namespace alembert {

/// Owns its workspace: one per thread.
class SampledLimits {
 public:
  /// Of the task's limits, which must be the same all the way.
  explicit SampledLimits(const Task& task);

  /// At some instants of every segment; positions by control points.
  bool hold(const Trajectory& motion);

 private:
  bool hold_at(const MotionPoint& point);

  MotionLimits positions_;
  std::vector<PointLimit> limits_;
  std::unique_ptr<Dynamics> dynamics_;
  MotionPoint point_;
  Eigen::VectorXd tau_;
  std::vector<Eigen::VectorXd> values_;
};

}  // namespace alembert
