#include "task/distance.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "task/three_rows.hpp"

namespace alembert {
namespace {

/// m: below it the entry bends no harder. Cores that cannot overlap keep the square, whose slope
/// ends with their distance, as long as that can be.
constexpr double least_reach_of_thin = 1e-3, least_reach = 1e-2;
/// Directions are parallel, and distances nothing, to rounding: as shares.
constexpr double rounding_share = 1e-12;
/// Cores that touch have no closest points to take a direction from, but a facet.
constexpr double touching = 1e-12;
/// Edges of a facet that are less than this out of parallel leave its normal open.
constexpr double open_normal = 1e-6;

Eigen::Matrix3Xd joined(const Eigen::Matrix3Xd& a, const Eigen::Matrix3Xd& b) {
  Eigen::Matrix3Xd all(3, a.cols() + b.cols());
  all << a, b;
  return all;
}

/// H += weight slope slope'
void add_square(double weight, const Eigen::VectorXd& slope, Eigen::Ref<Eigen::MatrixXd> H) {
  H.noalias() += weight * slope * slope.transpose();
}

/// The one direction that all of these turn about and slide across, if there is one.
std::optional<Eigen::Vector3d> common_upright(const std::vector<Eigen::Vector3d>& turns,
                                              const std::vector<Eigen::Vector3d>& slides) {
  Eigen::Vector3d up = Eigen::Vector3d::Zero();
  if (!turns.empty()) up = turns.front().normalized();
  for (std::size_t i = 1; turns.empty() && i < slides.size(); ++i) {
    const Eigen::Vector3d across = slides.front().cross(slides[i]);
    if (across.norm() > open_normal) up = across.normalized();
  }
  if (up.isZero()) return {};
  for (const Eigen::Vector3d& turn : turns) {
    if (turn.cross(up).norm() > rounding_share * turn.norm()) return {};
  }
  for (const Eigen::Vector3d& slide : slides) {
    if (std::abs(slide.dot(up)) > rounding_share * slide.norm()) return {};
  }
  return up;
}

}  // namespace

Distance::Distance(const Model& model, const ArmSolid& arm, const Solid& obstacle, double margin)
    : Distance(model, Side{FrameMotion(model, arm.frame), arm.solid, 1.0},
               Side{std::nullopt, obstacle, -1.0}, margin) {}

Distance::Distance(const Model& model, const ArmSolid& arm, const ArmSolid& other, double margin)
    : Distance(model, Side{FrameMotion(model, arm.frame), arm.solid, 1.0},
               Side{FrameMotion(model, other.frame), other.solid, -1.0}, margin) {}

Distance::Distance(const Model& model, Side one, Side other, double margin)
    : sides_{std::move(one), std::move(other)}, margin_(margin), gap_by_q_(3, model.dofs()) {
  find_plane(model.dofs());
  double R = sides_[0].solid.radius + sides_[1].solid.radius + margin;
  if (height_ > 0.0) R = std::sqrt((R - height_) * (R + height_));
  overlaps_ = sides_[0].solid.edges.cols() + sides_[1].solid.edges.cols() >= (upright_ ? 2 : 3);
  reach_ = std::max(overlaps_ ? least_reach : least_reach_of_thin, R);
  shift_ = reach_ - R;
}

/// Where there is one, edges across it are left out: they are in the height.
void Distance::find_plane(int dofs) {
  const Eigen::Vector3d offset = place_edges(Eigen::VectorXd::Zero(dofs));
  std::vector<Eigen::Vector3d> turns, slides;
  for (const Side& side : sides_) {
    if (side.frame) side.frame->add_axes(turns, slides);
  }
  const std::optional<Eigen::Vector3d> up = common_upright(turns, slides);
  if (!up) return;
  double low = up->dot(offset), high = low;
  std::array<Eigen::Matrix3Xd, 2> kept;
  for (std::size_t s = 0, at = 0; s < 2; ++s) {
    const Eigen::Matrix3Xd& all = sides_[s].solid.edges;
    std::vector<int> lying;
    for (int k = 0; k < all.cols(); ++k) {
      const Eigen::Vector3d edge = edges_.col(static_cast<Eigen::Index>(at++));
      const double rise = up->dot(edge);
      if (std::abs(rise) <= rounding_share * edge.norm()) {
        lying.push_back(k);
      } else if (edge.cross(*up).norm() <= rounding_share * edge.norm()) {
        (rise > 0.0 ? high : low) += rise;
      } else {
        return;
      }
    }
    kept[s] = columns(all, lying);
  }
  // What is parallel to rounding only may rise by that much.
  const double rise = 10.0 * rounding_share * (offset.norm() + edges_.norm());
  const double height = std::max(low, -high) - rise;
  const double reach = sides_[0].solid.radius + sides_[1].solid.radius + margin_;
  if (height >= reach) return;  // never close
  upright_ = up;
  height_ = height;
  for (std::size_t s = 0; s < 2; ++s) sides_[s].solid.edges = kept[s];
}

double Distance::entry(double s) const {
  const double u = s + shift_;
  if (overlaps_ && u < 0.5 * reach_) return 0.5 * u - 0.625 * reach_;
  return (u * u - reach_ * reach_) / (2.0 * reach_);
}

double Distance::clearance(double value) const {
  const bool line = overlaps_ && value < -0.375 * reach_;
  const double u = line ? 2.0 * value + 1.25 * reach_
                        : std::sqrt(std::max(0.0, reach_ * (reach_ + 2.0 * value)));
  const double s = u - shift_;
  if (!upright_ || (s >= 0.0 && height_ <= 0.0)) return margin_ + (u - reach_);
  const double apart = s >= 0.0 ? std::hypot(s, height_) : std::max(s, height_);
  return apart - sides_[0].solid.radius - sides_[1].solid.radius;
}

/// Returns the offset.
Eigen::Vector3d Distance::place_edges(VecIn<double> q) {
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
  if (upright_) offset -= upright_->dot(offset) * *upright_;
  return offset;
}

void Distance::find_closest(VecIn<double> q) {
  const Eigen::Vector3d offset = place_edges(q);
  touched_.reset();
  inside_ = find_inside(offset);
  if (inside_) return;
  closest_coordinates(offset, edges_, y_, free_);
  gap_ = offset + combined(edges_, y_);
  s_ = gap_.norm();
  direction_ = s_ > 0.0 ? Eigen::Vector3d(gap_ / s_) : gap_;
  if (touched_ && s_ <= 2.0 * touching * edges_.norm()) direction_ = touched_->inward;
}

/// Below the facet of least depth: entries that go along it put the gap under the origin.
bool Distance::find_inside(const Eigen::Vector3d& offset) {
  const double size = 0.5 * edges_.colwise().norm().sum();
  if (!overlaps_ || (offset + 0.5 * edges_.rowwise().sum()).squaredNorm() > size * size) {
    return false;
  }
  touched_ = nearest_facet(offset, edges_, upright_);
  if (!touched_ || touched_->depth <= touching * size) return false;
  const Eigen::Index count = edges_.cols();
  y_.resize(count);
  Eigen::Vector3d corner = offset;
  std::vector<int> along;
  for (int k = 0; k < count; ++k) {
    const double rise = touched_->inward.dot(edges_.col(k));
    y_[k] = rise < 0.0 ? 1.0 : 0.0;
    if (std::abs(rise) <= 1e3 * rounding_share * edges_.col(k).norm()) {
      along.push_back(k);
    } else {
      corner += y_[k] * edges_.col(k);
    }
  }
  Eigen::VectorXd y;
  closest_coordinates(corner, columns(edges_, along), y, free_);
  for (std::size_t k = 0; k < along.size(); ++k) y_[along[k]] = y[static_cast<Eigen::Index>(k)];
  for (int& k : free_) k = along[static_cast<std::size_t>(k)];
  s_ = -touched_->depth;
  direction_ = touched_->inward;
  gap_ = s_ * direction_;
  return true;
}

/// Moves the frames' points to the closest ones, for derivatives.
void Distance::place(VecIn<double> q) {
  find_closest(q);
  gap_by_q_.setZero();
  Eigen::Index at = 0;
  for (Side& side : sides_) {
    const Eigen::Index count = side.solid.edges.cols();
    if (side.frame) {
      side.frame->update(q, side.solid.corner + combined(side.solid.edges, y_.segment(at, count)));
      gap_by_q_ += side.sign * side.frame->velocity();
    }
    at += count;
  }
}

void Distance::value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) {
  find_closest(point.q());
  g[0] = plain_square() ? (gap_.squaredNorm() - reach_ * reach_) / (2.0 * reach_) : entry(s_);
}

