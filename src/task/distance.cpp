#include "task/distance.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "task/distance_curvature.hpp"

namespace alembert {

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

Distance::ByValue Distance::clearance_by_value(const Contact& contact) const {
  const double s = contact.s;
  double slope = 1.0, bend = 0.0;  // of the clearance by s
  if (upright_ && height_ > 0.0 && s >= 0.0) {
    const double apart = std::hypot(s, height_);
    slope = s / apart;
    bend = height_ * height_ / (apart * apart * apart);
  }
  const double first = squared(s) ? (s + shift_) / reach_ : 0.5;  // of the value by s
  const double second = squared(s) ? 1.0 / reach_ : 0.0;
  return {slope / first, (bend - slope * second / first) / (first * first)};
}

/// Returns the offset.
Eigen::Vector3d Distance::place_edges(const PlacedLinks& links) {
  Eigen::Vector3d offset = Eigen::Vector3d::Zero();
  Eigen::Index at = 0;
  for (Side& side : sides_) {
    const Eigen::Index count = side.edges.cols();
    if (side.bent) {
      side.bent->update(links, side.solid.corner);
      offset += side.sign * side.bent->position();
      for (Eigen::Index k = 0; k < count; ++k) {
        cores_.edges.col(at++) = side.sign * (side.bent->rotation() * side.solid.edges.col(k));
      }
    } else if (side.frame) {
      const TreeState<double>::Link& link = links.link(side.joint);
      offset += side.sign * link.at(side.corner);
      for (Eigen::Index k = 0; k < count; ++k) {
        cores_.edges.col(at++) = side.sign * (link.R * side.edges.col(k));
      }
    } else {
      offset += side.sign * side.corner;
      for (Eigen::Index k = 0; k < count; ++k)
        cores_.edges.col(at++) = side.sign * side.edges.col(k);
    }
  }
  if (upright_) offset -= upright_->dot(offset) * *upright_;
  return offset;
}

void Distance::place_hulls(const PlacedLinks& links) {
  std::array<Eigen::Matrix3d, 2> R = {Eigen::Matrix3d::Identity(), Eigen::Matrix3d::Identity()};
  std::array<Eigen::Vector3d, 2> o = {Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  for (std::size_t s = 0; s < 2; ++s) {
    if (s == 1 && cloud_) o[s] = sides_[s].corner;
    if (!sides_[s].frame) continue;
    R[s] = links.link(sides_[s].joint).R;
    o[s] = links.link(sides_[s].joint).o;
  }
  hulls_->place(R[0], o[0], R[1], o[1]);
}

void Distance::find(const PlacedLinks& links, Contact& contact) {
  if (contact.found) return;
  if (cloud_) return find_in_cloud(links, contact);
  find_cores(links, contact);
}

void Distance::stand_at(int point) {
  sides_[1].corner = sides_[1].solid.corner = cloud_->points().col(point);
}

/// A core is no nearer to a point than the ball around it: whatever is farther from that than the
/// core is from one point is not the nearest.
void Distance::find_in_cloud(const PlacedLinks& links, Contact& contact) {
  const Eigen::Vector3d centre = links.link(sides_[0].joint).at(centre_);
  int best = cloud_->nearest(centre);
  stand_at(best);
  find_cores(links, contact);
  if (sides_[0].solid.is_ball()) return;
  std::vector<int> near;
  cloud_->within(centre, std::max(0.0, contact.s) + around_, near);
  for (const int k : near) {
    Contact other;
    stand_at(k);
    find_cores(links, other);
    if (other.s >= contact.s) continue;
    contact = other;
    best = k;
  }
  stand_at(best);
}

void Distance::find_cores(const PlacedLinks& links, Contact& contact) {
  if (hulls_) {
    place_hulls(links);
    return hulls_->find(contact);
  }
  if (round_) {
    contact.found = true;
    contact.point = links.link(sides_[0].joint).at(sides_[0].corner);
    const RoundCore::Place place = round_->at(contact.point);
    contact.s = place.s;
    contact.direction = place.direction;
    contact.gap = place.s * place.direction;
    return;
  }
  cores_.find(place_edges(links), contact);
  if (bent_) return;
  contact.point = links.link(sides_[0].joint).at(sides_[0].corner);
  for (Eigen::Index k = 0; k < sides_[0].edges.cols(); ++k) {
    contact.point += cores_.y()[k] * cores_.edges.col(k);
  }
}

void Distance::value_at(const PlacedLinks& links, Contact& contact, VecOut<double> g) {
  find(links, contact);
  g[0] = plain_square(contact.s) ? (contact.gap.squaredNorm() - reach_ * reach_) / (2.0 * reach_)
                                 : entry(contact.s);
}

Eigen::Vector3d Distance::force(const Contact& contact) const {
  if (plain_square(contact.s)) return contact.gap / reach_;
  return (squared(contact.s) ? (contact.s + shift_) / reach_ : 0.5) * contact.direction;
}

void Distance::slopes_at(const PlacedLinks& links, Contact& contact, MatOut<double> by_q) {
  if (bent_) return bent_slopes(links, contact, by_q);
  find(links, contact);
  const Eigen::Vector3d pull = force(contact);
  const Eigen::Vector3d moment = (contact.point - links.reference()).cross(pull);
  double* out = by_q.data();
  for (const auto& [joint, sign] : chain_) {
    const PlacedLinks::Axis& axis = links.axis(joint);
    out[axis.coordinate * by_q.outerStride()] +=
        sign * (axis.turn.dot(moment) + axis.at_reference.dot(pull));
  }
}

// The second solid stands still: what counts is how the first moves against it, which is six
// numbers, whatever moves the two.
void Distance::add_at(const PlacedLinks& links, Contact& contact, VecIn<double> weights,
                      FrameSum& sum) {
  const double weight = weights[0];
  if (weight == 0.0) return;
  if (bent_) return add_bent(links, contact, weight, sum);
  if (chain_.empty()) return;
  find(links, contact);
  // Edges that the contact slides along: it may have been found long ago.
  if (hulls_) {
    place_hulls(links);
    hulls_->spans(contact, cores_.edges, turning_);
  }
  for (std::size_t k = 0; !hulls_ && k < contact.free.size(); ++k) {
    const int i = contact.free[k];
    const Eigen::Index of_first = sides_[0].edges.cols();
    const Side& side = sides_[i < of_first ? 0 : 1];
    const Eigen::Vector3d edge = side.edges.col(i < of_first ? i : i - of_first);
    cores_.edges.col(i) =
        side.sign * (side.frame ? Eigen::Vector3d(links.link(side.joint).R * edge) : edge);
  }
  if (contact.inside && !hulls_) place_edges(links);
  if (sides_[1].joint < 0) {
    add_to(links, contact, weight, sum.on(sides_[0].joint));
  } else {
    LinkPull apart;
    add_to(links, contact, weight, apart);
    sum.add_between(links, chain_, apart);
  }
}

void Distance::add_to(const PlacedLinks& links, const Contact& contact, double weight,
                      LinkPull& pull) const {
  const Eigen::Vector3d point = contact.point - links.reference();
  pull.add_force(point, weight * force(contact));
  if (!hulls_ && !round_ && plain_square(contact.s) && contact.free.size() <= 1) {
    const double k = weight / reach_;
    if (contact.free.empty()) return pull.add_spring(point, k);
    const int free = contact.free.front();
    const Eigen::Vector3d edge = cores_.edges.col(free);
    const double square = edge.squaredNorm();
    if (square > CoreGap::shortest_edge * CoreGap::shortest_edge) {
      // The spring slides along the edge, which turns with the first solid if it is that one's.
      const bool turns = free < sides_[0].edges.cols();
      LinkPull::Motion slide;
      slide << (turns ? Eigen::Vector3d(point - contact.gap) : point).cross(edge), edge;
      pull.add_spring(point, k);
      pull.curvature.noalias() -= (k / square * slide) * slide.transpose();
      return;
    }
  }
  Eigen::Matrix<double, 3, 6> gap_by;
  gap_by << -crossing(point), Eigen::Matrix3d::Identity();
  if (round_) return add_round(contact, gap_by, weight, pull);
  const auto edge_by = [&](int i) {
    Eigen::Matrix<double, 3, 6> out = Eigen::Matrix<double, 3, 6>::Zero();
    if (hulls_) {
      out.leftCols<3>() = -crossing(turning_.col(i));
    } else if (i < sides_[0].edges.cols())
      out.leftCols<3>() = -crossing(cores_.edges.col(i));
    return out;
  };
  const GapCurvature<6, decltype(edge_by)> curvature(cores_, contact, gap_by, edge_by);
  add_curvature(curvature, contact, weight, pull.curvature);
}

void Distance::add_round(const Contact& contact, const Eigen::Matrix<double, 3, 6>& gap_by,
                         double weight, LinkPull& pull) const {
  const RoundCore::Place place = round_->at(contact.point);
  const bool square = squared(place.s);
  Eigen::Matrix3d bend = (square ? (place.s + shift_) / reach_ : 0.5) * place.bend;
  if (square) bend += place.direction * place.direction.transpose() / reach_;
  pull.curvature.noalias() += gap_by.transpose() * (weight * bend) * gap_by;
}

}  // namespace alembert
