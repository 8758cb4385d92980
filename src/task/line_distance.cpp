#include "task/line_distance.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "task/three_rows.hpp"

namespace alembert {
namespace {

/// What is beyond the ends of 0 to length, squared and from above.
Enclosure square_beyond(const Enclosure& at, double length) {
  const auto squared = [](const Enclosure& x) { return x * x; };
  if (at.lower() >= 0.0 && at.upper() <= length) return 0.0;
  if (at.upper() <= 0.0) return squared(at);
  if (at.lower() >= length) return squared(at - length);
  const double most = std::max(-at.lower(), (at - length).upper());
  return Enclosure::between(0.0, most * most * Enclosure::outward);
}

}  // namespace

LineDistance::LineDistance(const Model& model, const LineLimit& line)
    : Copied(model),
      frame_(model, line.frame),
      from_(line.from),
      length_((line.to - line.from).norm()),
      radius_(line.tolerance) {
  const Eigen::Vector3d forward = (line.to - line.from) / length_;
  const Eigen::Vector3d across = forward.unitOrthogonal();
  axes_.row(0) = forward;
  axes_.row(1) = across;
  axes_.row(2) = forward.cross(across);
}

double LineDistance::upper() const { return std::numbers::sqrt2 * radius_; }
double LineDistance::scale() const { return radius_ / std::numbers::sqrt2; }
double LineDistance::distance(double value) const {
  return std::sqrt(std::max(0.0, (value - radius_) * (value + radius_)));
}

void LineDistance::find_gap(const PlacedLinks& links) {
  frame_.update(links);
  gap_ = frame_.position() - from_;
  const Eigen::Vector3d forward = axes_.row(0);
  const double at = forward.dot(gap_);
  beside_ = 0.0 <= at && at <= length_;
  gap_ -= std::clamp(at, 0.0, length_) * forward;
  entry_ = std::sqrt(gap_.squaredNorm() + radius_ * radius_);
}

void LineDistance::value_at(const PlacedLinks& links, Contact&, VecOut<double> g) {
  find_gap(links);
  g[0] = entry_;
}

void LineDistance::slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) {
  find_gap(links);
  by_q.row(0) = along(frame_.velocity(), gap_ / entry_).transpose();
}

void LineDistance::add_at(const PlacedLinks& links, Contact&, VecIn<double> weights,
                          FrameSum& sum) {
  find_gap(links);
  const double weight = weights[0] / entry_;
  sum.gradient += along(frame_.velocity(), weight * gap_);
  frame_.add_position_hessian(weight * gap_, sum.hessian);
  sum.hessian += weight * products(frame_.velocity(), frame_.velocity());
  const auto take = [&](const Eigen::Vector3d& direction) {
    const Eigen::VectorXd slope = along(frame_.velocity(), direction);
    sum.hessian.noalias() -= weight * slope * slope.transpose();
  };
  take(gap_ / entry_);
  if (beside_) take(axes_.row(0));
}

bool LineDistance::enclose(const MotionPiece& piece, EnclosureOut out) {
  if (frame_.is_bent()) return false;
  const Vec3<Enclosure> from_begin = frame_.enclose(piece.q).position() - from_.cast<Enclosure>();
  const Vec3<Enclosure> at = axes_.cast<Enclosure>() * from_begin;
  Enclosure square = at[1] * at[1] + at[2] * at[2] + square_beyond(at[0], length_);
  square += Enclosure(radius_) * Enclosure(radius_);
  const double touched = std::sqrt(std::max(square.c[0], radius_ * radius_));
  out[0] = (square / touched + touched) * 0.5;
  return true;
}

}  // namespace alembert
