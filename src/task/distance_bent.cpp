// Distances of links that bend: their frames move in as many ways as there are coordinates, not in
// six. Programs without such arms have no use for it.
#include "task/distance_curvature.hpp"
#include "task/three_rows.hpp"

namespace alembert {

/// Moves the frames' points to the closest ones.
Eigen::Matrix3Xd Distance::bent_gap(const PlacedLinks& links, Contact& contact) {
  contact.found = false;
  find(links, contact);
  Eigen::Matrix3Xd gap_by_q = Eigen::Matrix3Xd::Zero(3, model().dofs());
  Eigen::Index at = 0;
  for (Side& side : sides_) {
    const Eigen::Index count = side.edges.cols();
    if (side.bent) {
      const Eigen::Vector3d point =
          side.solid.corner + combined(side.solid.edges, cores_.y().segment(at, count));
      side.bent->update(links, point);
      gap_by_q += side.sign * side.bent->velocity();
    }
    at += count;
  }
  return gap_by_q;
}

/// d e / dq of an edge.
Eigen::Matrix3Xd Distance::bent_edge(int i) const {
  const Side& side = sides_[i < sides_[0].edges.cols() ? 0 : 1];
  if (!side.bent) return Eigen::Matrix3Xd::Zero(3, model().dofs());
  return side.bent->axis_velocity(cores_.edges.col(i));
}

void Distance::add_bent(const PlacedLinks& links, Contact& contact, double weight, FrameSum& sum) {
  const Eigen::Matrix3Xd gap_by_q = bent_gap(links, contact);
  const auto edge_by = [&](int i) { return bent_edge(i); };
  const GapCurvature<Eigen::Dynamic, decltype(edge_by)> curvature(cores_, contact, gap_by_q,
                                                                  edge_by);
  add_curvature(curvature, contact, weight, sum.hessian);
  const Eigen::Vector3d pulled = weight * force(contact);
  sum.gradient += along(gap_by_q, pulled);
  for (const Side& side : sides_) {
    if (side.bent) side.bent->add_position_hessian(side.sign * pulled, sum.hessian);
  }
}

void Distance::bent_slopes(const PlacedLinks& links, Contact& contact,
                           Eigen::Ref<Eigen::MatrixXd> by_q) {
  by_q.row(0) = along(bent_gap(links, contact), force(contact)).transpose();
}

}  // namespace alembert
