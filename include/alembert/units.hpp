// The units of what joints do.
#pragma once

#include "alembert/model.hpp"

namespace alembert {

enum class JointQuantity { position, velocity, acceleration, jerk, torque, power };

/// "rad", "rad/s", … of a coordinate that turns, "m", "m/s", … of one that slides.
const char* unit(bool angular, JointQuantity quantity);
inline const char* unit(const Coordinate& coordinate, JointQuantity quantity) {
  return unit(coordinate.angular, quantity);
}

}  // namespace alembert
