// Bounds of a distance over a piece of a motion.
#include <Eigen/Geometry>
#include <algorithm>

#include "task/distance.hpp"
#include "task/near_solids.hpp"

namespace alembert {
namespace {

// A convex solid reaches farthest at one of its corners, each of many edges adding what it can; of
// corners that may change places on the way the farthest in the middle is kept and moved out by
// what another may pass it.
Enclosure farthest(const std::vector<Enclosure>& corners, double size) {
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

Enclosure support_of_round(const RoundCore& core, const Eigen::Vector3d& outward) {
  Enclosure most(core.support(outward));
  most.r = (most.r + 32.0 * Enclosure::unit * core.size()) * Enclosure::outward;
  return most;
}

}  // namespace

Enclosure Distance::support(const Side& side, const Eigen::Vector3d& outward) {
  const Vec3<Enclosure> n = outward.cast<Enclosure>();
  Enclosure origin(0.0);
  double size = side.solid.corner.norm() + side.solid.edges.norm();
  Vec3<Enclosure> along = n;  // outward in the solid's own components
  if (side.frame) {
    const EnclosedFrame& frame = *side.enclosed;
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

// Any direction shows cores at most as far apart as they are.
Enclosure Distance::enclosed_gap(const Contact& seen) const {
  Eigen::Vector3d n = seen.direction;
  if (n.isZero()) n = upright_ ? upright_->unitOrthogonal() : Eigen::Vector3d::UnitZ();
  const Enclosure reach =
      support(sides_[0], -n) + (round_ ? support_of_round(*round_, n) : support(sides_[1], n));
  Enclosure g = -reach;
  // n is rounded: it may be longer than 1.
  g.r = (g.r + 8.0 * Enclosure::unit * (reach.size_from(0) + reach.r)) * Enclosure::outward;
  return g;
}

// The point that is nearest in the middle, less what others may be nearer by: those that the ball
// around the first core, wherever it is on the piece, does not keep farther away.
Enclosure Distance::enclosed_gap_to_cloud(const PlacedLinks& middle) {
  constexpr double rounding_of_cloud = 1e-10;  // m, many times what it is
  Contact nearest;
  find(middle, nearest);
  const Enclosure best = enclosed_gap(nearest);
  const EnclosedFrame& frame = *sides_[0].enclosed;
  const Vec3<Enclosure> moving =
      frame.position() +
      frame.rotation() * ball_around(sides_[0].solid).centre.cast<Enclosure>().eval();
  Eigen::Vector3d centre;
  double strays = rounding_of_cloud;
  for (Eigen::Index i = 0; i < 3; ++i) {
    centre[i] = moving[i].c[0];
    strays += moving[i].size_from(1) + moving[i].r;
  }
  std::vector<int> near;
  cloud_->within(centre, best.upper() + around_ + strays, near);
  double passed = 0.0;
  for (const int k : near) {
    Contact other;
    stand_at(k);
    find_cores(middle, other);
    passed = std::max(passed, (best - enclosed_gap(other)).upper());
  }
  return best - Enclosure(passed);
}

// s >= g, and the entry rises with s; where g may be below the square's range, it is s - R at
// least. Cores that cannot overlap have s >= 0.
bool Distance::enclose(const MotionPiece& piece, EnclosureOut out) {
  if (bent_) return false;
  Eigen::VectorXd middle(piece.q.size());
  for (Eigen::Index j = 0; j < middle.size(); ++j) middle[j] = piece.q[j].c[0];
  const PlacedLinks& links = own_links(middle);
  for (Side& side : sides_) {
    if (!side.frame) continue;
    if (!side.enclosed) side.enclosed.emplace(model(), *side.frame);
    side.enclosed->update(piece.q);
  }
  Contact seen;
  if (!cloud_) find(links, seen);
  const Enclosure g = cloud_ ? enclosed_gap_to_cloud(links) : enclosed_gap(seen);
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
