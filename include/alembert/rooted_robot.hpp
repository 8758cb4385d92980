// Robots hung from another link: the same mechanism as a tree that begins where the body stands.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"

namespace alembert {

/// The same mechanism as a tree that begins at a link, or at a frame, which becomes a massless link
/// of its name welded where it is. Joints on the way from the old root are turned round: they keep
/// their names, coordinates, limits and drives, and the same coordinates place the two links in the
/// same way, so torques are the same numbers. Joints of several degrees that cannot be turned
/// whole become one-degree joints of the names of their coordinates. Links, frames, masses and
/// shapes stay where they are on the body.
///
/// The new root stands where the old one stood: on the robot's base pose, or free of it if that is
/// how it is compiled (CompileOptions::floating_base).
///
/// A body on the ground may have its freedom written out: joints without motors (effort 0, or of
/// several degrees) in series from a massless base, with massless links between, such as x, z and
/// pitch in a plane. These stay, and carry the new root: their coordinates now say where it is.
/// Throws Error where joints on the way leave what the base's can follow (a hip that rolls, on a
/// base in a plane), for links that bend on the way, and for names that there are not.
[[nodiscard]] Robot rooted_at(const Robot& robot, const std::string& link_or_frame);

/// The robot with its base freed by joints without motors, named base.x and so on, in this order:
/// x y z slide along and rx ry rz turn about the axes of the robot's base pose. {"x", "z", "ry"} is
/// a body in a plane. All six in the order below are those of CompileOptions::floating_base;
/// other orders of the turns are singular elsewhere (each where its middle one is at 90 degrees).
/// The new base is a massless link "ground". Throws Error.
[[nodiscard]] Robot with_free_base(const Robot& robot, const std::vector<std::string>& motions = {
                                                           "x", "y", "z", "rz", "ry", "rx"});

}  // namespace alembert
