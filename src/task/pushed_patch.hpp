// Through what a hand pushes a body.
#pragma once

#include <Eigen/Geometry>

#include "alembert/pushed_body.hpp"
#include "alembert/wrench_cone.hpp"

namespace alembert {

/// The middle of the patch in the hand's frame, z along the normal.
Eigen::Isometry3d patch_pose(const PushedBody& body);

/// In components of that.
Patch patch_of(const PushedBody& body);

}  // namespace alembert
