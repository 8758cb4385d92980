#include "task/distance.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace alembert {
namespace {

constexpr double least_reach = 1e-3;  // m: keeps the function smooth for solids of no radius
/// Parallel edges leave y undetermined; this chooses one without moving the distance. What it is
/// off by elsewhere, this share times the condition number, the refinements below take away.
constexpr double regularisation = 1e-10;
/// Each multiplies what is left by that same factor: two reach rounding up to a condition of 1e7.
constexpr int refinements = 2;

Eigen::Matrix3Xd joined(const Eigen::Matrix3Xd& a, const Eigen::Matrix3Xd& b) {
  Eigen::Matrix3Xd all(3, a.cols() + b.cols());
  all << a, b;
  return all;
}

/// Solves used' used x = b, regularised: for edges that may be parallel.
class NormalSolver {
 public:
  explicit NormalSolver(const Eigen::Matrix3Xd& used) : normal_(used.transpose() * used) {
    Eigen::MatrixXd regular = normal_;
    regular.diagonal().array() += regularisation * (normal_.trace() + regularisation);
    factor_.compute(regular);
  }

  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const { return factor_.solve(b); }

  /// Refined, unless the edges are so nearly parallel that the regularisation decides the answer:
  /// each correction would then add another of the same size.
  Eigen::MatrixXd solve_refined(const Eigen::MatrixXd& b) const {
    Eigen::MatrixXd x = solve(b);
    for (int round = 0; round < refinements; ++round) {
      const Eigen::MatrixXd correction = solve(b - normal_ * x);
      if (!(correction.norm() < 0.1 * x.norm())) break;
      x += correction;
    }
    return x;
  }

 private:
  Eigen::MatrixXd normal_;
  Eigen::LDLT<Eigen::MatrixXd> factor_;
};

Eigen::Matrix3Xd columns(const Eigen::Matrix3Xd& edges, const std::vector<int>& chosen) {
  Eigen::Matrix3Xd used(3, static_cast<Eigen::Index>(chosen.size()));
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    used.col(static_cast<Eigen::Index>(i)) = edges.col(chosen[i]);
  }
  return used;
}

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
    const Eigen::VectorXd slope = used.transpose() * (offset + edges * y);
    if (slope.norm() <= rounding) return;
    const Eigen::VectorXd move = normal.solve(-slope);
    for (std::size_t i = 0; i < free.size(); ++i) {
      double& entry = y[free[i]];
      entry = std::clamp(entry + move[static_cast<Eigen::Index>(i)], 0.0, 1.0);
    }
  }
}

}  // namespace

// Primal active set: solve on the free entries, go as far as the bounds allow, release the entry
// whose bound pushes hardest the wrong way. At most six entries, so this ends in a few steps.
void closest_coordinates(const Eigen::Vector3d& offset, const Eigen::Matrix3Xd& edges,
                         Eigen::VectorXd& y, std::vector<int>& free) {
  const int k = static_cast<int>(edges.cols());
  y.setConstant(k, 0.5);
  free.clear();
  for (int i = 0; i < k; ++i) free.push_back(i);
  for (int step = 0; step < 20 * (k + 1); ++step) {
    const int count = static_cast<int>(free.size());
    const Eigen::Vector3d gap = offset + edges * y;
    double share = 1.0;
    int blocking = -1;
    Eigen::VectorXd move;
    if (count > 0) {
      const Eigen::Matrix3Xd used = columns(edges, free);
      move = NormalSolver(used).solve(-(used.transpose() * gap));
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
    const Eigen::VectorXd slope = edges.transpose() * (offset + edges * y);
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

Distance::Distance(const Model& model, const ArmSolid& arm, const Solid& obstacle, double margin)
    : sides_{Side{FrameMotion(model, arm.frame), arm.solid, 1.0},
             Side{std::nullopt, obstacle, -1.0}},
      reach_(std::max(least_reach, arm.solid.radius + obstacle.radius + margin)),
      bound_(std::max(margin, least_reach - arm.solid.radius - obstacle.radius)),
      gap_by_q_(3, model.dofs()) {}

Distance::Distance(const Model& model, const ArmSolid& arm, const ArmSolid& other, double margin)
    : sides_{Side{FrameMotion(model, arm.frame), arm.solid, 1.0},
             Side{FrameMotion(model, other.frame), other.solid, -1.0}},
      reach_(std::max(least_reach, arm.solid.radius + other.solid.radius + margin)),
      bound_(std::max(margin, least_reach - arm.solid.radius - other.solid.radius)),
      gap_by_q_(3, model.dofs()) {}

double Distance::clearance(double value) const {
  const double gap = std::sqrt(std::max(0.0, reach_ * (reach_ + 2.0 * value)));
  return bound_ + (gap - reach_);
}

void Distance::find_closest(VecIn<double> q) {
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();
  std::array<Eigen::Matrix3Xd, 2> edges;
  for (std::size_t s = 0; s < 2; ++s) {
    Side& side = sides_[s];
    if (side.frame) {
      side.frame->update(q, side.solid.corner);
      offset += side.sign * side.frame->position();
      edges[s] = side.sign * side.frame->rotation() * side.solid.edges;
    } else {
      offset += side.sign * side.solid.corner;
      edges[s] = side.sign * side.solid.edges;
    }
  }
  edges_ = joined(edges[0], edges[1]);
  closest_coordinates(offset, edges_, y_, free_);
  gap_ = offset + edges_ * y_;
}

/// Moves the frames' points to the closest ones, for derivatives.
void Distance::place(VecIn<double> q) {
  find_closest(q);
  gap_by_q_.setZero();
  Eigen::Index at = 0;
  for (Side& side : sides_) {
    const Eigen::Index count = side.solid.edges.cols();
    if (side.frame) {
      side.frame->update(q, side.solid.corner + side.solid.edges * y_.segment(at, count));
      gap_by_q_ += side.sign * side.frame->velocity();
    }
    at += count;
  }
}

void Distance::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  find_closest(point.q());
  g[0] = (gap_.squaredNorm() - reach_ * reach_) / (2.0 * reach_);
}

void Distance::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  place(point.q());
  D.row(0).head(point.dofs) = gap_.transpose() * gap_by_q_ / reach_;
}

void Distance::hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                       Eigen::Ref<Eigen::MatrixXd> H) {
  place(point.q());
  const double weight = weights[0] / reach_;
  auto by_q = H.topLeftCorner(point.dofs, point.dofs);
  by_q += weight * gap_by_q_.transpose() * gap_by_q_;
  for (Side& side : sides_) {
    if (side.frame) side.frame->add_position_hessian(weight * side.sign * gap_, by_q);
  }
  if (free_.empty()) return;
  // Half of f_qy and f_yy; the halves cancel against the 1/2 of f / 2.
  const int count = static_cast<int>(free_.size());
  const Eigen::Index first_side = sides_[0].solid.edges.cols();
  Eigen::MatrixXd mixed(point.dofs, count);
  for (int i = 0; i < count; ++i) {
    const Eigen::Vector3d edge = edges_.col(free_[i]);
    mixed.col(i) = gap_by_q_.transpose() * edge;
    const Side& side = sides_[free_[i] < first_side ? 0 : 1];
    if (side.frame) mixed.col(i) += side.frame->axis_velocity(edge).transpose() * gap_;
  }
  const NormalSolver normal(columns(edges_, free_));
  by_q -= weight * mixed * normal.solve_refined(mixed.transpose());
}