void Distance::derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) {
  place(point.q());
  auto by_q = D.row(0).head(point.dofs);
  if (plain_square()) {
    by_q = along(gap_by_q_, gap_).transpose() / reach_;
  } else {
    const double slope = squared() ? (s_ + shift_) / reach_ : 0.5;
    by_q = slope * along(gap_by_q_, direction_).transpose();
  }
}

void Distance::hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                       Eigen::Ref<Eigen::MatrixXd> H) {
  place(point.q());
  auto by_q = H.topLeftCorner(point.dofs, point.dofs);
  if (plain_square()) {
    add_square_hessian(weights[0] / reach_, by_q);
    return;
  }
  add_distance_hessian(weights[0] * (squared() ? (s_ + shift_) / reach_ : 0.5), by_q);
  if (!squared()) return;
  add_square(weights[0] / reach_, along(gap_by_q_, direction_), by_q);
}

/// Of weight f / 2.
void Distance::add_square_hessian(double weight, Eigen::Ref<Eigen::MatrixXd> H) const {
  H += weight * products(gap_by_q_, gap_by_q_);
  for (const Side& side : sides_) {
    if (side.frame) side.frame->add_position_hessian(weight * side.sign * gap_, H);
  }
  if (free_.empty()) return;
  // Half of f_qy and f_yy; the halves cancel against the 1/2 of f / 2.
  const int count = static_cast<int>(free_.size());
  Eigen::MatrixXd mixed(H.rows(), count);
  for (int i = 0; i < count; ++i) {
    mixed.col(i) = along(gap_by_q_, edges_.col(free_[i]));
    mixed.col(i) += along(edge_velocity(free_[i]), gap_);
  }
  const NormalSolver normal(columns(edges_, free_));
  H -= weight * mixed * normal.solve_refined(mixed.transpose());
}

