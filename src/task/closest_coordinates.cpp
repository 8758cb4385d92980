#include "task/closest_coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "task/three_rows.hpp"

namespace alembert {
namespace {

/// Parallel edges leave y undetermined; this chooses one without moving the distance. What it is
/// off by elsewhere, this share times the condition number, the refinements below take away.
constexpr double regularisation = 1e-10;
/// Each multiplies what is left by that same factor: two reach rounding up to a condition of 1e7.
constexpr int refinements = 2;

/// More Newton steps on the free entries, until the slope is rounding: what remains of it then, in
/// a direction that parallel edges leave open, is noise and not followed.
void refine(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
            const std::vector<int>& free, Eigen::VectorXd& y) {
  if (free.empty()) return;
  const Eigen::Matrix3Xd used = columns(edges, free);
  const NormalSolver normal(used);
  const double size = offset.norm() + edges.norm() * y.norm();
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * used.norm() * size;
  for (int round = 0; round < refinements; ++round) {
    const Eigen::VectorXd slope = along(used, offset + combined(edges, y));
    if (slope.norm() <= rounding) return;
    const Eigen::VectorXd move = normal.solve(-slope);
    for (std::size_t i = 0; i < free.size(); ++i) {
      double& entry = y[free[i]];
      entry = std::clamp(entry + move[static_cast<Eigen::Index>(i)], 0.0, 1.0);
    }
  }
}

}  // namespace

Eigen::Matrix3Xd columns(const Eigen::Matrix3Xd& edges, const std::vector<int>& chosen) {
  Eigen::Matrix3Xd used(3, static_cast<Eigen::Index>(chosen.size()));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    used.col(static_cast<Eigen::Index>(i)) = edges.col(chosen[i]);
  }
  return used;
}

NormalSolver::NormalSolver(const Eigen::Matrix3Xd& used) : normal_(products(used, used)) {
  Eigen::MatrixXd regular = normal_;
  regular.diagonal().array() += regularisation * (normal_.trace() + regularisation);
  factor_.compute(regular);
}

Eigen::MatrixXd NormalSolver::solve(const Eigen::MatrixXd& b) const { return factor_.solve(b); }

Eigen::MatrixXd NormalSolver::solve_refined(const Eigen::MatrixXd& b) const {
  Eigen::MatrixXd x = solve(b);
  for (int round = 0; round < refinements; ++round) {
    const Eigen::MatrixXd correction = solve(b - normal_ * x);
    if (!(correction.norm() < 0.1 * x.norm())) break;
    x += correction;
  }
  return x;
}

// Primal active set: solve on the free entries, go as far as the bounds allow, release the entry
// whose bound pushes hardest the wrong way. Six entries of boxes, ten of prisms: this ends in a few
// steps.
void closest_coordinates(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                         Eigen::VectorXd& y, std::vector<int>& free) {
  const int k = static_cast<int>(edges.cols());
  y.setConstant(k, 0.5);
  free.clear();
  for (int i = 0; i < k; ++i) free.push_back(i);
  for (int step = 0; step < 20 * (k + 1); ++step) {
    const int count = static_cast<int>(free.size());
    const Eigen::Vector3d gap = offset + combined(edges, y);
    double share = 1.0;
    int blocking = -1;
    Eigen::VectorXd move;
    if (count > 0) {
      const Eigen::Matrix3Xd used = columns(edges, free);
      move = NormalSolver(used).solve(-along(used, gap));
      for (int i = 0; i < count; ++i) {
        const double target = move[i] > 0.0 ? 1.0 : 0.0;
        if (move[i] == 0.0) continue;
        const double room = (target - y[free[i]]) / move[i];
        if (room < share) {
          share = room;
          blocking = i;
        }
      }
      for (int i = 0; i < count; ++i) y[free[i]] += share * move[i];
    }
    if (blocking >= 0) {
      y[free[blocking]] = move[blocking] > 0.0 ? 1.0 : 0.0;
      free.erase(free.begin() + blocking);
      continue;
    }
    const Eigen::VectorXd slope = along(edges, offset + combined(edges, y));
    int worst = -1;
    double most = 1e-12 * (1.0 + edges.squaredNorm());
    for (int i = 0; i < k; ++i) {
      if (std::find(free.begin(), free.end(), i) != free.end()) continue;
      const double push = y[i] == 0.0 ? -slope[i] : slope[i];
      if (push > most) {
        most = push;
        worst = i;
      }
    }
    if (worst < 0) break;
    free.push_back(worst);
  }
  refine(offset, edges, free, y);
}

}  // namespace alembert
