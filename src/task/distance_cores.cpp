// What a distance is of: the two cores, the plane that they move in if there is one, and the joints
// between them.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "alembert/solids_around.hpp"
#include "require.hpp"
#include "task/closest_coordinates.hpp"
#include "task/distance.hpp"
#include "task/near_solids.hpp"

namespace alembert {
namespace {

/// m: below it the entry bends no harder. Cores that cannot overlap keep the square, whose slope
/// ends with their distance, as long as that can be.
constexpr double least_reach_of_thin = 1e-3, least_reach = 1e-2;
/// Directions are parallel, and distances nothing, to rounding: as shares.
constexpr double rounding_share = 1e-12;
/// Slides that are less than this out of parallel leave the plane across them open.
constexpr double open_normal = 1e-6;

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

Distance::Side::Side(const Model& model, std::optional<FrameId> of_frame, Solid of,
                     double signed_by)
    : frame(of_frame), solid(std::move(of)), sign(signed_by) {
  if (!frame) return;
  joint = model.frame(*frame).joint;
  if (FrameMotion motion(model, *frame); motion.is_bent()) bent = std::move(motion);
}

Distance::Distance(const Model& model, const ArmSolid& arm, const Solid& obstacle, double margin,
                   std::shared_ptr<const PointCloud> cloud)
    : Distance(model, Side(model, arm.frame, arm.solid, 1.0),
               Side(model, std::nullopt, obstacle, -1.0), margin, std::move(cloud)) {}

Distance::Distance(const Model& model, const ArmSolid& arm, const ArmSolid& other, double margin)
    : Distance(model, Side(model, arm.frame, arm.solid, 1.0),
               Side(model, other.frame, other.solid, -1.0), margin, nullptr) {}

Distance::Distance(const Model& model, Side one, Side other, double margin,
                   std::shared_ptr<const PointCloud> cloud)
    : Copied(model),
      sides_{std::move(one), std::move(other)},
      margin_(margin),
      bent_(sides_[0].bent || sides_[1].bent),
      cloud_(std::move(cloud)) {
  choose_cores();
  lay_out_edges();
  if (!hulls_ && !round_ && !cloud_) find_plane();
  lay_out_edges();
  double R = sides_[0].solid.radius + sides_[1].solid.radius + margin;
  if (height_ > 0.0) R = std::sqrt((R - height_) * (R + height_));
  reach_ = std::max(overlaps_ ? least_reach : least_reach_of_thin, R);
  shift_ = reach_ - R;
  list_chain();
}

/// Corners of hulls, in the components of the link that carries them; cylinders round, or as
/// prisms.
void Distance::choose_cores() {
  const bool round = sides_[0].solid.is_ball() && !sides_[1].frame && !bent_;
  for (std::size_t s = 0; s < 2; ++s) {
    Solid& solid = sides_[s].solid;
    if (solid.disc == 0.0) continue;
    if (s == 1 && round) {
      round_.emplace(solid);
      solid.edges.resize(3, 0);
      return;
    }
    Solid prism =
        prism_around_cylinder(solid.corner, solid.corner + solid.edges.col(0), solid.disc);
    prism.radius = solid.radius;
    solid = std::move(prism);
  }
  if (is_cloud(sides_[1].solid)) take_cloud();
  if (!sides_[0].solid.is_hull() && !sides_[1].solid.is_hull()) return;
  require(!bent_, "a hull beside a link that bends",
          "give links that bend, and what they keep clear of, as boxes, spheres or capsules");
  std::array<Solid, 2> carried = {sides_[0].solid, sides_[1].solid};
  for (std::size_t s = 0; s < 2; ++s) {
    if (!sides_[s].frame) continue;
    const Eigen::Isometry3d& pose = model().frame(*sides_[s].frame).pose;
    carried[s].corner = pose * carried[s].corner;
    carried[s].edges = pose.linear() * carried[s].edges;
    carried[s].points = (pose.linear() * carried[s].points).colwise() + pose.translation();
  }
  hulls_.emplace(carried[0], carried[1]);
}

/// It is a ball then, where the nearest point is.
void Distance::take_cloud() {
  require(!bent_, "a cloud of points beside a link that bends",
          "give what links that bend keep clear of as boxes, spheres or capsules");
  Side &one = sides_[0], &other = sides_[1];
  if (!cloud_) cloud_ = std::make_shared<const PointCloud>(other.solid.points);
  other.solid = Solid::sphere(Eigen::Vector3d::Zero(), other.solid.radius);
  const Ball ball = ball_around(one.solid);
  centre_ = model().frame(*one.frame).pose * ball.centre;
  around_ = ball.radius - one.solid.radius;
}

/// What the links carry, in their own components.
void Distance::lay_out_edges() {
  for (Side& side : sides_) {
    const Eigen::Isometry3d pose =
        side.frame ? model().frame(*side.frame).pose : Eigen::Isometry3d::Identity();
    side.corner = pose * side.solid.corner;
    side.edges = pose.linear() * side.solid.edges;
  }
  const Eigen::Index count = sides_[0].edges.cols() + sides_[1].edges.cols();
  overlaps_ = hulls_ || round_ || count >= (upright_ ? 2 : 3);
  cores_ = CoreGap(count, overlaps_, upright_, is_box());
}

/// A point on one side, edges at right angles on the other.
bool Distance::is_box() const {
  const bool first = sides_[0].edges.cols() > 0;
  if (first && sides_[1].edges.cols() > 0) return false;
  const Eigen::Matrix3Xd& edges = sides_[first ? 0 : 1].edges;
  if (edges.cols() < 2 || edges.cols() > 3) return false;
  for (Eigen::Index i = 0; i < edges.cols(); ++i) {
    if (edges.col(i).norm() < CoreGap::shortest_edge) return false;
    for (Eigen::Index k = 0; k < i; ++k) {
      const double both = edges.col(i).norm() * edges.col(k).norm();
      if (std::abs(edges.col(i).dot(edges.col(k))) > rounding_share * both) return false;
    }
  }
  return true;
}

/// The joints between the two solids: those before both move neither against the other.
void Distance::list_chain() {
  std::vector<int> one = path_to(model(), sides_[0].joint);
  std::vector<int> other = path_to(model(), sides_[1].joint);
  std::size_t shared = 0;
  while (shared < std::min(one.size(), other.size()) && one[shared] == other[shared]) ++shared;
  for (std::size_t k = other.size(); k-- > shared;) chain_.push_back({other[k], -1.0});
  for (std::size_t k = shared; k < one.size(); ++k) chain_.push_back({one[k], 1.0});
}

/// Where there is one, edges across it are left out: they are in the height.
void Distance::find_plane() {
  const PlacedLinks& links = own_links(Eigen::VectorXd::Zero(model().dofs()));
  const Eigen::Vector3d offset = place_edges(links);
  const Eigen::Matrix3Xd& edges = cores_.edges;
  std::vector<Eigen::Vector3d> turns, slides;
  for (const Side& side : sides_) {
    if (side.bent) {  // it may move in every way
      for (int k = 0; k < 3; ++k) turns.push_back(Eigen::Vector3d::Unit(k));
      continue;
    }
    for (const int joint : path_to(model(), side.joint)) {
      const PlacedLinks::Axis& axis = links.axis(joint);
      if (!axis.turn.isZero()) turns.push_back(axis.turn);
      if (!axis.slide.isZero()) slides.push_back(axis.slide);  // a screw does both
    }
  }
  const std::optional<Eigen::Vector3d> up = common_upright(turns, slides);
  if (!up) return;
  double low = up->dot(offset), high = low;
  std::array<Eigen::Matrix3Xd, 2> kept;
  for (std::size_t s = 0, at = 0; s < 2; ++s) {
    const Eigen::Matrix3Xd& all = sides_[s].solid.edges;
    std::vector<int> lying;
    for (int k = 0; k < all.cols(); ++k) {
      const Eigen::Vector3d edge = edges.col(at++);
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
  const double rise = 10.0 * rounding_share * (offset.norm() + edges.norm());
  const double height = std::max(low, -high) - rise;
  const double reach = sides_[0].solid.radius + sides_[1].solid.radius + margin_;
  if (height >= reach) return;  // never close
  upright_ = up;
  height_ = height;
  for (std::size_t s = 0; s < 2; ++s) sides_[s].solid.edges = kept[s];
}

std::vector<std::shared_ptr<const PointCloud>> clouds_in(const Clearance& clearance) {
  std::vector<std::shared_ptr<const PointCloud>> clouds;
  for (const Obstacle& obstacle : clearance.obstacles) {
    clouds.push_back(is_cloud(obstacle.solid)
                         ? std::make_shared<const PointCloud>(obstacle.solid.points)
                         : nullptr);
  }
  return clouds;
}

}  // namespace alembert
