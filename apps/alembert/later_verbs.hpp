// Verbs that are not in what `./alembert` builds first, which lists them all the same.
#pragma once

#include "command.hpp"

namespace alembert::cli::later {

inline constexpr VerbName convert{"convert",
                                  "Write a robot in another format, and say what is lost"};
inline constexpr VerbName pose{
    "pose", "Poses of links and frames in the world, their velocities and Jacobians"};
inline constexpr VerbName ik{"ik", "Inverse kinematics: joint values that reach a pose"};
inline constexpr VerbName id{
    "id", "Inverse dynamics: the torques (N m; N if it slides) that a motion needs"};
inline constexpr VerbName fd{
    "fd", "Forward dynamics: the accelerations (rad/s^2; m/s^2 if it slides) torques cause"};
inline constexpr VerbName mass{"mass", "Mass matrix: how the joints resist acceleration"};
inline constexpr VerbName new_{"new", "Writes a problem file for a robot, ready to run"};
inline constexpr VerbName human{
    "human", "A person as a robot, by height (m), mass (kg) and sex: 49 joints on a free base"};
inline constexpr VerbName derivatives{"derivatives",
                                      "Exact derivatives of the torques by q (rad), v and a"};
inline constexpr VerbName com{"com",
                              "Centre of mass of the robot (m), its velocity (m/s) and Jacobian"};
inline constexpr VerbName energy{"energy",
                                 "Energy (J): kinetic, of gravity and of springs, at a state"};
inline constexpr VerbName export_{"export",
                                  "A motion as controllers take it: a set point every period"};
inline constexpr VerbName certify{"certify",
                                  "Proves that limits hold at every instant of a motion"};
inline constexpr VerbName simulate{
    "simulate", "A motion under a controller, or a robot left to itself from a state"};
inline constexpr VerbName regressor{"regressor",
                                    "Torques as a matrix times masses (kg) and moments (kg m^2)"};
inline constexpr VerbName identify{
    "identify", "Masses, friction and offsets of a robot (kg, N m) from its own logs"};
inline constexpr VerbName payload{
    "payload", "Mass (kg), centre (m) and inertia of what is in hand, from logs"};
inline constexpr VerbName excite{"excite",
                                 "The motion whose log tells most about a robot's parameters"};
inline constexpr VerbName retime{"retime",
                                 "The fastest timing of a given path, within every limit"};
inline constexpr VerbName sweep{"sweep",
                                "One problem ten thousand times: plan, run, look at what failed"};
inline constexpr VerbName modes{
    "modes", "Natural frequencies and shapes of an arm that bends, where it stands"};
inline constexpr VerbName count{"count",
                                "Operations of every formulation, beside what the papers print"};
inline constexpr VerbName compare{
    "compare", "Every formulation on one robot: do they agree, and what does each cost"};
inline constexpr VerbName table{"table",
                                "Dynamics by looking up: make a table, tell its memory and error"};
inline constexpr VerbName generate{
    "generate", "Straight-line C++, C or CUDA for one robot, without dependencies"};
inline constexpr VerbName bench{"bench",
                                "How long every call takes, beside KDL and MuJoCo in the same run"};
inline constexpr VerbName completion{"completion",
                                     "A script that lets a shell finish verbs and options"};

}  // namespace alembert::cli::later
