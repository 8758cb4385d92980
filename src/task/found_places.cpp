#include "task/found_places.hpp"

#include <algorithm>
#include <cmath>

#include "task/footing_patch.hpp"
#include "task/ground.hpp"

namespace alembert {
namespace {

constexpr double aligned = 1e-9;

/// The first of the ways that stand at one place, one after another.
std::size_t first_at_place(const Footing& footing, std::size_t phase) {
  while (phase > 0) {
    const Footing::Phase &now = footing.phases[phase], &before = footing.phases[phase - 1];
    if (before.during.to < now.during.from || before.moved != now.moved ||
        before.free != now.free) {
      break;
    }
    --phase;
  }
  return phase;
}

std::string found_name(const Footing& footing, std::size_t first, int axis) {
  const std::string number = first > 0 ? std::to_string(first + 1) : "";
  return footing.name + ".found" + number + "." + std::string(1, "xyz"[axis]);
}

/// Does the contact hold anything along that?
bool is_held_along(const Eigen::Vector3d& along, const MotionProblem& problem,
                   const GroundContact& contact) {
  const Eigen::Matrix3d axes = place_of(problem.model, contact).linear();
  const std::vector<int> held = held_components(contact);
  return std::any_of(held.begin(), held.end(), [&](int component) {
    return component < 3 && std::abs(axes.col(component).dot(along)) > aligned;
  });
}

}  // namespace

void check_free_axes(const Footing& footing) {
  for (const Footing::Phase& phase : footing.phases) {
    for (const int axis : phase.free) {
      require(axis >= 0 && axis <= 2 && !(std::abs(footing.normal[axis]) > aligned), footing,
              "a place that is found along that axis would leave its plane",
              "let axes of the place be free that lie in it: x and y, unless `normal` says else");
    }
    require(phase.free.empty() || phase.slides.isZero(0.0), footing,
            "it slides from a place that is to be found", "give its place");
  }
  require(footing.within > 0.0 && std::isfinite(footing.within), footing,
          "its place is to be found within nothing", "give a length above zero");
}

void add_found_coordinates(const Footing& footing, const std::string& still, Robot& robot) {
  for (std::size_t k = 0; k < footing.phases.size(); ++k) {
    if (first_at_place(footing, k) != k) continue;
    for (const int axis : footing.phases[k].free) {
      Joint joint;
      joint.name = found_name(footing, k, axis);
      joint.type = JointType::prismatic;
      joint.parent = still;
      joint.child = joint.name;
      joint.axis = footing.place.linear().col(axis);
      joint.limits.lower = -footing.within;
      joint.limits.upper = footing.within;
      robot.links.push_back({joint.child, {}, {}, {}, {}});
      robot.joints.push_back(std::move(joint));
    }
  }
}

void let_be_found(const Footing& footing, std::size_t phase, GroundContact& contact,
                  MotionProblem& problem) {
  const std::size_t first = first_at_place(footing, phase);
  for (const int axis : footing.phases[phase].free) {
    const int coordinate = problem.model.coordinate(found_name(footing, first, axis));
    const Eigen::Vector3d along = footing.place.linear().col(axis);
    // Of a mechanism that moves in a plane an axis may not matter: it stays zero.
    const bool matters = is_held_along(along, problem, contact);
    contact.found.push_back({coordinate, along});
    if (phase == first) {
      problem.held.push_back({coordinate, 0.0, {}, matters ? footing.within : 0.0});
    }
  }
}

double travel_of_carrier(const Footing& carrier, const Footing::Phase& phase, int axis) {
  if (phase.free.empty() || axis > 1) return 0.0;
  const Eigen::Vector3d own = contact_pose(carrier, -1).linear().col(axis);
  double along = 0.0;
  for (const int free : phase.free) along += own[free] * own[free];
  if (along < aligned) return 0.0;
  require(!(along < 1.0 - aligned), carrier,
          "its place is free along one axis that is none of its sole's",
          "let both axes of its plane be free");
  return carrier.within;
}

void let_carrier_be_found(const Footing& carrier, const Footing::Phase& phase,
                          GroundContact& contact, const MotionProblem& problem) {
  const Eigen::Matrix3d axes = carrier.place.linear() * contact_pose(carrier, -1).linear();
  for (const Hold& hold : problem.held) {
    if (hold.within == 0.0 || hold.coordinate >= 3 || hold.during != phase.during) continue;
    contact.found.push_back({hold.coordinate, axes.col(hold.coordinate), hold.value});
  }
}

}  // namespace alembert
