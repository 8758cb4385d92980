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
  Eigen::VectorXd size;    ///< natural sizes of these
  Eigen::VectorXd weight;  ///< of a sample of each coordinate: one over its variance
  Eigen::MatrixXd known;   ///< information there is already, in sizes
};
Asked asked_about(const ParameterSpace& space, const ExciteOptions& options);

/// Motions that begin and end at rest in one pose: control points are unknown, three at each end
/// are one. Columns are coordinates.
class RestingSpline {
 public:
  RestingSpline(int segments, double duration);
  static constexpr int degree = 5, still = 3;  ///< control points at an end that are one
  Eigen::Index unknowns() const { return segments_ + degree - 2 * still + 1; }
  BSpline spline(const Eigen::MatrixXd& unknown) const;
  /// How much each unknown counts in control points.
  const Eigen::MatrixXd& spread() const { return spread_; }
  double duration() const { return duration_; }

 private:
  int segments_;
  double duration_;
  Eigen::MatrixXd spread_;  // control points x unknowns
};

/// Limits that control points keep: shares of the limits that are used.
struct RateLimits {
  Eigen::VectorXd lower, upper, velocity, acceleration, jerk, torque_lower, torque_upper;
};
RateLimits rate_limits(const MotionProblem& problem);

class InformationAscent {
 public:
  InformationAscent(const ParameterSpace& space, const Asked& asked, const RateLimits& limits,
                    const RestingSpline& shape, double rate, Workers& workers);

  /// From `start`, climbing log det first, then the worst parameter.
  Eigen::MatrixXd climb(const Eigen::MatrixXd& start, int iterations,
                        const std::function<void()>& checkpoint);
  /// Information of a motion, sizes taken out.
  Eigen::MatrixXd information(const Eigen::MatrixXd& unknown);
  /// Of a motion of the same time on any knots.
  Eigen::MatrixXd information(const BSpline& motion);

 private:
  struct Node;
  void evaluate(const Eigen::MatrixXd& unknown);
  void fill_rows();
  Eigen::MatrixXd added_up() const;
  Eigen::MatrixXd slope(const Eigen::MatrixXd& unknown, bool worst);
  void penalties(const Eigen::MatrixXd& unknown, Eigen::MatrixXd& slope) const;

  const ParameterSpace& space_;
  const Asked& asked_;
  const RateLimits& limits_;
  const RestingSpline& shape_;
  Workers& workers_;
  double share_;  // samples of the log that a node stands for
  std::vector<double> instants_;
  std::vector<Eigen::MatrixXd> basis_;  // by order: nodes x unknowns
  std::vector<Eigen::MatrixXd> rates_;  // derivative control points x unknowns, by order - 1
  Eigen::MatrixXd q_, v_, a_;
  std::vector<Eigen::MatrixXd> rows_;  // of every node
  Eigen::VectorXd file_;               // base parameters
};

}  // namespace alembert::identifying
