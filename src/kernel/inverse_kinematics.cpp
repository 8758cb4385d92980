// Levenberg-Marquardt on the pose error e(q) = (position, rotation vector), weighted so that one
// radian counts as one metre-sized arm length, with active joint limits: a coordinate at its limit
// that wants to leave is held until it wants to come back.
#include "alembert/inverse_kinematics.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "alembert/kinematics.hpp"

namespace alembert {

namespace {

using Eigen::Isometry3d;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Vector6d = Eigen::Matrix<double, 6, 1>;

/// Those given, if any are.
void check_limits(const Model& model, const IkOptions& options) {
  const VectorXd &lower = options.lower, &upper = options.upper;
  if (lower.size() == 0 && upper.size() == 0) return;
  if (lower.size() != model.dofs() || upper.size() != model.dofs()) {
    throw Error(Error::Code::size,
                "inverse kinematics has " + std::to_string(lower.size()) + " lower and " +
                    std::to_string(upper.size()) + " upper limits for " +
                    std::to_string(model.dofs()) + " coordinates",
                "give one of each a coordinate, or neither");
  }
  if ((lower.array() <= upper.array()).all()) return;
  throw Error(Error::Code::value, "a lower limit of inverse kinematics is above its upper one",
              "give lower <= upper, infinite where there is none");
}

/// Beyond this damping no step can be found that helps: a local minimum.
constexpr double hopeless_damping = 1e12;

class PoseSolver {
 public:
  PoseSolver(const Model& model, FrameId frame, const IkOptions& options)
      : model_(model),
        frame_(frame),
        options_(options),
        kinematics_(model),
        J_(6, model.dofs()),
        lower_(VectorXd::Constant(model.dofs(), -infinity)),
        upper_(VectorXd::Constant(model.dofs(), infinity)) {
    check_limits(model, options);
    if (!options.joint_limits) return;
    if (options.lower.size() > 0) {
      lower_ = options.lower;
      upper_ = options.upper;
      return;
    }
    for (int c = 0; c < model.dofs(); ++c) {
      const Coordinate& coordinate = model.coordinates()[c];
      if (coordinate.wraps) continue;
      lower_[c] = coordinate.limits.lower;
      upper_[c] = coordinate.limits.upper;
    }
  }

  IkResult descend(const Isometry3d& target, const VectorXd& start) {
    IkResult result;
    VectorXd q = start.cwiseMax(lower_).cwiseMin(upper_);
    Vector6d e = error_at(q, target);
    double damping = 1e-3;
    while (!reached(e) && result.iterations < options_.max_iterations &&
           damping < hopeless_damping) {
      ++result.iterations;
      kinematics_.update(q);
      kinematics_.jacobian(frame_, J_);
      if (options_.position_only) J_.bottomRows<3>().setZero();
      const VectorXd next = limited_step(q, e, damping);
      const Vector6d e_next = error_at(next, target);
      if (e_next.squaredNorm() < e.squaredNorm()) {
        q = next;
        e = e_next;
        damping = std::max(damping * 0.1, 1e-15);
      } else {
        damping *= 10.0;
      }
    }
    result.q = q;
    result.position_error = e.head<3>().norm();
    result.orientation_error = e.tail<3>().norm();
    result.status = reached(e) ? IkResult::Status::solved : IkResult::Status::not_reached;
    return result;
  }

  VectorXd random_start(const VectorXd& around, std::mt19937& random) const {
    VectorXd q(model_.dofs());
    for (int c = 0; c < q.size(); ++c) {
      const bool angular = model_.coordinates()[c].angular;
      const double reach = angular ? std::numbers::pi : 1.0;
      const double low = std::max(lower_[c], around[c] - reach);
      const double high = std::min(upper_[c], around[c] + reach);
      q[c] = low + (high - low) * std::uniform_real_distribution<double>(0.0, 1.0)(random);
    }
    return q;
  }

