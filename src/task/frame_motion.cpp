#include "task/frame_motion.hpp"

#include <Eigen/LU>

#include "alembert/arm.hpp"

namespace alembert {

EnclosedFrame::EnclosedFrame(const Model& model, FrameId frame)
    : state_(model, TreeState<Enclosure>::Axes::world),
      frame_(model.frame(frame)),
      path_(path_to(model, frame_.joint)) {}

void EnclosedFrame::update(const VecX<Enclosure>& q) {
  state_.place(q, path_);
  const TreeState<Enclosure>::Link& link = state_.link(frame_.joint);
  rotation_.noalias() = link.R * frame_.pose.linear().cast<Enclosure>();
  position_ = link.at(frame_.pose.translation().cast<Enclosure>());
}

FrameMotion::FrameMotion(const Model& model, FrameId frame)
    : model_(model),
      frame_(frame),
      path_(path_to(model, model.frame(frame).joint)),
      axes_(path_.size()),
      velocity_(3, model.dofs()),
      turning_(3, model.dofs()),
      bent_(model.arm().frame(model, frame)) {}

const EnclosedFrame& FrameMotion::enclose(const VecX<Enclosure>& q) {
  if (!enclosed_) enclosed_.emplace(model_, frame_);
  enclosed_->update(q);
  return *enclosed_;
}

void FrameMotion::update(const PlacedLinks& links, const Eigen::Vector3d& point) {
  if (bent_) {
    point_ = point;
    return update_bent(links.q());
  }
  const ModelFrame& frame = model_.frame(frame_);
  const TreeState<double>::Link& carrier = links.link(frame.joint);
  rotation_ = carrier.R * frame.pose.linear();
  position_ = carrier.at(frame.pose * point);
  velocity_.setZero();
  turning_.setZero();
  for (std::size_t k = 0; k < path_.size(); ++k) {
    const PlacedLinks::Axis& placed = links.axis(path_[k]);
    Axis& axis = axes_[k];
    axis.coordinate = placed.coordinate;
    axis.turn = placed.turn;
    axis.velocity = placed.turn.cross(position_ - links.link(path_[k]).o) + placed.slide;
    velocity_.col(axis.coordinate) += axis.velocity;
    turning_.col(axis.coordinate) += axis.turn;
  }
}

void FrameMotion::update_bent(VecIn<double> q) {
  bent_->update(q);
  Eigen::Vector4d at;
  at << 1.0, point_;
  rotation_ = bent_->pose().rightCols<3>();
  position_ = bent_->pose() * at;
  for (int i = 0; i < velocity_.cols(); ++i) velocity_.col(i) = bent_->slope(i) * at;
}

Eigen::Matrix3Xd FrameMotion::axis_velocity(const Eigen::Vector3d& axis) const {
  Eigen::Matrix3Xd result(3, turning_.cols());
  if (bent_) {
    const Eigen::Vector3d in_frame = rotation_.inverse() * axis;
    for (int i = 0; i < result.cols(); ++i) {
      result.col(i) = bent_->slope(i).rightCols<3>() * in_frame;
    }
    return result;
  }
  for (Eigen::Index i = 0; i < turning_.cols(); ++i) {
    result.col(i) = Eigen::Vector3d(turning_.col(i)).cross(axis);
  }
  return result;
}

/// The second derivatives of weight · x, for an x that joint j moves along `moves(axis j)` and that
/// every joint before j turns.
template <typename Moves>
void FrameMotion::add_bends(const Eigen::Vector3d& weight, Moves moves, MatOut<double> H) const {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Eigen::Vector3d lever = weight.cross(axes_[i].turn);
    for (std::size_t j = i; j < axes_.size(); ++j) {
      const double bend = lever.dot(moves(axes_[j]));
      H(axes_[i].coordinate, axes_[j].coordinate) += bend;
      if (i != j) H(axes_[j].coordinate, axes_[i].coordinate) += bend;
    }
  }
}

void FrameMotion::add_position_hessian(const Eigen::Vector3d& weight, MatOut<double> H) const {
  if (bent_) {
    Eigen::Vector4d at;
    at << 1.0, point_;
    return bent_->add_hessian(weight, at, H);
  }
  add_bends(
      weight, [](const Axis& axis) -> const Eigen::Vector3d& { return axis.velocity; }, H);
}

void FrameMotion::add_axis_hessian(const Eigen::Vector3d& axis, const Eigen::Vector3d& weight,
                                   MatOut<double> H) const {
  if (bent_) {
    Eigen::Vector4d in_frame;
    in_frame << 0.0, rotation_.inverse() * axis;
    return bent_->add_hessian(weight, in_frame, H);
  }
  add_bends(
      weight, [&](const Axis& of) { return Eigen::Vector3d(of.turn.cross(axis)); }, H);
}

void FrameMotion::add_turning_slope(const Eigen::Vector3d& weight, const Eigen::VectorXd& rates,
                                    VecOut<double> out) const {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Eigen::Vector3d lever = weight.cross(axes_[i].turn);
    for (std::size_t j = i + 1; j < axes_.size(); ++j) {
      out[axes_[i].coordinate] += rates[axes_[j].coordinate] * lever.dot(axes_[j].turn);
    }
  }
}

}  // namespace alembert
