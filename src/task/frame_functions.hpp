// Point functions of where frames are: positions, directions, closures of cut loops.
#pragma once

#include "alembert/motion_problem.hpp"
#include "task/frame_motion.hpp"
#include "task/frame_term.hpp"

namespace alembert {

/// directions * (position of the frame's origin).
class FramePosition : public FrameTerm {
 public:
  FramePosition(const Model& model, FrameId frame, Eigen::MatrixX3d directions);
  std::unique_ptr<PointFunction> clone() const override {
    return std::make_unique<FramePosition>(*this);
  }
  int size() const override { return static_cast<int>(directions_.rows()); }
  void value_at(const PlacedLinks& links, Contact&, VecOut<double> g) override;
  void slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) override;
  void add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) override;
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  FrameMotion frame_;
  Eigen::MatrixX3d directions_;
};

/// Cosines between axes of the frame and world directions: column k of each makes entry k.
class FrameCosines : public FrameTerm {
 public:
  FrameCosines(const Model& model, FrameId frame, Eigen::Matrix3Xd axes,
               Eigen::Matrix3Xd directions);
  std::unique_ptr<PointFunction> clone() const override {
    return std::make_unique<FrameCosines>(*this);
  }
  int size() const override { return static_cast<int>(axes_.cols()); }
  void value_at(const PlacedLinks& links, Contact&, VecOut<double> g) override;
  void slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) override;
  void add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) override;
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  FrameMotion frame_;
  Eigen::Matrix3Xd axes_, directions_;
};

/// What a cut joint holds at zero: the gap between its frames along its directions and, if welded,
/// three cosines that vanish when the orientations agree.
class Closure : public FrameTerm {
 public:
  Closure(const Model& model, const CutJoint& cut);
  std::unique_ptr<PointFunction> clone() const override { return std::make_unique<Closure>(*this); }
  int size() const override;
  void value_at(const PlacedLinks& links, Contact&, VecOut<double> g) override;
  void slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) override;
  void add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) override;
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  CutJoint cut_;
  FrameMotion a_, b_;
};

}  // namespace alembert
