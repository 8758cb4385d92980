// Places that are to be found with the motion: each axis of one is a coordinate of the model that
// moves nothing and stays what it is.
#pragma once

#include <string>

#include "alembert/footing.hpp"
#include "alembert/motion_problem.hpp"

namespace alembert {

/// Throws Error for axes that leave the plane of the patch.
void check_free_axes(const Footing& footing);

/// The coordinates of a footing that does not carry, on a link that stands still.
void add_found_coordinates(const Footing& footing, const std::string& still, Robot& robot);

/// … and what holds them: the contact is where they say.
void let_be_found(const Footing& footing, std::size_t phase, GroundContact& contact,
                  MotionProblem& problem);

/// How far from what is given the x, y or z of what carries may be held: 0 where it is given.
double travel_of_carrier(const Footing& carrier, const Footing::Phase& phase, int axis);

/// Of what carries, after its coordinates are held.
void let_carrier_be_found(const Footing& carrier, const Footing::Phase& phase,
                          GroundContact& contact, const MotionProblem& problem);

}  // namespace alembert
