// Which coordinates of a robot on the ground only place it there, and which have motors.
#pragma once

#include <vector>

#include "alembert/motion_sample.hpp"

namespace alembert {

/// Whether no motor moves a coordinate, because it only places the robot on the ground, or a body
/// in its hand: the torque that it would need is part of what the contacts, or the hand, exert, and
/// told as that.
bool is_of_ground(const MotionRequest& problem, int coordinate);
/// Of so many coordinates those.
std::vector<int> coordinates_of_ground(const MotionRequest& problem, int coordinates);

/// Of so many coordinates those that are not the ground's, in their order.
std::vector<int> own_coordinates(const MotionRequest& problem, int coordinates);
/// Samples of those alone.
std::vector<MotionSample> only(const std::vector<int>& coordinates,
                               const std::vector<MotionSample>& samples);

/// m, world: how far from what its `place` says a contact is where q has the robot, because that
/// was to be found.
Eigen::Vector3d found_shift(const GroundContact& contact,
                            const Eigen::Ref<const Eigen::VectorXd>& q);

/// Whether a coordinate of the ground is held at a value for part of the motion: a limit there
/// holds nothing back.
bool rests_at(const MotionRequest& problem, int coordinate, double value);

}  // namespace alembert