 private:
  Vector6d error_at(const VectorXd& q, const Isometry3d& target) {
    kinematics_.update(q);
    const Isometry3d at = kinematics_.pose(frame_);
    Vector6d e;
    e.head<3>() = target.translation() - at.translation();
    const Eigen::AngleAxisd turn(Eigen::Matrix3d(target.linear() * at.linear().transpose()));
    e.tail<3>() = turn.angle() * turn.axis();
    if (options_.position_only) e.tail<3>().setZero();
    return e;
  }

  bool reached(const Vector6d& e) const {
    return e.head<3>().norm() <= options_.position_tolerance &&
           e.tail<3>().norm() <= options_.orientation_tolerance;
  }

  /// One damped step, solved again without the coordinates that it would push out of bounds.
  VectorXd limited_step(const VectorXd& q, const Vector6d& e, double damping) {
    MatrixXd J = J_;
    for (int round = 0; round <= model_.dofs(); ++round) {
      // Through the 6 x 6 form J J^T, so that redundant arms cost no more than six-axis ones.
      Eigen::Matrix<double, 6, 6> A = J * J.transpose();
      A.diagonal().array() += damping;
      const VectorXd step = J.transpose() * A.ldlt().solve(e);
      bool blocked = false;
      for (int c = 0; c < q.size(); ++c) {
        const bool out_low = q[c] <= lower_[c] && step[c] < 0.0;
        const bool out_high = q[c] >= upper_[c] && step[c] > 0.0;
        if (!out_low && !out_high) continue;
        J.col(c).setZero();
        blocked = true;
      }
      if (!blocked) return (q + step).cwiseMax(lower_).cwiseMin(upper_);
    }
    return q;
  }

  Model model_;
  FrameId frame_;
  IkOptions options_;
  Kinematics<> kinematics_;
  Kinematics<>::Jacobian J_;
  VectorXd lower_, upper_;
};

void check_start(const Model& model, const VectorXd& start) {
  if (start.size() == model.dofs() && start.allFinite()) return;
  throw Error(Error::Code::size,
              "inverse kinematics starts from " + std::to_string(start.size()) +
                  " joint values, not all usable",
              "give " + std::to_string(model.dofs()) + " finite values, one for each coordinate");
}

bool better(const IkResult& a, const IkResult& b) {
  return std::hypot(a.position_error, a.orientation_error) <
         std::hypot(b.position_error, b.orientation_error);
}

}  // namespace

VectorXd middle_of_limits(const Model& model) {
  constexpr double far = 3.0;
  VectorXd middle(model.dofs());
  for (int c = 0; c < model.dofs(); ++c) {
    const Limits& limits = model.coordinates()[c].limits;
    middle[c] = 0.5 * (std::max(limits.lower, -far) + std::min(limits.upper, far));
  }
  return middle;
}

IkResult inverse_kinematics(const Model& model, FrameId frame, const Isometry3d& target,
                            const VectorXd& start, const IkOptions& options) {
  check_start(model, start);
  PoseSolver solver(model, frame, options);
  IkResult best = solver.descend(target, start);
  std::mt19937 random(1);
  for (int attempt = 0; attempt < options.restarts && !best.solved(); ++attempt) {
    IkResult result = solver.descend(target, solver.random_start(start, random));
    result.iterations += best.iterations;
    if (better(result, best)) {
      best = std::move(result);
    } else {
      best.iterations = result.iterations;
    }
  }
  return best;
}

std::vector<IkResult> inverse_kinematics_path(const Model& model, FrameId frame,
                                              const std::vector<Isometry3d>& path,
                                              const VectorXd& start, const IkOptions& options) {
  std::vector<IkResult> results;
  IkOptions follow = options;
  for (const Isometry3d& target : path) {
    const VectorXd& from = results.empty() ? start : results.back().q;
    results.push_back(inverse_kinematics(model, frame, target, from, follow));
    if (!results.back().solved()) break;
    follow.restarts = 0;  // from here on a restart would be a jump
  }
  return results;
}

}  // namespace alembert
