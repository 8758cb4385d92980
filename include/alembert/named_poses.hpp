// Postures that a robot's file has names for: home, ready, folded.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/robot.hpp"

namespace alembert {

struct NamedPose {
  std::string name;
  std::vector<std::pair<std::string, double>> joints;  ///< coordinate and value, rad or m
};

/// `poses` of the native format, `<keyframe>` of MJCF, and `<group_state>` of SRDF: in the URDF
/// itself or in a file beside it that ends in .srdf. None for a robot without a file. Throws Error.
std::vector<NamedPose> load_poses(const Robot& robot);

/// q of a posture. What it does not name is zero, and named in `left_out` if that is given; names
/// that are none of the model's coordinates are passed over.
Eigen::VectorXd coordinates_of(const NamedPose& pose, const Model& model,
                               std::vector<std::string>* left_out = nullptr);

}  // namespace alembert
