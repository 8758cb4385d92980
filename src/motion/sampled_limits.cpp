#include "motion/sampled_limits.hpp"

#include "task/violation.hpp"

namespace alembert {
SampledLimits::SampledLimits(const Task& task)
    : positions_(task.problem().limits),
      limits_(limits_of(task)),
      dynamics_(task.stages().front().dynamics->clone()),
      point_(task.dofs(), 0),
      tau_(dynamics_->size()) {
  for (PointLimit& limit : limits_) {
    limit.term = limit.term.clone();
    values_.emplace_back(limit.term.size());
  }
}

bool SampledLimits::hold(const Trajectory& motion) {
  const BSpline& q = motion.q;
  for (Eigen::Index l = 0; l < q.control_points().rows(); ++l) {
    const auto at = q.control_points().row(l).transpose().array();
    if ((at < positions_.lower.array()).any() || (at > positions_.upper.array()).any())
      return false;
  }
  if (limits_.empty()) return true;
  constexpr int samples_a_segment = 6;
  const int n = q.dofs();
  for (int e = 0; e < q.segments(); ++e) {
    const double begin = q.knot(e), end = q.knot(e + 1);
    for (int k = 0; k < samples_a_segment; ++k) {
      // Inside the segment at both ends, where a jerk jumps.
      const double t = begin + (end - begin) * (k + 0.02) / (samples_a_segment - 0.96);
      point_.time = t - q.begin();
      for (int order = 0; order < 3; ++order) q.evaluate(t, order, point_.z.segment(order * n, n));
      if (!hold_at(point_)) return false;
    }
  }
  return true;
}

bool SampledLimits::hold_at(const MotionPoint& point) {
  dynamics_->torque(point, tau_);
  for (std::size_t c = 0; c < limits_.size(); ++c) {
    PointLimit& limit = limits_[c];
    Eigen::VectorXd& values = values_[c];
    values.setZero();
    limit.term.value(point, tau_, values);
    for (std::size_t i = 0; i < limit.entries.size(); ++i) {
      if (violation_of(values[limit.entries[i]], limit.lower[i], limit.upper[i], limit.scale[i]) >
          0.0) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace alembert