// A convex solid reaches farthest at one of its corners; of corners that may change places on the
// way the farthest in the middle is kept and moved out by what another may pass it.
Enclosure Distance::support(Side& side, const Eigen::Vector3d& outward, const VecX<Enclosure>& q) {
  const Vec3<Enclosure> n = outward.cast<Enclosure>();
  Enclosure origin(0.0);
  Vec3<Enclosure> along = n;  // outward in the solid's own components
  if (side.frame) {
    const EnclosedFrame& frame = side.frame->enclose(q);
    origin = n.dot(frame.position());
    along = frame.rotation().transpose() * n;
  }
  const Eigen::Index edges = side.solid.edges.cols();
  std::array<Enclosure, 8> corners;
  const std::size_t count = std::size_t{1} << edges;
  std::size_t farthest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Eigen::Vector3d corner = side.solid.corner;
    for (Eigen::Index k = 0; k < edges; ++k) {
      if (i >> k & 1) corner += side.solid.edges.col(k);
    }
    corners[i] = origin + along.dot(corner.cast<Enclosure>());
    if (corners[i].c[0] > corners[farthest].c[0]) farthest = i;
  }
  double passed = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != farthest) passed = std::max(passed, (corners[i] - corners[farthest]).upper());
  }
  Enclosure most = corners[farthest] + Enclosure(passed);
  // Corners are rounded too.
  const double size = side.solid.corner.norm() + side.solid.edges.norm();
  most.r = (most.r + 16.0 * Enclosure::unit * size) * Enclosure::outward;
  return most;
}

// Any direction shows solids at most as far apart as they are: d >= g. The entry, (d^2 - R^2) / (2
// R), rises with d > 0; where g may be negative, it is (d - R) + (d - R)^2 / (2 R) >= g - R.
bool Distance::enclose(const MotionPiece& piece, EnclosureOut out) {
  Eigen::VectorXd middle(piece.q.size());
  for (Eigen::Index j = 0; j < middle.size(); ++j) middle[j] = piece.q[j].c[0];
  find_closest(middle);
  const double size = gap_.norm();
  const Eigen::Vector3d n = size > 0.0 ? Eigen::Vector3d(gap_ / size) : Eigen::Vector3d::UnitZ();
  const Enclosure reach = support(sides_[0], -n, piece.q) + support(sides_[1], n, piece.q);
  Enclosure g = -reach;
  // n is rounded: it may be longer than 1.
  g.r = (g.r + 8.0 * Enclosure::unit * (reach.size_from(0) + reach.r)) * Enclosure::outward;
  const Enclosure R(reach_);
  out[0] = g.lower() > 0.0 ? (g - R) * (g + R) / (2.0 * reach_) : g - R;
  return true;
}

}  // namespace alembert
