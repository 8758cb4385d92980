// How far a frame's origin is from a straight segment, as a point function.
//
// With d the distance to the nearest point of the segment, its ends included, the entry is
//   sqrt(d^2 + r^2)
// r the radius of the tube that is to be kept: smooth on the line itself, where d is not, and no
// steeper than d far away, where d^2 would drown all else. It is sqrt(2) r where d = r and nowhere
// else. Across the planes at the ends its second derivative jumps, its first does not.
#pragma once

#include "alembert/motion_problem.hpp"
#include "task/frame_motion.hpp"
#include "task/frame_term.hpp"

namespace alembert {

class LineDistance : public Copied<LineDistance, FrameTerm> {
 public:
  LineDistance(const Model& model, const LineLimit& line);

  int size() const override { return 1; }
  /// Of the entry, where the distance is the tolerance; and how much it changes, there, on the way
  /// from no distance to the tolerance at that slope.
  double upper() const;
  double scale() const;
  /// m to the segment, of a value.
  double distance(double value) const;
  void value_at(const PlacedLinks& links, Contact&, VecOut<double> g) override;
  void slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) override;
  void add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) override;
  /// From above: a square root is below its tangents.
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  void find_gap(const PlacedLinks& links);

  FrameMotion frame_;
  Eigen::Vector3d from_;
  Eigen::Matrix3d axes_;  // rows: along the segment, and two across it
  double length_, radius_;

  bool beside_ = false;                            // the nearest point is between the ends
  Eigen::Vector3d gap_ = Eigen::Vector3d::Zero();  // from there to the frame's origin
  double entry_ = 0.0;
};

}  // namespace alembert
