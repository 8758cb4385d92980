// The parts of a problem file, a file each. All of them know the problem's model.
#pragma once

#include "alembert/motion_file.hpp"
#include "io/yaml.hpp"

namespace alembert::io {

/// start, goal and waypoints (motion_conditions.cpp).
void read_conditions(const YamlMap& map, MotionProblem& problem);
/// periodic and symmetric (motion_conditions.cpp).
void read_repetition(const YamlMap& map, MotionProblem& problem);

/// limits (motion_limits.cpp).
void read_motion_limits(const YamlValue& value, MotionProblem& problem);

/// smooth: true, or a map; the rest of the problem has been read (motion_limits.cpp).
void read_smooth(const YamlMap& map, MotionProblem& problem);

/// loads, carry and cut_joints (motion_loads.cpp).
void read_timed_loads(const YamlMap& map, MotionProblem& problem);
void read_carried(const YamlMap& map, MotionProblem& problem);
void read_cut_joints(const YamlMap& map, MotionProblem& problem);

/// contacts, which change the robot before it becomes a model (motion_contacts.cpp).
/// bodies (motion_bodies.cpp): what hands push.
std::vector<PushedBody> read_bodies(const YamlMap& map);
Robot robot_with_bodies(const YamlMap& map, const Robot& robot,
                        const std::vector<PushedBody>& bodies);
std::vector<Footing> read_footings(const YamlMap& map);
Robot robot_on_the_ground(const YamlMap& map, const Robot& robot,
                          const std::vector<Footing>& footings);
void read_contacts(const YamlMap& map, const std::vector<Footing>& footings,
                   MotionProblem& problem);
/// The zero-moment point in its support, by itself.
void read_balance(const YamlMap& map, MotionProblem& problem);
/// What the rest of the file decides: a little jerk, and an Error for what contacts cannot do
/// whatever the motion is.
void finish_contacts(const YamlMap& map, MotionProblem& problem);
inline const std::vector<std::string> waypoint_keys = {"name", "at", "q", "pose", "v", "a", "rest"};
/// Name and place of a waypoint, one of `count`; spread evenly where the file does not say
/// (motion_conditions.cpp).
Waypoint read_named_instant(const YamlMap& map, std::size_t number, std::size_t count);

inline const std::vector<std::string> carried_keys = {"name",    "frame", "mass", "com",
                                                      "inertia", "from",  "to",   "solids"};

/// world: a scene's file, or its objects, which become obstacles (scene_problem.cpp).
void read_world(const YamlValue& value, MotionFile& file);

/// path and clearance (motion_space.cpp).
void read_path_limits(const YamlMap& map, MotionProblem& problem);
/// `arm: from-robot` takes the robot's own shapes, and the file tells what was made of them.
void read_clearance(const YamlMap& map, MotionFile& file);

}  // namespace alembert::io
