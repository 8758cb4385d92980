// Curves in time: B-splines of any degree, with exact derivatives by everything they depend on.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/scalar.hpp"

namespace alembert {

/// The control points an instant depends on, and how much: value = sum coefficient[l] P(first + l).
struct SplineBasis {
  int first = 0;                 ///< control point
  Eigen::VectorXd coefficients;  ///< degree + 1 of them
};

/// q(t) = sum B_i(t) p_i (Xiang 39), one column of control points a coordinate. Reading it is safe
/// in any number of threads.
///
/// A spline of s segments and degree d has s + d control points and s + 2 d + 1 knots, and one of
/// each more wherever a knot is repeated: there it is smooth to one order less. It lives between
/// knot d and the d-th from the end; instants outside are moved to the nearer end.
class BSpline {
 public:
  BSpline() = default;
  /// Throws Error for sizes that do not fit, decreasing knots, more than d at one instant inside,
  /// or numbers that are not finite.
  BSpline(int degree, Eigen::VectorXd knots, Eigen::MatrixXd control_points);

  /// Equal segments; the first and last control points are the ends of the curve.
  static Eigen::VectorXd clamped_knots(int degree, int segments, double duration);
  /// Equal segments, going on at both ends (Xiang 40).
  static Eigen::VectorXd uniform_knots(int degree, int segments, double duration);

  int degree() const { return degree_; }
  int segments() const { return static_cast<int>(spans_.size()); }
  int controls() const { return static_cast<int>(control_points_.rows()); }  ///< a coordinate
  int dofs() const { return static_cast<int>(control_points_.cols()); }
  const Eigen::VectorXd& knots() const { return knots_; }                    ///< s, all of them
  const Eigen::MatrixXd& control_points() const { return control_points_; }  ///< columns
  double begin() const { return knots_[degree_]; }                           ///< s
  double end() const { return knots_[controls()]; }                          ///< s
  double duration() const { return end() - begin(); }
  /// Where a segment begins; where the last ends for the number of segments.
  double knot(int segment) const {
    return knots_[segment < segments() ? spans_[segment] : controls()];
  }
  /// How long each segment lasts.
  Eigen::VectorXd widths() const;
  /// Of the d + 1 control points that a segment sees.
  int first_control(int segment) const { return spans_[segment] - degree_; }
  /// Those that a spline of these segments alone has.
  Eigen::VectorXd knots_of(int first_segment, int last_segment) const;

  /// The curve (order 0) or its derivative of an order, no allocation.
  void evaluate(double t, int order, VecOut<double> out) const;
  Eigen::VectorXd operator()(double t, int order = 0) const;

  /// Derivative by control points: Xiang (41)'s dq/dp_i, dq'/dp_i, … for every coordinate alike.
  SplineBasis basis(double t, int order) const;
  /// Derivative by the duration, at the same fraction of it, all segments stretched alike.
  Eigen::VectorXd by_duration(double t, int order) const;
  /// Derivative by each knot at a fixed instant (Xiang 42): dofs x knots.
  Eigen::MatrixXd by_knots(double t, int order) const;

  /// The same curve in another time, from 0 to `duration`.
  BSpline stretched(double duration) const;
  /// The derivative as a spline of one degree less.
  BSpline derivative() const;

 private:
  int span(double t) const;

  int degree_ = 0;
  Eigen::VectorXd knots_;
  Eigen::MatrixXd control_points_;
  std::vector<int> spans_;  // the knot that begins each segment
};

/// A robot's motion: q by time and, where loops are cut, the forces that hold them closed.
struct Trajectory {
  BSpline q;  ///< one column a coordinate, rad or m
  /// One a stage of the problem (Task), on the part of q's knots that the stage sees: it begins and
  /// ends with the stage. None without cut joints.
  std::vector<BSpline> forces = {};
  double duration() const { return q.duration(); }
};

}  // namespace alembert
