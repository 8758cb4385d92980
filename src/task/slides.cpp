#include "task/slides.hpp"

#include <cmath>

#include "task/footing_patch.hpp"
#include "task/ground.hpp"

namespace alembert {
namespace {

/// Of the way that it goes: so much out of the plane is rounding.
constexpr double off_plane = 1e-9;

void check_slide(const Footing& footing, const Footing::Phase& phase, bool carries) {
  require(!carries, footing,
          "it slides, and nothing else touches as long: it would carry the robot",
          "let another contact last longer, or hold the base (`base: fixed`)");
  require(phase.edge < 0 && !footing.pivots, footing,
          "it slides, and rolls or turns at the same time",
          "let it slide flat, or roll where it stays");
  require(phase.slides.allFinite() && phase.during.from != phase.during.to, footing,
          "it slides in no time, or so far that it is no number",
          "give three numbers in m, and a phase that lasts");
  const Eigen::Vector3d normal = footing.place.linear() * footing.normal.normalized();
  require(std::abs(normal.dot(phase.slides)) <= off_plane * phase.slides.norm(), footing,
          "it slides into its plane, or off it",
          "give a direction that lies in the plane of its patch");
}

FrameTarget target(const Model& model, const GroundContact& contact, double along) {
  const Eigen::Isometry3d place = place_of(model, contact);
  return {contact.frame, Eigen::Vector3d(place * Eigen::Vector3d(along, 0.0, 0.0)),
          Eigen::Matrix3d(place.linear())};
}

}  // namespace

void check_slides(const std::vector<Footing>& footings, const Footing* carrier) {
  for (const Footing& footing : footings) {
    for (const Footing::Phase& phase : footing.phases) {
      if (!phase.slides.isZero(0.0)) check_slide(footing, phase, &footing == carrier);
    }
  }
}

Eigen::Matrix3d sliding_axes(const Footing& footing, const Footing::Phase& phase) {
  Eigen::Matrix3d axes;
  axes.col(0) = footing.place.linear().transpose() * phase.slides.normalized();
  axes.col(2) = footing.normal.normalized();
  axes.col(1) = axes.col(2).cross(axes.col(0));
  return axes;
}

void let_slide(double distance, GroundContact& contact, MotionProblem& problem) {
  std::erase(contact.components, 0);
  contact.slides = distance;
  if (contact.during.from == 0.0) problem.start.pose = target(problem.model, contact, 0.0);
  if (contact.during.to == 1.0) problem.goal.pose = target(problem.model, contact, distance);
}

}  // namespace alembert
