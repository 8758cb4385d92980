// A planned motion at any instant: state, torque, and what acts on the arm there.
#pragma once

#include "alembert/forward_dynamics.hpp"
#include "motion/transcribe.hpp"

namespace alembert {

class PlannedMotion {
 public:
  PlannedMotion(const MotionProblem& problem, const Trajectory& motion);

  double duration() const { return motion_.duration(); }
  int segments() const { return motion_.q.segments(); }
  /// When a segment begins, from 0; segments() gives the end.
  double knot(int segment) const;

  /// `segment` chooses the side at a knot.
  void evaluate(double t, int segment);
  const MotionPoint& point() const { return point_; }
  const Eigen::VectorXd& torque() const { return tau_; }
  /// Loads, cut forces included, at the instant last evaluated.
  Loads loads() const { return loads_; }
  const Model& model(int segment) const;

 private:
  const Trajectory& motion_;
  std::vector<Stage> stages_;
  MotionPoint point_;
  Eigen::VectorXd tau_;
  std::vector<Load> loads_;
};

}  // namespace alembert
