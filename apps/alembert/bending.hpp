// `alembert simulate` for a robot whose links bend, with or without a planned motion.
#pragma once

#include <string>

#include "alembert/flexible_simulation.hpp"
#include "alembert/motion_file.hpp"
#include "command.hpp"

namespace alembert::cli {

struct BendingArguments {
  std::string on, from, to, amplitudes, gravity;
  std::string move = "1", ramp, duration, shaper = "none", sample = "0.01", tolerance = "1e-9";
  bool perfect = false, stiff = false, no_stiffening = false;
};

/// What a run shares with those of planned motions.
struct BendingOutput {
  std::string robot, csv, plot;
  bool json = false;
  std::string report = {};
  MeshFolders meshes = {};
};

void add_bending_options(Command& command, BendingArguments& options);

/// A native file that describes a robot with flexible links.
bool is_bending_robot(const std::string& file);

Exit simulate_bending(const BendingArguments& options, const ControlOptions& control, double hold,
                      const BendingOutput& output);

/// A motion that was planned for the robot with stiff links; `names` of its coordinates.
Exit simulate_on_bending(const std::vector<std::string>& names, const Trajectory& motion,
                         const BendingArguments& options, const ControlOptions& control,
                         double hold, const BendingOutput& output);

/// A problem of such a robot.
bool is_bending_problem(const MotionProblem& problem);

/// A planned motion of such a robot, its joints led as planned or by the controller.
Exit simulate_bending_motion(const MotionFile& file, const Trajectory& motion,
                             const BendingArguments& options, const ControlOptions& control,
                             double hold, const BendingOutput& output);

}  // namespace alembert::cli
