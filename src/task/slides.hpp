// Bodies that slide on the ground: what they say makes sense, and what it means.
#pragma once

#include "alembert/motion_problem.hpp"

namespace alembert {

/// Throws Error where one slides that cannot: off its plane, about an edge, or as what carries.
void check_slides(const std::vector<Footing>& footings, const Footing* carrier);

/// In components of the footing's frame: x where it goes, z along its normal.
Eigen::Matrix3d sliding_axes(const Footing& footing, const Footing::Phase& phase);

/// A contact whose components are those in which joints can move its body slides so far. Where the
/// motion begins or ends with that, its place is where.
void let_slide(double distance, GroundContact& contact, MotionProblem& problem);

}  // namespace alembert
