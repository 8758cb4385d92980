// Point functions of where frames are: positions, directions, closures of cut loops.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "alembert/motion_problem.hpp"
#include "task/frame_motion.hpp"
#include "task/frame_term.hpp"

namespace alembert {

/// directions * (position of the frame's origin).
class FramePosition : public Copied<FramePosition, FrameTerm> {
 public:
  FramePosition(const Model& model, FrameId frame, Eigen::MatrixX3d directions);
  int size() const override { return static_cast<int>(directions_.rows()); }
  void value_at(const PlacedLinks& links, Contact&, VecOut<double> g) override;
  void slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) override;
  void add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) override;
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  FrameMotion frame_;
  Eigen::MatrixX3d directions_;
};

/// Entries that look at the frame's origin or at one of its axes, along a world direction each.
class FrameRows : public Copied<FrameRows, FrameTerm> {
 public:
  /// direction · position - offset, or direction · axis.
  struct Row {
    int column;  // of the frame's own axes; -1: its origin, or `axis` where there is one
    Eigen::Vector3d direction;
    double offset = 0.0;  // m, of the origin
    /// Coordinates that say where a place that is found is, and what they take from the entry.
    std::vector<std::pair<int, double>> found = {};
    std::optional<Eigen::Vector3d> axis = {};  // in the frame

    bool is_of_origin() const { return column < 0 && !axis; }
  };

  FrameRows(const Model& model, FrameId frame, std::vector<Row> rows);
  int size() const override { return static_cast<int>(rows_.size()); }
  void value_at(const PlacedLinks& links, Contact&, VecOut<double> g) override;
  void slopes_at(const PlacedLinks& links, Contact&, MatOut<double> by_q) override;
  void add_at(const PlacedLinks& links, Contact&, VecIn<double> weights, FrameSum& sum) override;
  bool enclose(const MotionPiece& piece, EnclosureOut out) override;

 private:
  /// The axis that a row looks at, in the world.
  Eigen::Vector3d axis_of(const Row& row) const;

  FrameMotion frame_;
  std::vector<Row> rows_;
};

/// Cosines between axes of the frame and world directions: column k of each makes entry k.
class FrameCosines : public FrameRows {
 public:
  FrameCosines(const Model& model, FrameId frame, const Eigen::Matrix3Xd& axes,
               const Eigen::Matrix3Xd& directions);
};

/// What a cut joint holds at zero: the gap between its frames along its directions and, if welded,
/// three cosines that vanish when the orientations agree.
class Closure : public Copied<Closure, FrameTerm> {
 public:
  Closure(const Model& model, const CutJoint& cut);
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
