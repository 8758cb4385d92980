#include "identify/nearest_motion.hpp"

#include <algorithm>

#include "alembert/motion.hpp"

namespace alembert::identifying {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

/// Squared distance from where another motion is at the same instant, each joint by its range.
class Away : public PointFunction {
 public:
  Away(const BSpline& wanted, VectorXd share) : wanted_(wanted), share_(std::move(share)) {}

  std::unique_ptr<PointFunction> clone() const override { return std::make_unique<Away>(*this); }
  int size() const override { return 1; }

  void value(const MotionPoint& point, VecOut<double> g) override {
    g[0] = 0.5 * away(point).cwiseProduct(share_).dot(away(point));
  }
  void derivative(const MotionPoint& point, MatOut<double> D) override {
    D.row(0).head(point.dofs) = away(point).cwiseProduct(share_);
  }
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override {
    H.diagonal().head(point.dofs) = weights[0] * share_;
  }

 private:
  VectorXd away(const MotionPoint& point) const {
    return point.q() - wanted_(std::min(point.time, wanted_.duration()));
  }

  BSpline wanted_;
  VectorXd share_;  // one over the square of the range
};

VectorXd shares(const BSpline& wanted) {
  const Eigen::MatrixXd& points = wanted.control_points();
  const VectorXd range =
      (points.colwise().maxCoeff() - points.colwise().minCoeff()).cwiseMax(1e-2).transpose();
  return range.cwiseAbs2().cwiseInverse();
}

}  // namespace

std::optional<Trajectory> nearest_motion(MotionProblem& problem, const Trajectory& wanted,
                                         double max_seconds,
                                         const std::function<void()>& checkpoint) {
  const double duration = wanted.q.duration();
  const VectorXd still = VectorXd::Zero(problem.model.dofs());
  problem.start = {.q = wanted.q(0.0), .a = still};
  problem.goal = {.q = wanted.q(duration), .a = still};
  problem.minimize = {};
  problem.minimize.time = 0.0;
  problem.minimize.terms = {{"away", 1.0, std::make_shared<Away>(wanted.q, shares(wanted.q))}};
  problem.duration = {duration, duration, {}};
  problem.spline.degree = wanted.q.degree();
  problem.spline.segments = wanted.q.segments();
  problem.spline.knots = SplineOptions::Knots::uniform;
  SolveOptions options;
  options.initial = wanted;
  options.max_seconds = max_seconds;
  options.max_iterations = 150;
  options.checkpoint = checkpoint;
  options.on_progress = [&](const MotionProgress&) {
    if (checkpoint) checkpoint();
    return true;
  };
  const Solution found = solve(problem, options);
  if (found.status != MotionStatus::solved &&
      found.status != MotionStatus::solved_to_lower_accuracy) {
    return std::nullopt;
  }
  problem.minimize.terms.clear();  // of this solve alone
  return found.motion;
}

}  // namespace alembert::identifying
