// What the world exerts on a body that stands on it, from the torques of its base's coordinates.
#pragma once

#include "alembert/kinematics.hpp"

namespace alembert {

/// Inverse dynamics of a body whose base is free (CompileOptions::floating_base, with_free_base())
/// give in the base's coordinates the forces along and about their axes that the world must exert
/// on the root. For base.x base.y base.z base.rz base.ry base.rx these are, at the root's origin,
///
///   tau[0..2]   the force, in the components of Model::mount()
///   tau[3..5]   the moment about z of the mount, about y as turned by rz, about x as turned by
///   both
///
/// This makes one wrench of them: [force; moment] on the root, about the frame's origin, in the
/// frame's own components or in world's. The frame must be on the root link: it moves with the
/// base's coordinates alone (Error otherwise). What a base with fewer than six cannot tell, a
/// sideways force of a planar one for example, is zero. Angles must be off the chart's singularity
/// (base.ry = 90 degrees). `at` has been updated to the instant's q.
Eigen::Matrix<double, 6, 1> root_wrench(const Kinematics<double>& at, FrameId frame,
                                        VecIn<double> tau, Load::Axes axes = Load::Axes::frame);

}  // namespace alembert
