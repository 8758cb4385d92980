#include "proof/quantity.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace alembert {
namespace {

/// A derivative of the motion, of every joint that has a limit on it.
class Derivative : public Quantity {
 public:
  Derivative(const Task& task, const BSpline& q, int order, LimitKind kind,
             const Eigen::VectorXd& lower, const Eigen::VectorXd& upper)
      : q_(q), order_(order) {
    last_segment_ = task.problem().spline.segments - 1;
    for (int j = 0; j < task.dofs(); ++j) {
      if (!std::isfinite(lower[j]) && !std::isfinite(upper[j])) continue;
      const double range = upper[j] - lower[j];
      const double scale = order == 0 ? (std::isfinite(range) && range > 0.0 ? range : 1.0)
                                      : (upper[j] > 0.0 ? upper[j] : 1.0);
      entries_.push_back({joint_subject(kind, task.model().coordinates()[j]), lower[j], upper[j],
                          scale, false, nullptr});
      joints_.push_back(j);
    }
  }
  int highest_order() const override { return order_; }
  bool enclose(const MotionPiece& piece, EnclosureOut out) override {
    const VecX<Enclosure>* of_order[] = {&piece.q, &piece.v, &piece.a, &piece.jerk};
    for (std::size_t i = 0; i < joints_.size(); ++i) out[i] = (*of_order[order_])[joints_[i]];
    return true;
  }
  /// A spline stays between its control points: a motion that begins at its limit holds it.
  double exact_bound(int segment, std::size_t i) const override {
    if (order_ > 0) return infinity;
    const auto points = q_.control_points().col(joints_[i]).segment(segment, q_.degree() + 1);
    const Limited& entry = entries_[i];
    return std::max(entry.lower - points.minCoeff(), points.maxCoeff() - entry.upper) / entry.scale;
  }
  void value(const PlannedMotion& motion, VecOut<double> out) override {
    const MotionPoint& point = motion.point();
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      out[i] = point.z[order_ * point.dofs + joints_[i]];
    }
  }

 private:
  const BSpline& q_;
  int order_;
  std::vector<int> joints_;
};

/// Limits over a run of segments: of one function of the instant, or of all that is computed from
/// the torques there, for which the dynamics are evaluated once.
class OfSegments : public Quantity {
 public:
  OfSegments(const Task& task, std::vector<const PointLimit*> limits) : limits_(std::move(limits)) {
    first_segment_ = limits_.front()->first_segment;
    last_segment_ = limits_.front()->last_segment;
    for (const PointLimit* limit : limits_) {
      terms_.push_back(limit->term.clone());
      add_entries(*limit);
    }
    if (!terms_.front().of_torque()) return;
    dynamics_ = task.stage(first_segment_).dynamics->clone();
    tau_.resize(dynamics_->size());
  }
  int highest_order() const override { return terms_.front().uses_jerk() ? 3 : 2; }
  bool enclose(const MotionPiece& piece, EnclosureOut out) override {
    if (dynamics_ && !dynamics_->enclose(piece, tau_)) return false;
    Eigen::Index at = 0;
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      all_.resize(terms_[k].size());
      const bool enclosed = dynamics_ ? terms_[k].of_torque()->enclose(piece, tau_, all_)
                                      : terms_[k].of_instant()->enclose(piece, all_);
      if (!enclosed) return false;
      for (const int entry : limits_[k]->entries) out[at++] = all_[entry];
    }
    return true;
  }
  void value(const PlannedMotion& motion, VecOut<double> out) override {
    Eigen::Index at = 0;
    for (std::size_t k = 0; k < limits_.size(); ++k) {
      values_.setZero(terms_[k].size());
      if (dynamics_) {
        terms_[k].of_torque()->value({motion.point(), motion.torque(), {}}, values_);
      } else {
        terms_[k].of_instant()->value(motion.point(), values_);
      }
      for (const int entry : limits_[k]->entries) out[at++] = values_[entry];
    }
  }

 private:
  std::vector<const PointLimit*> limits_;
  std::vector<PointTerm> terms_;
  std::unique_ptr<Dynamics> dynamics_;  // of torques
  VecX<Enclosure> tau_, all_;
  Eigen::VectorXd values_;
};

void add_derivatives(const Task& task, const BSpline& q,
                     std::vector<std::unique_ptr<Quantity>>& out) {
  const MotionLimits& limits = task.problem().limits;
  const auto add = [&](int order, LimitKind kind, const Eigen::VectorXd& lower,
                       const Eigen::VectorXd& upper) {
    auto made = std::make_unique<Derivative>(task, q, order, kind, lower, upper);
    if (!made->entries().empty()) out.push_back(std::move(made));
  };
  add(0, LimitKind::position, limits.lower, limits.upper);
  add(1, LimitKind::velocity, -limits.velocity, limits.velocity);
  add(2, LimitKind::acceleration, -limits.acceleration, limits.acceleration);
  add(3, LimitKind::jerk, -limits.jerk, limits.jerk);
}

}  // namespace

void Quantity::add_entries(const PointLimit& limit) {
  for (std::size_t i = 0; i < limit.entries.size(); ++i) {
    entries_.push_back({limit.subjects[i], limit.lower[i], limit.upper[i], limit.scale[i],
                        limit.between_nodes == PointLimit::BetweenNodes::reported, &limit});
  }
}

std::vector<std::unique_ptr<Quantity>> quantities_of(const Task& task, const Trajectory& motion) {
  std::vector<std::unique_ptr<Quantity>> out;
  add_derivatives(task, motion.q, out);
  // By the segments they are of: a stage, or a part of one in which a body stands in one way.
  std::map<std::pair<int, int>, std::vector<const PointLimit*>> of_torque;
  for (const PointLimit& limit : limits_of(task)) {
    if (!limit.term.of_torque()) continue;
    of_torque[{limit.first_segment, limit.last_segment}].push_back(&limit);
  }
  for (auto& [segments, limits] : of_torque) {
    out.push_back(std::make_unique<OfSegments>(task, std::move(limits)));
  }
  for (const PointLimit& limit : limits_of(task)) {
    if (!limit.term.of_instant()) continue;
    out.push_back(std::make_unique<OfSegments>(task, std::vector<const PointLimit*>{&limit}));
  }
  return out;
}

}  // namespace alembert
