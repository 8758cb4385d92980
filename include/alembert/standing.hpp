// Robots that stand on something: what touches the world, when and how, as a motion problem.
//
// A robot that stands is hung from its foot: the tree begins on the ground, where six coordinates
// place the foot that carries, held at zero while it stands, and one coordinate for each edge that
// it rolls about. So the foot cannot slip, and the torques of the six are what the ground exerts.
// Others that touch are held there by unknown forces.
//
// A robot whose base is fixed may lean on something as well: nothing carries it, and all that touch
// are held by unknown forces.
#pragma once

#include <vector>

#include "alembert/motion_problem.hpp"

namespace alembert {

/// Throws Error for a footing that makes no sense: a patch of no area, ways that overlap.
void check_footing(const Footing& footing);

/// The robot with the ground as its base: hung from the footing that carries, which is the one that
/// touches longest. Coordinates of the ground come first: NAME.x NAME.y NAME.z NAME.rz NAME.ry
/// NAME.rx, and NAME.EDGE for every edge that it rolls about. Throws Error.
[[nodiscard]] Robot on_the_ground(const Robot& robot, const std::vector<Footing>& footings);

/// Contacts, and what is held, of a problem whose model was compiled from such a robot.
void stand(MotionProblem& problem, const std::vector<Footing>& footings);

/// Both: the rest of the problem is to be filled in.
MotionProblem standing(const Robot& robot, const std::vector<Footing>& footings,
                       const CompileOptions& options = {});

/// The robot with the places that it leans on, its base fixed as it is. Throws Error.
[[nodiscard]] Robot beside_places(const Robot& robot, const std::vector<Footing>& footings);

/// Contacts of a problem whose model was compiled from such a robot.
void lean(MotionProblem& problem, const std::vector<Footing>& footings);

/// Both.
MotionProblem leaning(const Robot& robot, const std::vector<Footing>& footings,
                      const CompileOptions& options = {});

/// A weight on jerk for a problem that minimizes torques: without any, the best motion imitates
/// impacts as its grid gets finer. 0 where no torques are minimized. Problem files that stand take
/// it unless they say another.
double little_jerk(const MotionProblem& problem);

/// Throws Error for what contacts of a problem cannot do whatever the motion is: touch where their
/// body must be moving, which is an impact, or hold a robot that begins and ends at rest.
void check_contacts(const MotionProblem& problem);

}  // namespace alembert
