// Bounds of a distance over a piece of a motion.
#include <Eigen/Geometry>
#include <algorithm>
#include <vector>

#include "task/distance.hpp"

namespace alembert {

// A convex solid reaches farthest at one of its corners, each of many edges adding what it can; of
// corners that may change places on the way the farthest in the middle is kept and moved out by
// what another may pass it.
Enclosure Distance::farthest(const std::vector<Enclosure>& corners, double size) {
  std::size_t far = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (corners[i].c[0] > corners[far].c[0]) far = i;
  }
  double passed = 0.0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (i != far) passed = std::max(passed, (corners[i] - corners[far]).upper());
  }
  Enclosure most = corners[far] + Enclosure(passed);
  // Corners are rounded too, and the direction is.
  most.r = (most.r + 24.0 * Enclosure::unit * size) * Enclosure::outward;
  return most;
}

Enclosure Distance::support_of_round(const RoundCore& core, const Eigen::Vector3d& outward) {
  Enclosure most(core.support(outward));
  most.r = (most.r + 32.0 * Enclosure::unit * core.size()) * Enclosure::outward;
  return most;
}

Enclosure Distance::support(const Model& model, Side& side, const Eigen::Vector3d& outward,
                            const VecX<Enclosure>& q) {
  const Vec3<Enclosure> n = outward.cast<Enclosure>();
  Enclosure origin(0.0);
  double size = side.solid.corner.norm() + side.solid.edges.norm();
  Vec3<Enclosure> along = n;  // outward in the solid's own components
  if (side.frame) {
    if (!side.enclosed) side.enclosed.emplace(model, *side.frame);
    EnclosedFrame& frame = *side.enclosed;
    frame.update(q);
    origin = n.dot(frame.position());
    along = frame.rotation().transpose() * n;
    for (const Enclosure& at : frame.position()) size += at.size_from(0) + at.r;
  }
  const Eigen::Index edges = side.solid.edges.cols();
  if (edges > 3) {
    Enclosure most = origin + along.dot(side.solid.corner.cast<Enclosure>());
    double passed = 0.0;
    for (Eigen::Index k = 0; k < edges; ++k) {
      // max(0, a) is a + max(0, -a).
      const Enclosure a = along.dot(side.solid.edges.col(k).cast<Enclosure>());
      if (a.c[0] > 0.0) most = most + a;
      passed += std::max(0.0, (a.c[0] > 0.0 ? -a : a).upper());
    }
    most = most + Enclosure(passed);
    most.r = (most.r + 24.0 * Enclosure::unit * size) * Enclosure::outward;
    return most;
  }
  if (side.solid.is_hull()) {
    std::vector<Enclosure> corners;
    for (const auto& point : side.solid.points.colwise()) {
      corners.push_back(origin + along.dot(Eigen::Vector3d(point).cast<Enclosure>()));
      size = std::max(size, point.norm());
    }
    return farthest(corners, size);
  }
  std::vector<Enclosure> corners(std::size_t{1} << edges);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    Eigen::Vector3d corner = side.solid.corner;
    for (Eigen::Index k = 0; k < edges; ++k) {
      if (i >> k & 1) corner += side.solid.edges.col(k);
    }
    corners[i] = origin + along.dot(corner.cast<Enclosure>());
  }
  return farthest(corners, size);
}

// Any direction shows cores at most as far apart as they are: s >= g. The entry rises with s; where
// g may be below the square's range, it is s - R at least. Cores that cannot overlap have s >= 0.
bool Distance::enclose(const MotionPiece& piece, EnclosureOut out) {
  if (bent_) return false;
  Eigen::VectorXd middle(piece.q.size());
  for (Eigen::Index j = 0; j < middle.size(); ++j) middle[j] = piece.q[j].c[0];
  Contact seen;
  find(own_links(middle), seen);
  Eigen::Vector3d n = seen.direction;
  if (n.isZero()) n = upright_ ? upright_->unitOrthogonal() : Eigen::Vector3d::UnitZ();
  const Enclosure reach =
      support(model(), sides_[0], -n, piece.q) +
      (round_ ? support_of_round(*round_, n) : support(model(), sides_[1], n, piece.q));
  Enclosure g = -reach;
  // n is rounded: it may be longer than 1.
  g.r = (g.r + 8.0 * Enclosure::unit * (reach.size_from(0) + reach.r)) * Enclosure::outward;
  const Enclosure U(reach_);
  const Enclosure u = g + Enclosure(shift_);
  if (u.lower() > (overlaps_ ? 0.5 * reach_ : 0.0)) {
    out[0] = (u - U) * (u + U) / (2.0 * reach_);
  } else {
    out[0] = u - U;
    if (!overlaps_ && out[0].lower() < entry(0.0)) out[0] = Enclosure(entry(0.0));
  }
  return true;
}

}  // namespace alembert
