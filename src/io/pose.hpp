// Roll, pitch and yaw: the way robot files write rotations. R = Rz(yaw) Ry(pitch) Rx(roll).
#pragma once

#include <Eigen/Geometry>

namespace alembert::io {

/// Multiples of a right angle give exact zeros and ones.
Eigen::Matrix3d rotation_from_rpy(const Eigen::Vector3d& rpy);

/// Accurate also next to pitch = ±90 degrees; the roundest angles that give the same rotation.
Eigen::Vector3d rpy_from_rotation(const Eigen::Matrix3d& rotation);

Eigen::Isometry3d make_pose(const Eigen::Vector3d& xyz, const Eigen::Vector3d& rpy);
Eigen::Isometry3d rotation_about_x(double angle);
Eigen::Isometry3d rotation_about_z(double angle);

bool is_identity(const Eigen::Isometry3d& pose);

}  // namespace alembert::io
