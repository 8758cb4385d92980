// A curve through the points of a path that keeps to the lines between them by construction.
//
// Of the points those are kept that say something (simplified_path.cpp). Through them goes the C2
// cubic spline over the length of the lines, as slopes m and bends c (second derivatives) at the
// points. Where a coordinate of it does not rise as the points rise, or fall as they fall, both are
// limited (after Fritsch and Carlson 1980, with bends). Any m and c are joined by three cubics a
// line, which is as many as it takes. Where the curve still leaves a line by more than the
// tolerance, the middle of the line is made straight: corners are rounded within what is left. A
// corner that such a curve could only stop at is cut off, within the tolerance.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "alembert/trajectory.hpp"

namespace alembert {

struct CurveLimits {
  double tolerance;  ///< from the lines
  double swing;      ///< beyond points at which a coordinate turns
  Eigen::VectorXd lower, upper;
};

/// A point of the curve, and the line or cut corner that follows it.
struct PathJoint {
  Eigen::RowVectorXd q;
  bool straight = false;                     // put in on a line: the curve is along it there
  int corner = 0;                            // the last given point, of those kept, at or before it
  std::optional<Eigen::RowVectorXd> apex{};  // of a corner cut off between this joint and the next
};

class CurveThrough {
 public:
  using Row = Eigen::RowVectorXd;
  using Points = Eigen::Ref<const Eigen::MatrixXd>;

  /// One row of `corners` a point.
  CurveThrough(const Points& corners, const CurveLimits& options);

  int spans() const { return static_cast<int>(h_.size()); }
  double length() const { return s_.back(); }
  /// Where the curve passes the points it was made of, 0 to 1.
  std::vector<double> shares() const;

  /// At most, of any coordinate from the lines, anywhere; and the corner before.
  double farthest(int* corner) const;

  BSpline curve() const;

 private:
  Row first_third(int i) const;
  Row second_third(int i) const;

  /// Corners that no joint goes on through (it rests before or after, or turns): the curve would
  /// stop there. They are cut off within the tolerance; a way straight back is left as it is.
  void cut_corners();

  /// Where the curve leaves a line by more than the tolerance, its middle is made straight, and
  /// corners are cut nearer. False where nothing is to be done, or can be.
  bool straighten();

  void shape();

  /// C2 at the points (at the ends the bend of the neighbour), along the line at those put in.
  void find_slopes();

  /// Limits slopes and bends of a coordinate at both ends of lines on which the spline does not
  /// rise (or fall) as the points do. What is changed at a point changes the line beyond it.
  void limit(Eigen::Index j);

  /// A coordinate turns, or begins or ceases to move, at a point: there it may swing beyond it.
  double swing(int i, Eigen::Index j) const;

  /// Does a coordinate rise on a line if it rises over the line, but for the swing at its ends?
  bool follows(int i, Eigen::Index j, bool one_cubic) const;

  /// Control points that rise (or fall) on both lines at a point, but for the swing:
  /// -6 m / h <= c <= 6 m / h_before  and on each line half of
  /// (m0 + m1) / 3 + (c0 - c1) h / 27 <= d.
  void limit(int i, Eigen::Index j);

  /// The curve over a line lies between the control points of its cubics, and so does its distance
  /// from the line, which is convex. A cut corner has two lines, each for half of the curve.
  double distance(int i) const;

  static double off_line(const Row& point, const Row& a, const Row& b);

  CurveLimits options_;
  std::vector<PathJoint> joints_;
  std::vector<double> s_;      // length to each point
  Eigen::VectorXd h_;          // of each span
  Eigen::MatrixXd d_, m_, c_;  // direction of each span; slope and bend at each point
};

}  // namespace alembert
