// `alembert simulate` for a robot whose links bend, with or without a planned motion.
#pragma once

#include <string>

#include "alembert/flexible_simulation.hpp"
#include "alembert/motion_file.hpp"
#include "command.hpp"
#include "free_motion.hpp"

namespace alembert::cli {

struct BendingArguments : RunTimes {
  std::string on, from, to, amplitudes, move = "1", ramp, shaper = "none";
  bool perfect = false, stiff = false, no_stiffening = false;
};

void add_bending_options(Command& command, BendingArguments& options);

/// A native file that describes a robot with flexible links.
bool is_bending_robot(const std::string& file);

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
