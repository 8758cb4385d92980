// A point or an axis of a frame as a function of q, with first and second derivatives.
//
// With w_i the angular velocity and c_i the velocity of the point for a unit rate of coordinate i
// (world components), and i nearer to the base than j:
//   d2 p / dq_i dq_j = w_i x c_j        d2 (R b) / dq_i dq_j = w_i x (w_j x R b)
#pragma once

#include <optional>
#include <vector>

#include "alembert/enclosure.hpp"
#include "alembert/model.hpp"
#include "alembert/scalar.hpp"
#include "task/arm_frame.hpp"
#include "task/placed_links.hpp"

namespace alembert {

/// Where a frame is over a piece of a motion.
class EnclosedFrame {
 public:
  EnclosedFrame(const Model& model, FrameId frame);

  void update(const VecX<Enclosure>& q);
  const Vec3<Enclosure>& position() const { return position_; }
  const Mat3<Enclosure>& rotation() const { return rotation_; }

 private:
  TreeState<Enclosure> state_;
  ModelFrame frame_;
  std::vector<int> path_;  // joints from base to frame
  Vec3<Enclosure> position_;
  Mat3<Enclosure> rotation_;
};

class FrameMotion {
 public:
  /// Of one joint between base and frame, for a unit rate of its coordinate.
  struct Axis {
    int coordinate;
    Eigen::Vector3d turn, velocity;
  };

  FrameMotion(const Model& model, FrameId frame);

  /// `point` in the frame's components.
  void update(const PlacedLinks& links, const Eigen::Vector3d& point = Eigen::Vector3d::Zero());

  /// Of an arm that bends: where it is over a piece cannot be enclosed.
  bool is_bent() const { return static_cast<bool>(bent_); }
  /// Where the frame is over a piece of a motion, until the next call. Not of arms that bend.
  const EnclosedFrame& enclose(const VecX<Enclosure>& q);

  const Eigen::Vector3d& position() const { return position_; }
  const Eigen::Matrix3d& rotation() const { return rotation_; }

  /// From the base on; not of arms that bend.
  const std::vector<Axis>& axes() const { return axes_; }
  /// 3 x dofs: dp/dq, and the angular velocity for unit rates (not of arms that bend).
  const Eigen::Matrix3Xd& velocity() const { return velocity_; }
  const Eigen::Matrix3Xd& turning() const { return turning_; }
  /// d(R b)/dq for a world vector R b.
  Eigen::Matrix3Xd axis_velocity(const Eigen::Vector3d& axis) const;

  /// Adds the second derivatives of weight · p to a dofs x dofs matrix.
  void add_position_hessian(const Eigen::Vector3d& weight, MatOut<double> H) const;
  /// Adds those of weight · R b, for the world vector R b.
  void add_axis_hessian(const Eigen::Vector3d& axis, const Eigen::Vector3d& weight,
                        MatOut<double> H) const;
  /// Adds d(weight · turning · rates)/dq_i to entry i.
  void add_turning_slope(const Eigen::Vector3d& weight, const Eigen::VectorXd& rates,
                         VecOut<double> out) const;

 private:
  void update_bent(VecIn<double> q);
  template <typename Moves>
  void add_bends(const Eigen::Vector3d& weight, Moves moves, MatOut<double> H) const;

  Model model_;
  FrameId frame_;
  std::vector<int> path_;  // joints from base to frame
  std::vector<Axis> axes_;
  Eigen::Vector3d position_ = Eigen::Vector3d::Zero();
  Eigen::Matrix3d rotation_ = Eigen::Matrix3d::Identity();
  Eigen::Matrix3Xd velocity_, turning_;
  std::optional<EnclosedFrame> enclosed_;  // made when first asked for
  ArmFrameCopy bent_;
  Eigen::Vector3d point_ = Eigen::Vector3d::Zero();  // of arms that bend, in the frame
};

}  // namespace alembert
