// How far a body is from where it touches: what a contact holds at zero, and its rates.
//
// With w_i the turn and x_i the first derivative by coordinate i of a point or an axis of a frame,
// i nearer to the base than j (frame_motion.hpp):   x_ij = w_i × x_j
// Along a motion these are functions of time, and so
//   x'  = Σ x_i v_i                    by q_k: x_k'    by v_k: x_k
//   x'' = Σ (x_i a_i + x_i' v_i)       by q_k: x_k''   by v_k: 2 x_k'   by a_k: x_k
// and second derivatives likewise, with x_ij, x_ij' and x_ij''.
#pragma once

#include "kernel/tree_state.hpp"
#include "task/frame_functions.hpp"
#include "task/frame_motion.hpp"
#include "task/ground.hpp"

namespace alembert {

/// One an entry of the contact's held components: m along the axes of its place, then cosines that
/// vanish where axes agree.
class ContactGap : public FrameRows {
 public:
  ContactGap(const Model& model, const GroundContact& contact);
};

/// The first or second derivative of the gap in time.
class ContactRate : public Copied<ContactRate> {
 public:
  ContactRate(const Model& model, const GroundContact& contact, int order);
  int size() const override { return static_cast<int>(rows_.size()); }
  void value(const MotionPoint& point, VecOut<double> g) override;
  void derivative(const MotionPoint& point, MatOut<double> D) override;
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;

 private:
  /// Of one joint on the way to the frame, with derivatives in time.
  struct Moved {
    int coordinate;
    Eigen::Vector3d turn[3], slope[3];
  };
  void turn_axes(const MotionPoint& point);
  void move(const MotionPoint& point, const FrameRows::Row& row);

  PlacedLinks links_;
  FrameMotion frame_;
  std::vector<FrameRows::Row> rows_;
  int order_;
  std::vector<Moved> moved_;
  std::vector<Eigen::Vector3d> spin_, spin_rate_;  // before and with each joint
};

/// How fast a body slides: m/s, along x of the contact's place.
class SlidingSpeed : public Copied<SlidingSpeed, ContactRate> {
 public:
  SlidingSpeed(const Model& model, const GroundContact& contact);
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  Model model_;
  ModelFrame body_;
  Eigen::Vector3d along_;  // world
  TreeState<Enclosure> state_;
};

}  // namespace alembert
