// All verbs, in the order of the help.
#include "command.hpp"

namespace alembert::cli {

/// What each verb's file defines.
using Add = void(Command& command);
Add add_check, add_info, add_convert, add_pose, add_ik, add_id, add_fd, add_mass, add_com,
    add_energy, add_derivatives, add_regressor, add_identify, add_payload, add_excite, add_new,
    add_human, add_predict, add_retime, add_certify, add_verify, add_simulate, add_export, add_view,
    add_sensitivity, add_sweep, add_modes, add_count, add_compare, add_table, add_generate,
    add_bench, add_completion;

namespace {

constexpr Verb all[] = {
    {"check", "Examine robot files: what is wrong or suspicious, where, and the fix", add_check},
    {"info", "What a robot is made of: its tree, masses, limits and coordinates", add_info},
    {"convert", "Write a robot in another format, and say what is lost", add_convert},
    {"pose", "Poses of links and frames in the world, their velocities and Jacobians", add_pose},
    {"ik", "Inverse kinematics: joint values that reach a pose", add_ik},
    {"id", "Inverse dynamics: the torques (N m; N if it slides) that a motion needs", add_id},
    {"fd", "Forward dynamics: the accelerations (rad/s^2; m/s^2 if it slides) torques cause",
     add_fd},
    {"mass", "Mass matrix: how the joints resist acceleration", add_mass},
    {"com", "Centre of mass of the robot (m), its velocity (m/s) and Jacobian", add_com},
    {"energy", "Energy (J): kinetic, of gravity and of springs, at a state", add_energy},
    {"derivatives", "Exact derivatives of the torques by q (rad), v and a", add_derivatives},
    {"regressor", "Torques as a matrix times masses (kg) and moments (kg m^2)", add_regressor},
    {"identify", "Masses, friction and offsets of a robot (kg, N m) from its own logs",
     add_identify},
    {"payload", "Mass (kg), centre (m) and inertia of what is in hand, from logs", add_payload},
    {"excite", "The motion whose log tells most about a robot's parameters", add_excite},
    {"new", "Writes a problem file for a robot, ready to run", add_new},
    {"human", "A person as a robot, by height (m), mass (kg) and sex: 49 joints on a free base",
     add_human},
    {"predict", "The best motion for a task, within every limit", add_predict},
    {"retime", "The fastest timing of a given path, within every limit", add_retime},
    {"certify", "Proves that limits hold at every instant of a motion", add_certify},
    {"verify", "Simulates a motion's torques forward: do they reproduce the motion?", add_verify},
    {"simulate", "A motion under a controller, or a robot left to itself from a state",
     add_simulate},
    {"export", "A motion as controllers take it: a set point every period", add_export},
    {"view", "A robot, or motions over each other, as a page to look at", add_view},
    {"sensitivity", "How the best objective changes with numbers of the problem", add_sensitivity},
    {"sweep", "One problem ten thousand times: plan, run, look at what failed", add_sweep},
    {"modes", "Natural frequencies and shapes of an arm that bends, where it stands", add_modes},
    {"count", "Operations of every formulation, beside what the papers print", add_count},
    {"compare", "Every formulation on one robot: do they agree, and what does each cost",
     add_compare},
    {"table", "Dynamics by looking up: make a table, tell its memory and error", add_table},
    {"generate", "Straight-line C++, C or CUDA for one robot, without dependencies", add_generate},
    {"bench", "How long every call takes, beside KDL and MuJoCo in the same run", add_bench},
    {"completion", "A script that lets a shell finish verbs and options", add_completion},
};

}  // namespace

std::span<const Verb> verbs() { return all; }

}  // namespace alembert::cli
