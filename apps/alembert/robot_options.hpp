// The robot a verb works on: how it is named, loaded, examined and compiled.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/robot.hpp"

namespace alembert::cli {

class Command;

struct RobotOptions {
  std::string robot;
  std::string gravity = {};
  bool ideal = false;
  std::string base = "fixed";
  std::vector<std::string> lock = {};
};

/// --lock alone.
void add_lock_option(Command& command, std::vector<std::string>& lock);
/// A robot's file, with the joints of --lock held. Throws Error.
Robot load_held(const std::string& file, const std::vector<LockedJoint>& locked);
/// Of --lock NAME=VALUE, as often as it was given. Throws UsageError.
std::vector<LockedJoint> parse_locks(const std::vector<std::string>& texts);
/// Of --gravity x,y,z, if it was given. Throws UsageError.
std::optional<Eigen::Vector3d> parse_gravity(const std::string& text);

/// ROBOT, --gravity, --ideal, --base and --lock.
void add_robot_options(Command& command, RobotOptions& options);

struct LoadedRobot {
  Robot robot;
  Model model;
};

/// Loads, compiles and lets the doctor have a look; what it finds goes to standard error.
/// Throws Error, UsageError.
LoadedRobot load(const RobotOptions& options);

/// What is likely wrong with the robot, on standard error: errors each, warnings counted (and
/// only told to a terminal).
void report_findings(const Robot& robot);
/// Of a problem's robot, as it was before coordinates of the ground came to it that move nothing.
void report_findings(const MotionFile& file);

}  // namespace alembert::cli
