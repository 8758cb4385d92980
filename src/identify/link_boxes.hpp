// Boxes around the shapes of links, in which their centres of mass have to be.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alembert/robot.hpp"
#include "identify/possible_fit.hpp"

namespace alembert::identifying {

/// Of links whose shapes are all known: meshes are not read.
std::vector<LinkBox> link_boxes(
    const std::vector<std::pair<std::string, std::vector<Visual>>>& shapes);

}  // namespace alembert::identifying
