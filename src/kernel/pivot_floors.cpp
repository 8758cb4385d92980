#include "kernel/pivot_floors.hpp"

#include <algorithm>

#include "kernel/pivot_rounding.hpp"

namespace alembert {

namespace {

/// Of any method: parts of the inertia of all that a joint moves, stretched out.
std::vector<double> stretched_floors(const Model& model, bool about_base, double epsilon) {
  struct Bound {
    double m = 0.0, h = 0.0, J = 0.0;  // mass, |int r dm|, int r^2 dm
    double from_base = 0.0;
  };
  const std::vector<ModelJoint>& joints = model.joints();
  std::vector<Bound> bounds(joints.size());
  const auto parent_of = [&](const ModelJoint& joint) -> Bound& { return bounds[joint.parent]; };
  for (std::size_t i = 0; about_base && i < joints.size(); ++i) {
    bounds[i].from_base = joints[i].p.norm();
    if (joints[i].parent >= 0) bounds[i].from_base += parent_of(joints[i]).from_base;
  }
  std::vector<double> floors(joints.size());
  const double rounding = static_cast<double>(joints.size()) * epsilon;
  for (std::size_t i = joints.size(); i-- > 0;) {
    const ModelJoint& joint = joints[i];
    Bound& mine = bounds[i];
    const double arm = joint.inertia.com.norm(), m = joint.inertia.mass;
    mine.m += m;
    mine.h += m * arm;
    mine.J += 0.5 * joint.inertia.about_com.trace() + m * arm * arm;
    const auto seen_from = [&](double p) { return mine.J + (2.0 * mine.h + mine.m * p) * p; };
    const bool slides = joint.motion == JointMotion::prismatic;
    floors[i] = rounding * ((slides ? mine.m : seen_from(mine.from_base)) + joint.rotor_inertia);
    if (joint.parent < 0) continue;
    Bound& parent = parent_of(joint);
    const double p = joint.p.norm();
    parent.m += mine.m;
    parent.h += mine.h + mine.m * p;
    parent.J += seen_from(p);
  }
  return floors;
}

}  // namespace

std::vector<double> pivot_floors(const Model& model, Pivots pivots, double epsilon) {
  constexpr double single = 1e-10;  // an epsilon above this
  constexpr double margin = 8.0;    // times the rounding: a pivot of so much has a digit
  const bool about_base = pivots != Pivots::articulated;
  std::vector<double> floors = stretched_floors(model, about_base, epsilon);
  if (pivots == Pivots::elimination || epsilon < single) return floors;
  const std::vector<double> rounding = pivot_rounding(model, about_base);
  for (std::size_t i = 0; i < floors.size(); ++i) {
    floors[i] = std::min(floors[i], margin * epsilon * rounding[i]);
  }
  return floors;
}

}  // namespace alembert
