#include "task/frame_motion.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "alembert/arm.hpp"

namespace alembert {

FrameMotion::FrameMotion(const Model& model, FrameId frame)
    : state_(model, TreeState<double>::Axes::world),
      frame_(frame),
      velocity_(3, model.dofs()),
      turning_(3, model.dofs()),
      bent_(model.arm().frame(model, frame)) {
  for (int i = model.frame(frame).joint; i >= 0; i = model.joint(i).parent) path_.push_back(i);
  std::reverse(path_.begin(), path_.end());
  axes_.resize(path_.size());
}

const EnclosedFrame& FrameMotion::enclose(const VecX<Enclosure>& q) {
  if (!enclosed_) enclosed_.emplace(state_.model(), frame_);
  enclosed_->update(q);
  return *enclosed_;
}

void FrameMotion::update(VecIn<double> q, const Eigen::Vector3d& point) {
  if (bent_) {
    point_ = point;
    return update_bent(q);
  }
  state_.place(q, path_);
  const ModelFrame& frame = state_.model().frame(frame_);
  const TreeState<double>::Link& carrier = state_.link(frame.joint);
  rotation_ = carrier.R * frame.pose.linear();
  position_ = carrier.at(frame.pose * point);
  velocity_.setZero();
  turning_.setZero();
  for (std::size_t k = 0; k < path_.size(); ++k) {
    const ModelJoint& joint = state_.model().joint(path_[k]);
    const TreeState<double>::Link& link = state_.link(path_[k]);
    const Eigen::Vector3d z = joint.ratio * link.R.col(2);
    Axis& axis = axes_[k];
    axis.coordinate = joint.coordinate;
    axis.turn = alembert::turning(joint) * z;
    axis.velocity = axis.turn.cross(position_ - link.o) + sliding(joint) * z;
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

void FrameMotion::add_axes(std::vector<Eigen::Vector3d>& turns,
                           std::vector<Eigen::Vector3d>& slides) const {
  if (bent_) {  // it may move in every way
    for (int k = 0; k < 3; ++k) turns.push_back(Eigen::Vector3d::Unit(k));
    return;
  }
  for (const Axis& axis : axes_) {
    if (axis.turn.isZero()) {
      slides.push_back(axis.velocity);
    } else {
      turns.push_back(axis.turn);
    }
  }
}

/// The second derivatives of weight · x, for an x that joint j moves along `moves(axis j)` and that
/// every joint before j turns.
template <typename Moves>
void FrameMotion::add_bends(const Eigen::Vector3d& weight, Moves moves,
                            Eigen::Ref<Eigen::MatrixXd> H) const {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Eigen::Vector3d lever = weight.cross(axes_[i].turn);
    for (std::size_t j = i; j < axes_.size(); ++j) {
      const double bend = lever.dot(moves(axes_[j]));
      H(axes_[i].coordinate, axes_[j].coordinate) += bend;
      if (i != j) H(axes_[j].coordinate, axes_[i].coordinate) += bend;
    }
  }
}

void FrameMotion::add_position_hessian(const Eigen::Vector3d& weight,
                                       Eigen::Ref<Eigen::MatrixXd> H) const {
  if (bent_) {
    Eigen::Vector4d at;
    at << 1.0, point_;
    return bent_->add_hessian(weight, at, H);
  }
  add_bends(
      weight, [](const Axis& axis) -> const Eigen::Vector3d& { return axis.velocity; }, H);
}

void FrameMotion::add_axis_hessian(const Eigen::Vector3d& axis, const Eigen::Vector3d& weight,
                                   Eigen::Ref<Eigen::MatrixXd> H) const {
  if (bent_) {
    Eigen::Vector4d in_frame;
    in_frame << 0.0, rotation_.inverse() * axis;
    return bent_->add_hessian(weight, in_frame, H);
  }
  add_bends(
      weight, [&](const Axis& of) { return Eigen::Vector3d(of.turn.cross(axis)); }, H);
}

void FrameMotion::add_turning_slope(const Eigen::Vector3d& weight, const Eigen::VectorXd& rates,
                                    Eigen::Ref<Eigen::VectorXd> out) const {
  for (std::size_t i = 0; i < axes_.size(); ++i) {
    const Eigen::Vector3d lever = weight.cross(axes_[i].turn);
    for (std::size_t j = i + 1; j < axes_.size(); ++j) {
      out[axes_[i].coordinate] += rates[axes_[j].coordinate] * lever.dot(axes_[j].turn);
    }
  }
}

}  // namespace alembert