/// Of weight s.
void Distance::add_distance_hessian(double weight, Eigen::Ref<Eigen::MatrixXd> H) const {
  const std::optional<std::pair<int, int>> spanned = facet();
  if (spanned) {
    add_facet_hessian(*spanned, weight, H);
  } else if (s_ > 0.0) {
    add_square_hessian(weight / s_, H);
    add_square(-weight / s_, along(gap_by_q_, direction_), H);
  }
}

std::optional<std::pair<int, int>> Distance::facet() const {
  if (inside_) return std::pair{touched_->i, touched_->j};
  if (upright_) return free_.empty() ? std::nullopt : std::optional(std::pair{free_.front(), -1});
  std::optional<std::pair<int, int>> best;
  double most = open_normal;
  for (std::size_t a = 0; a < free_.size(); ++a) {
    for (std::size_t b = a + 1; b < free_.size(); ++b) {
      const Eigen::Vector3d one = edges_.col(free_[a]), other = edges_.col(free_[b]);
      const double sine = one.cross(other).norm() / (one.norm() * other.norm());
      if (!(sine > most)) continue;
      most = sine;
      best = std::pair{free_[a], free_[b]};
    }
  }
  return best;
}

void Distance::add_facet_hessian(std::pair<int, int> spanned, double weight,
                                 Eigen::Ref<Eigen::MatrixXd> H) const {
  for (const Side& side : sides_) {
    if (side.frame) side.frame->add_position_hessian(weight * side.sign * direction_, H);
  }
  // The normal stays across the edges: m' · e = -m · e'.
  Eigen::Matrix<double, 3, 2> A;
  Eigen::MatrixX2d B = Eigen::MatrixX2d::Zero(H.rows(), 2);
  A.col(0) = edges_.col(spanned.first);
  B.col(0) = along(edge_velocity(spanned.first), direction_);
  if (spanned.second < 0) {
    A.col(1) = *upright_;
  } else {
    A.col(1) = edges_.col(spanned.second);
    B.col(1) = along(edge_velocity(spanned.second), direction_);
  }
  const Eigen::Matrix2d normal = A.transpose() * A;
  const Eigen::Matrix3Xd turn = -(A * normal.inverse()) * B.transpose();
  const Eigen::MatrixXd moved = products(turn, gap_by_q_);
  H += weight * (moved + moved.transpose() - s_ * products(turn, turn));
}

/// d e / dq of an edge.
Eigen::Matrix3Xd Distance::edge_velocity(int i) const {
  const Side& side = sides_[i < sides_[0].solid.edges.cols() ? 0 : 1];
  if (!side.frame) return Eigen::Matrix3Xd::Zero(3, gap_by_q_.cols());
  return side.frame->axis_velocity(edges_.col(i));
}

// A convex solid reaches farthest at one of its corners, each of many edges adding what it can; of
// corners that may change places on the way the farthest in the middle is kept and moved out by
// what another may pass it.
Enclosure Distance::support(Side& side, const Eigen::Vector3d& outward, const VecX<Enclosure>& q) {
  const Vec3<Enclosure> n = outward.cast<Enclosure>();
  Enclosure origin(0.0);
  double size = side.solid.corner.norm() + side.solid.edges.norm();
  Vec3<Enclosure> along = n;  // outward in the solid's own components
  if (side.frame) {
    const EnclosedFrame& frame = side.frame->enclose(q);
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
  // Corners are rounded too, and the direction is.
  most.r = (most.r + 24.0 * Enclosure::unit * size) * Enclosure::outward;
  return most;
}

// Any direction shows cores at most as far apart as they are: s >= g. The entry rises with s; where
// g may be below the square's range, it is s - R at least. Cores that cannot overlap have s >= 0.
bool Distance::enclose(const MotionPiece& piece, EnclosureOut out) {
  for (const Side& side : sides_) {
    if (side.frame && side.frame->is_bent()) return false;
  }
  Eigen::VectorXd middle(piece.q.size());
  for (Eigen::Index j = 0; j < middle.size(); ++j) middle[j] = piece.q[j].c[0];
  find_closest(middle);
  Eigen::Vector3d n = direction_;
  if (n.isZero()) n = upright_ ? upright_->unitOrthogonal() : Eigen::Vector3d::UnitZ();
  const Enclosure reach = support(sides_[0], -n, piece.q) + support(sides_[1], n, piece.q);
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
