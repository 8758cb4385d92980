// Named postures of an MJCF file. Knows no MuJoCo, so that builds without it have it too.
#pragma once

#include <string>
#include <vector>

#include "alembert/named_poses.hpp"

namespace alembert::mjcf {

/// None in a build without MuJoCo.
std::vector<NamedPose> keyframes(const std::string& text, const std::string& file);

}  // namespace alembert::mjcf
