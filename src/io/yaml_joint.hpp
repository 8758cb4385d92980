// The part of a native robot file that says where a joint is, how it moves and what holds it back.
#pragma once

#include <string>
#include <vector>

#include "alembert/robot.hpp"
#include "io/yaml.hpp"

namespace alembert::io {

/// How joints are placed. The two DH conventions differ in what moves where:
/// docs/robot-format.md draws both.
enum class Convention { dh_standard, dh_modified, frames };

/// Every key a joint may have.
const std::vector<std::string>& joint_keys();

/// Type, placement, limits, friction, rotor, spring and mimic of the named `joint`.
void read_motion(const YamlMap& map, Convention convention, Joint& joint);

}  // namespace alembert::io
