// The parts of a native robot file, a file each.
#pragma once

#include "alembert/collision_shapes.hpp"
#include "alembert/flexible_link.hpp"
#include "io/yaml_archive.hpp"

namespace alembert::io {

/// The whole file, described once for reading and writing (yaml_reader.cpp).
void describe_robot(YamlArchive& archive, Robot& robot, LinkShapes& collisions);
/// Its keys. `poses` is for load_poses() (alembert/named_poses.hpp).
const std::vector<std::string>& robot_keys();

/// How joints are placed. The two DH conventions differ in what moves where:
/// docs/robot-format.md draws both.
enum class Convention { dh_standard, dh_modified, frames };

/// Type and placement of the named `joint`: by a DH row, or by origin, axis and tip
/// (yaml_joint.cpp).
void type_field(YamlArchive& a, JointType& type);
void placement_fields(YamlArchive& a, Convention convention, Joint& joint);
/// Limits, friction, rotor, spring and mimic: what only a single degree of freedom can have.
void drive_fields(YamlArchive& a, Joint& joint);

/// Everything a link's map may say but its name and how it bends (yaml_body.cpp).
void body_fields(YamlArchive& a, Link& link, std::vector<Visual>& collisions);
/// `flexible:` of a link (yaml_flexible.cpp).
void flexible_fields(YamlArchive& a, std::shared_ptr<const FlexibleLink>& link);

}  // namespace alembert::io
