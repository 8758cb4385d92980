// Climbing to motions that tell more: control points of a spline from rest to rest are moved along
// the slope of a measure of the information, with penalties where limits are passed.
#pragma once

#include <vector>

#include "alembert/excitation.hpp"
#include "identify/parameter_space.hpp"
#include "kernel/workers.hpp"

namespace alembert::identifying {

/// Base columns that a log is asked about: inertias, friction and offsets.
struct Asked {
  std::vector<int> columns;
  VectorXd size;    ///< natural sizes of these
  VectorXd weight;  ///< of a sample of each coordinate: one over its variance
  MatrixXd known;   ///< information there is already, in sizes
};
Asked asked_about(const ParameterSpace& space, const ExciteOptions& options);

/// Motions that begin and end at rest in one pose: control points are unknown, three at each end
/// are one. Columns are coordinates.
class RestingSpline {
 public:
  RestingSpline(int segments, double duration);
  static constexpr int degree = 5, still = 3;  ///< control points at an end that are one
  Index unknowns() const { return segments_ + degree - 2 * still + 1; }
  BSpline spline(const MatrixXd& unknown) const;
  /// How much each unknown counts in control points.
  const MatrixXd& spread() const { return spread_; }
  double duration() const { return duration_; }

 private:
  int segments_;
  double duration_;
  MatrixXd spread_;  // control points x unknowns
};

/// Limits that control points keep: shares of the limits that are used.
struct RateLimits {
  VectorXd lower, upper, velocity, acceleration, jerk, torque_lower, torque_upper;
};
RateLimits rate_limits(const MotionProblem& problem);

class InformationAscent {
 public:
  InformationAscent(const ParameterSpace& space, const Asked& asked, const RateLimits& limits,
                    const RestingSpline& shape, double rate, Workers& workers);

  /// From `start`, climbing log det first, then the worst parameter.
  MatrixXd climb(const MatrixXd& start, int iterations, const std::function<void()>& checkpoint);
  /// Information of a motion, sizes taken out.
  MatrixXd information(const MatrixXd& unknown);
  /// Of a motion of the same time on any knots.
  MatrixXd information(const BSpline& motion);

 private:
  void evaluate(const MatrixXd& unknown);
  void fill_rows();
  MatrixXd added_up() const;
  MatrixXd slope(const MatrixXd& unknown, bool worst);
  void penalties(const MatrixXd& unknown, MatrixXd& slope) const;

  const ParameterSpace& space_;
  const Asked& asked_;
  const RateLimits& limits_;
  Workers& workers_;
  double share_;                 // samples of the log that a node stands for
  std::vector<MatrixXd> basis_;  // by order: nodes x unknowns
  std::vector<MatrixXd> rates_;  // derivative control points x unknowns, by order - 1
  MatrixXd q_, v_, a_;
  std::vector<MatrixXd> rows_;  // of every node
  VectorXd file_;               // base parameters
};

}  // namespace alembert::identifying
