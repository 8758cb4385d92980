// The zero-moment point stays inside what the robot stands on: the hull of all patches that touch.
#include <Eigen/Geometry>

#include "require.hpp"
#include "task/contact_limits.hpp"
#include "task/ground.hpp"
#include "task/patch_outline.hpp"
#include "task/reaction_rows.hpp"
#include "task/spans.hpp"

namespace alembert {
namespace {

using Contacts = std::vector<const GroundContact*>;

Contacts touching_in(const MotionProblem& problem, int segment) {
  Contacts touching;
  for (const GroundContact& contact : problem.contacts) {
    if (covers(problem, contact.during, segment)) touching.push_back(&contact);
  }
  return touching;
}

/// The hull of all patches, in the plane of the first.
PatchOutline support(const Model& model, const Contacts& touching) {
  Patch all;
  all.normal = place_of(model, *touching.front()).linear() * touching.front()->patch.normal;
  all.heading = place_of(model, *touching.front()).linear() * touching.front()->patch.heading;
  for (const GroundContact* contact : touching) {
    for (const Eigen::Vector3d& corner : contact->patch.corners) {
      all.corners.push_back(place_of(model, *contact) * corner);
    }
  }
  try {
    return PatchOutline(all);
  } catch (const Error&) {
    throw Error(Error::Code::value,
                "balance: contacts that touch together do not lie in one plane, and so have no "
                "zero-moment point",
                "leave `balance` out: every contact keeps its own cone anyway");
  }
}

using Wrenches = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// Force and moment about a point, in the world, of all that touch, by the torques that place the
/// robot and the unknown forces of an instant.
Wrenches wrenches(const MotionProblem& problem, const Contacts& touching,
                  const Eigen::Vector3d& about) {
  Wrenches all = Wrenches::Zero(6, placing_coordinates);
  for (const GroundContact* contact : touching) {
    const Eigen::Isometry3d place = place_of(problem.model, *contact);
    const auto unit = [&](int component) {
      const Eigen::Vector3d axis = place.linear().col(component % 3);
      Eigen::Matrix<double, 6, 1> wrench = Eigen::Matrix<double, 6, 1>::Zero();
      if (component < 3) wrench << axis, (place.translation() - about).cross(axis);
      if (component >= 3) wrench.tail<3>() = axis;
      return wrench;
    };
    if (contact->carries) {
      for (int k = 0; k < placing_coordinates; ++k) all.col(carrying_torque(k)) = unit(k);
      continue;
    }
    for (const int component : contact->components) {
      all.conservativeResize(Eigen::NoChange, all.cols() + 1);
      all.rightCols<1>() = unit(component);
    }
  }
  return all;
}

/// One row for each edge of the support: `margin` times the force that presses, less the moment
/// about the edge.
PointLimit balance(const MotionProblem& problem, const Contacts& touching, int first, int last,
                   double weight) {
  const PatchOutline outline = support(problem.model, touching);
  const auto edges = static_cast<Eigen::Index>(outline.corners.size());
  const Eigen::Vector3d up = outline.axes.col(2);
  Eigen::MatrixXd rows;
  for (Eigen::Index i = 0; i < edges; ++i) {
    const Eigen::Vector3d from = outline.in_space(outline.corners[i]);
    const Eigen::Vector3d to = outline.in_space(outline.corners[(i + 1) % edges]);
    // Counter-clockwise: the inside is on the left.
    const Eigen::Vector3d inward = up.cross(to - from).normalized();
    const Wrenches of_all = wrenches(problem, touching, from);
    rows.conservativeResize(edges, of_all.cols());
    rows.row(i) = *problem.balance * up.transpose() * of_all.topRows<3>() -
                  inward.cross(up).transpose() * of_all.bottomRows<3>();
  }
  PointLimit limit =
      certified(std::make_shared<ReactionRows>(rows, problem.force_count()), first, last);
  for (int k = 0; k < limit.term.size(); ++k) {
    limit_entry(limit, k, {.kind = LimitKind::balance, .name = "support", .row = k}, -infinity, 0.0,
                weight * outline.radius);
  }
  return limit;
}

}  // namespace

void add_balance(const MotionProblem& problem, const Stage& stage,
                 std::vector<PointLimit>& limits) {
  if (!problem.balance || problem.ground_coordinates == 0) return;
  for (const GroundContact& contact : problem.contacts) {
    require(contact.found.empty(),
            "balance: where '" + contact.name + "' stands is to be found, and so is the support",
            "give its place, or leave `balance` out: every contact keeps its own cone anyway");
  }
  const double weight = weight_of(stage.model);
  for (int e = stage.first_segment; e <= stage.last_segment; ++e) {
    const int first = e;
    const Contacts touching = touching_in(problem, e);
    while (e < stage.last_segment && touching_in(problem, e + 1) == touching) ++e;
    if (!is_carried(problem, first)) continue;
    limits.push_back(balance(problem, touching, first, e, weight));
  }
}

}  // namespace alembert
