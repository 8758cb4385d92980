// Bodies on the ground: where they touch, when, and what carries them.
#pragma once

#include <Eigen/Geometry>

#include "alembert/motion_problem.hpp"

namespace alembert {

/// Coordinates that place a body on the ground: x, y, z, then turns about z, y, x.
inline constexpr int placing_coordinates = 6;

/// In the world.
Eigen::Isometry3d place_of(const Model& model, const GroundContact& contact);

/// Components in which a body that does not carry is held: those in which it is pushed, but for
/// the turn about y of one that rolls; of one that slides all but x.
std::vector<int> held_components(const GroundContact& contact);

/// Components that are unknown forces of a body that does not carry: of one that slides what
/// presses, and moments about x and y.
std::vector<int> pushed_components(const GroundContact& contact);

/// Force and moment, in components of the place, of its unknown forces.
Eigen::Matrix<double, 6, 1> wrench_of(const GroundContact& contact, VecIn<double> forces);

/// Does something carry the body in a segment? Else it flies.
bool is_carried(const MotionProblem& problem, int segment);

/// Does something else of the same name touch until the contact begins, or from its end on?
bool goes_before(const MotionProblem& problem, const GroundContact& contact);
bool goes_on(const MotionProblem& problem, const GroundContact& contact);

/// Is what carries without load there: another contact hands over to it, or it leaves the ground?
bool begins_without_load(const MotionProblem& problem, const GroundContact& contact);
bool ends_without_load(const MotionProblem& problem, const GroundContact& contact);

/// N, of the model; 1 where nothing falls.
double weight_of(const Model& model);

/// Of the wrench that carries (force, moment): the torque that is each component.
constexpr int carrying_torque(int component) { return component < 3 ? component : 8 - component; }

/// Components of what carries that some motion of the robot asks for: all of them, but for
/// mechanisms that move in a plane.
std::vector<int> carried_components(const Model& model);

}  // namespace alembert
