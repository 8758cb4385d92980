// A robot with other parameters.
#pragma once

#include <vector>

#include "alembert/robot.hpp"
#include "identify/parameter_space.hpp"

namespace alembert::identifying {

/// What is carried becomes part of the link that carries it: both move together.
Robot with_payloads_in_links(const Robot& robot, std::vector<Finding>* findings);

/// `all` are the parameters of the space; those that are not `free` stay as they were written.
/// Offsets of sensors are not the robot's, unless its springs were fitted.
Robot identified_robot(const Robot& robot, const ParameterSpace& space,
                       const std::vector<int>& free, const VectorXd& all,
                       std::vector<Finding>* findings);

}  // namespace alembert::identifying
