#include "retime/path_limits.hpp"

#include <algorithm>
#include <cmath>

#include "task/violation.hpp"

namespace alembert {
namespace {

/// What lower <= factor u + offset <= upper leaves of u.
void clip(double factor, double offset, double lower, double upper, PathLimits::Range& range) {
  // Below it u would have to be beyond all numbers to matter.
  constexpr double nothing = 1e-13;
  if (std::abs(factor) <= nothing) {
    if (offset < lower || offset > upper) range = {infinity, -infinity};
    return;
  }
  double low = (lower - offset) / factor, high = (upper - offset) / factor;
  if (factor < 0.0) std::swap(low, high);
  range.low = std::max(range.low, low);
  range.high = std::min(range.high, high);
}

}  // namespace

PathLimits::PathLimits(const Task& task, const BSpline& path, const Eigen::VectorXd& s)
    : limits_(task.problem().limits),
      hull_(task.problem()),
      dofs_(task.dofs()),
      s_(s),
      share_(Eigen::VectorXd::Ones(s.size())),
      asked_(Eigen::VectorXd::Zero(s.size())),
      q_(dofs_, s.size()),
      slope_(q_),
      bend_(q_),
      twist_(q_),
      inertia_(q_),
      dynamics_(task.stages().front().dynamics->clone()),
      point_(dofs_, 0),
      tau_(dofs_) {
  const double begin = path.begin(), length = path.duration();
  for (int k = 0; k <= last(); ++k) {
    Eigen::MatrixXd* const of_order[] = {&q_, &slope_, &bend_, &twist_};
    double factor = 1.0;
    for (int order = 0; order < 4; ++order) {
      path.evaluate(begin + length * s_[k], order, of_order[order]->col(k));
      of_order[order]->col(k) *= factor;
      factor *= length;
    }
    point_.z.setZero();
    point_.z.head(dofs_) = q_.col(k);
    dynamics_->torque(point_, tau_);
    point_.z.segment(2 * dofs_, dofs_) = slope_.col(k);
    inertia_.col(k) = -tau_;
    dynamics_->torque(point_, tau_);
    inertia_.col(k) += tau_;
  }
}

double PathLimits::cap(int k) const {
  double x = infinity;
  for (int i = 0; i < dofs_; ++i) {
    const double v = limits_.velocity[i] * share_[k] / std::abs(slope_(i, k));
    if (std::isfinite(v)) x = std::min(x, v * v);
    const double cube = limits_.jerk[i] * share_[k] / std::abs(twist_(i, k));
    if (std::isfinite(cube)) x = std::min(x, std::cbrt(cube * cube));
  }
  return x;
}

const Eigen::VectorXd& PathLimits::torque(int k, double x) {
  point_.z.head(dofs_) = q_.col(k);
  point_.z.segment(dofs_, dofs_) = slope_.col(k) * std::sqrt(x);
  point_.z.segment(2 * dofs_, dofs_) = bend_.col(k) * x;
  dynamics_->torque(point_, tau_);
  return tau_;
}

PathLimits::Range PathLimits::range(int k, double x) {
  const double speed = std::sqrt(x), share = share_[k];
  torque(k, x);
  Range out;
  for (int i = 0; i < dofs_; ++i) {
    double lower = limits_.torque_lower[i], upper = limits_.torque_upper[i];
    const double size = size_of_limits(lower, upper);
    lower += (1.0 - share) * size;
    upper -= (1.0 - share) * size;
    const double v = slope_(i, k) * speed;
    if (!hull_.empty()) {
      lower -= hull_.below(i, v).value;
      upper -= hull_.above(i, v).value;
    }
    if (std::isfinite(limits_.power[i]) && speed > 0.0) {
      const double watts = limits_.power[i] * share, rate = std::abs(v);
      const double most = (watts - hull_.power_above(i, v).value) / rate,
                   least = (watts + hull_.power_below(i, v).value) / rate;
      lower = std::max(lower, v > 0.0 ? -least : -most);
      upper = std::min(upper, v > 0.0 ? most : least);
    }
    clip(inertia_(i, k), tau_[i], lower, upper, out);
    const double a = limits_.acceleration[i] * share, j = limits_.jerk[i] * share;
    if (std::isfinite(a)) clip(slope_(i, k), bend_(i, k) * x, -a, a, out);
    if (std::isfinite(j)) clip(3.0 * bend_(i, k) * speed, twist_(i, k) * x * speed, -j, j, out);
  }
  return out;
}

void PathLimits::ask_for(double from, double to, double share) {
  // What lies between two nodes is the business of both.
  int first = static_cast<int>(std::upper_bound(s_.begin(), s_.end(), from) - s_.begin()) - 1;
  int end = static_cast<int>(std::lower_bound(s_.begin(), s_.end(), to) - s_.begin());
  first = std::clamp(first, 0, last());
  end = std::clamp(end, first, last());
  for (int k = first; k <= end; ++k) asked_[k] = std::max(asked_[k], share);
}

void PathLimits::tighten() {
  // At least some speed is left.
  share_ = (share_ - asked_).cwiseMax(0.05);
  asked_.setZero();
}

}  // namespace alembert
