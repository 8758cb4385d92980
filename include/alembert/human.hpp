// A person as a robot: 49 joints and a free base, by height, mass and sex.
//
// Frames have x forward, y to the left and z up while the person stands upright with hanging arms,
// which is zero of every joint. Joints are positive as anatomists say it, on both sides: flexion,
// abduction, internal rotation, dorsiflexion, inversion, pronation; of the spine flexion, and
// bending and rotation to the left. So a mirrored posture has left and right swapped, and the signs
// of bending and rotation of the spine changed (`mirrored` below).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alembert/robot.hpp"

namespace alembert {

enum class Sex { female, male };

/// Whom it is about. Throws Error in human() where there is no such person.
struct Person {
  double height = 1.75;  ///< m
  double mass = 77.0;    ///< kg
  Sex sex = Sex::male;   ///< whose tables are taken
};

/// Segments by de Leva (1996), joints and strengths as human_yaml() says, number by number.
Robot human(const Person& person);

/// The robot's file, with the source of each number in its comments.
std::string human_yaml(const Person& person);

/// Joints that a mirror swaps, and those that it turns the other way.
struct MirroredJoints {
  std::vector<std::pair<std::string, std::string>> pairs;  ///< left, right
  std::vector<std::string> reversed;                       ///< of the spine: bending and rotation
};
MirroredJoints mirrored_joints();

}  // namespace alembert
