// Motions as messages `trajectory_msgs/JointTrajectory` of ROS 2.
#pragma once

#include <string>
#include <vector>

#include "alembert/motion_document.hpp"

namespace alembert {

/// As `ros2 topic pub` and parameter files take it: joint_names and points with positions,
/// velocities, accelerations, effort and time_from_start.
std::string joint_trajectory_yaml(const std::vector<std::string>& joints,
                                  const std::vector<MotionSample>& points);
/// The same as one JSON object.
std::string joint_trajectory_json(const std::vector<std::string>& joints,
                                  const std::vector<MotionSample>& points);

/// Of a document's samples: joints that have motors, not what places a robot on the ground.
std::string joint_trajectory_yaml(const MotionDocument& document);
std::string joint_trajectory_json(const MotionDocument& document);

}  // namespace alembert
