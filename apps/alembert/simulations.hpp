// What `alembert simulate` does beside following plans of stiff arms: robots that are left to
// themselves (free_motion.cpp), and arms whose links bend, with or without a motion (bending.cpp).
#pragma once

#include <string>

#include "alembert/flexible_simulation.hpp"
#include "alembert/motion_file.hpp"
#include "command.hpp"
#include "mesh_options.hpp"
#include "sample_options.hpp"

namespace alembert::cli {

/// What robots that are left to themselves share with those that bend.
struct RunTimes {
  std::string gravity, duration, sample = "0.01", tolerance = "1e-9";
};

struct FreeArguments {
  SampleOptions state;
  std::string loads;
  bool ideal = false;
};

struct BendingArguments : RunTimes {
  std::string on, from, to, amplitudes, move = "1", ramp, shaper = "none";
  bool perfect = false, stiff = false, no_stiffening = false;
};

/// What becomes of a run, of whatever robot.
struct RunOutput {
  std::string csv, plot, report;
  MeshOptions meshes;
  bool json = false;
};

void add_free_options(Command& command, FreeArguments& options);
void add_bending_options(Command& command, BendingArguments& options);

/// A robot's file, not a motion or a problem.
bool is_robot_file(const std::string& file);
/// A native file that describes a robot with flexible links.
bool is_bending_robot(const std::string& file);

Exit simulate_free_robot(const std::string& file, const FreeArguments& options,
                         const RunTimes& times, const RunOutput& output);
Exit simulate_bending(const std::string& file, const BendingArguments& options,
                      const ControlOptions& control, double hold, const RunOutput& output);
/// A motion that was planned for the robot of --on with stiff links; `names` of its coordinates.
Exit simulate_on_bending(const std::vector<std::string>& names, const Trajectory& motion,
                         const BendingArguments& options, const ControlOptions& control,
                         double hold, const RunOutput& output);
/// A planned motion of such a robot, its joints led as planned or by the controller.
Exit simulate_bending_motion(const MotionFile& file, const Trajectory& motion,
                             const BendingArguments& options, const ControlOptions& control,
                             double hold, const RunOutput& output);

}  // namespace alembert::cli
