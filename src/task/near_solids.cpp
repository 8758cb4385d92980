#include "task/near_solids.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "task/frame_motion.hpp"

namespace alembert {
namespace {

/// What rounding may take from a size: many times what it does.
constexpr double rounded_out = 1.0 + 1e-12;
/// m: nearer to the box around a cloud than this, its points are looked at.
constexpr double far_from_cloud = 0.2;
/// Edges are at right angles, as a cosine.
constexpr double right_angle = 1e-9;

bool at_right_angles(const Eigen::Matrix3Xd& edges, Eigen::Index k) {
  for (Eigen::Index i = 0; i < edges.cols(); ++i) {
    const double both = edges.col(i).norm() * edges.col(k).norm();
    if (i != k && std::abs(edges.col(i).dot(edges.col(k))) > right_angle * both) return false;
  }
  return true;
}

/// Columns at right angles, of length 1, the first ones along these.
Eigen::Matrix3d axes_along(const Eigen::Matrix3Xd& edges) {
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  const Eigen::Index count = edges.cols();
  if (count > 0) axes.col(0) = edges.col(0).normalized();
  if (count > 0)
    axes.col(1) = count > 1 ? Eigen::Vector3d(edges.col(1).normalized())
                            : Eigen::Vector3d(axes.col(0).unitOrthogonal());
  if (count > 0) axes.col(2) = axes.col(0).cross(axes.col(1));
  return axes;
}

/// Around edges in any directions: along an edge that is at right angles to all others if there is
/// one (a prism, as around cylinders), else along the longest.
Block rod_around(const Solid& solid) {
  const Eigen::Matrix3Xd& edges = solid.edges;
  Eigen::Index along = 0;
  for (Eigen::Index k = 1; k < edges.cols(); ++k) {
    if (edges.col(k).norm() > edges.col(along).norm()) along = k;
  }
  for (Eigen::Index k = 0; k < edges.cols(); ++k) {
    if (at_right_angles(edges, k)) along = k;
  }
  Block rod{.round = true};
  rod.middle = solid.corner + 0.5 * edges.rowwise().sum();
  rod.axes = axes_along(edges.col(along));
  // Corners are sums of edges: the farthest along and across.
  const std::size_t corners = std::size_t{1} << std::min<Eigen::Index>(edges.cols(), 12);
  for (std::size_t i = 0; i < corners; ++i) {
    Eigen::Vector3d corner = solid.corner - rod.middle;
    for (Eigen::Index k = 0; k < edges.cols(); ++k) {
      if (i >> k & 1) corner += edges.col(k);
    }
    const Eigen::Vector3d seen = rod.axes.transpose() * corner;
    rod.half[0] = std::max(rod.half[0], rounded_out * std::abs(seen[0]));
    rod.half[1] = std::max(rod.half[1], rounded_out * std::hypot(seen[1], seen[2]));
  }
  rod.radius = solid.radius;
  return rod;
}

/// Along the axes of its components.
Block box_around(const Solid& hull) {
  Block box{.radius = hull.radius};
  const Eigen::Vector3d low = hull.points.rowwise().minCoeff(),
                        high = hull.points.rowwise().maxCoeff();
  box.middle = 0.5 * (low + high);
  box.half = rounded_out * 0.5 * (high - low);
  if (is_cloud(hull)) box.cloud = std::make_shared<const PointCloud>(hull.points);
  return box;
}

}  // namespace

double Block::distance(const Eigen::Vector3d& point) const {
  const Eigen::Vector3d seen = (axes.transpose() * (point - middle)).cwiseAbs();
  double square = 0.0;
  if (round) {
    const double along = std::max(0.0, seen[0] - half[0]);
    const double across = std::max(0.0, std::hypot(seen[1], seen[2]) - half[1]);
    square = along * along + across * across;
  } else {
    square = (seen - half).cwiseMax(0.0).squaredNorm();
  }
  if (cloud && square < far_from_cloud * far_from_cloud) {
    square = (cloud->points().col(cloud->nearest(point)) - point).squaredNorm();
  }
  return std::max(0.0, std::sqrt(square) - radius);
}

Block block_around(const Solid& solid) {
  if (solid.is_hull()) return box_around(solid);
  if (solid.disc > 0.0) {
    Block rod = rod_around(solid);
    rod.half[1] = solid.disc;
    return rod;
  }
  const Eigen::Index count = solid.edges.cols();
  bool box = count <= 3;
  for (Eigen::Index k = 0; k < count; ++k) {
    box = box && at_right_angles(solid.edges, k) && solid.edges.col(k).norm() > 0.0;
  }
  if (!box) return rod_around(solid);
  Block block{.middle = solid.corner + 0.5 * solid.edges.rowwise().sum(),
              .axes = axes_along(solid.edges),
              .radius = solid.radius};
  for (Eigen::Index k = 0; k < count; ++k) block.half[k] = 0.5 * solid.edges.col(k).norm();
  return block;
}

Ball ball_around(const Solid& solid) {
  if (solid.is_hull()) {
    Ball ball{box_around(solid).middle, 0.0};
    for (const auto& point : solid.points.colwise()) {
      ball.radius = std::max(ball.radius, (point - ball.centre).norm());
    }
    ball.radius = rounded_out * ball.radius + solid.radius;
    return ball;
  }
  const Eigen::Matrix3Xd& edges = solid.edges;
  Ball ball{solid.corner + 0.5 * edges.rowwise().sum(), solid.radius};
  if (edges.cols() == 0) return ball;
  const Block block = block_around(solid);
  const double far = block.round ? std::hypot(block.half[0], block.half[1]) : block.half.norm();
  ball.radius += rounded_out * far;
  return ball;
}

NearSolids::NearSolids(const Model& model, const Clearance& clearance)
    : selves_(clearance.self_pairs), margin_(clearance.margin) {
  for (const ArmSolid& arm : clearance.arm) {
    known_ = known_ && !FrameMotion(model, arm.frame).is_bent();
    const ModelFrame& frame = model.frame(arm.frame);
    const Ball ball = ball_around(arm.solid);
    ArmBall own{frame.joint, frame.pose * ball.centre, ball.radius, path_to(model, frame.joint)};
    balls_.push_back(std::move(own));
  }
  for (const Obstacle& obstacle : clearance.obstacles) {
    blocks_.push_back(block_around(obstacle.solid));
  }
  centres_.resize(balls_.size());
  moved_.resize(balls_.size());
}

void NearSolids::place(const PlacedLinks& links) {
  for (std::size_t i = 0; i < balls_.size(); ++i) {
    centres_[i] = links.link(balls_[i].joint).at(balls_[i].centre);
    moved_[i] = -1.0;
  }
}

double NearSolids::gap(int pair) const {
  const int blocks = static_cast<int>(blocks_.size()), outer = static_cast<int>(balls_.size());
  if (pair < outer * blocks) {
    const int i = pair / blocks;
    const Block& block = blocks_[pair % blocks];
    return block.distance(centres_[i]) - balls_[i].radius - margin_;
  }
  const auto& [i, j] = selves_[pair - outer * blocks];
  return (centres_[i] - centres_[j]).norm() - balls_[i].radius - balls_[j].radius - margin_;
}

void NearSolids::gaps(VecOut<double> out) const {
  for (int k = 0; k < pairs(); ++k) out[k] = gap(k);
}

/// From the last joint on: a point goes no faster for a unit rate of a joint than it is far from
/// its axis, which is as far as it was where the links are placed and what the joints behind have
/// moved it.
double NearSolids::motion_of(std::size_t ball, const PlacedLinks& links,
                             const Eigen::VectorXd& change) {
  double& moved = moved_[ball];
  if (moved >= 0.0) return moved;
  moved = 0.0;
  const std::vector<int>& path = balls_[ball].path;
  for (std::size_t k = path.size(); k-- > 0;) {
    const PlacedLinks::Axis& axis = links.axis(path[k]);
    const double by = change[axis.coordinate];
    if (by == 0.0) continue;
    const Eigen::Vector3d arm = centres_[ball] - links.link(path[k]).o;
    moved += by * (axis.turn.cross(arm).norm() + axis.turn.norm() * moved + axis.slide.norm());
  }
  moved *= rounded_out;
  return moved;
}

double NearSolids::motion(int pair, const PlacedLinks& links, const Eigen::VectorXd& change) {
  const int blocks = static_cast<int>(blocks_.size()), outer = static_cast<int>(balls_.size());
  if (pair < outer * blocks) return motion_of(pair / blocks, links, change);
  const auto& [i, j] = selves_[pair - outer * blocks];
  return motion_of(i, links, change) + motion_of(j, links, change);
}

}  // namespace alembert
