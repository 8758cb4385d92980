// What of a footing touches, in each of its ways, and through what a hand pushes a body.
#pragma once

#include <Eigen/Geometry>

#include "alembert/error.hpp"
#include "alembert/footing.hpp"
#include "alembert/pushed_body.hpp"
#include "alembert/wrench_cone.hpp"

namespace alembert {

/// Where a patch is: in the middle of its corners, z along the normal, y as near to `side` as may
/// be.
Eigen::Isometry3d patch_frame(const std::vector<Eigen::Vector3d>& corners,
                              const Eigen::Vector3d& normal, const Eigen::Vector3d& side);

/// A patch in components of such a frame.
Patch seen_from(const Eigen::Isometry3d& frame, Patch patch);

/// In the footing's frame: where the sole is (edge -1), or the middle of an edge with y along it.
Eigen::Isometry3d contact_pose(const Footing& footing, int edge);

/// What carries in a way of touching, in components of `pose`.
Patch patch_of(const Footing& footing, const Footing::Phase& phase, const Eigen::Isometry3d& pose);

/// The middle of the patch in the hand's frame, z along the normal.
Eigen::Isometry3d patch_pose(const PushedBody& body);

/// In components of that.
Patch patch_of(const PushedBody& body);

[[noreturn]] void refuse(const Footing& footing, const std::string& reason, const std::string& fix);
inline void require(bool holds, const Footing& footing, const std::string& reason,
                    const std::string& fix) {
  if (!holds) refuse(footing, reason, fix);
}

/// All of a robot's. Throws Error.
void check_footings(const std::vector<Footing>& footings);

}  // namespace alembert
