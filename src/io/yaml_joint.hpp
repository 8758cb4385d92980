// The part of a native robot file that says where a joint is, how it moves and what holds it back.
#pragma once

#include "alembert/robot.hpp"
#include "io/yaml_archive.hpp"

namespace alembert::io {

/// How joints are placed. The two DH conventions differ in what moves where:
/// docs/robot-format.md draws both.
enum class Convention { dh_standard, dh_modified, frames };

/// Type and placement of the named `joint`: by a DH row, or by origin, axis and tip.
void type_field(YamlArchive& a, JointType& type);
void placement_fields(YamlArchive& a, Convention convention, Joint& joint);
/// Limits, friction, rotor, spring and mimic: what only a single degree of freedom can have.
void drive_fields(YamlArchive& a, Joint& joint);

}  // namespace alembert::io
