// `alembert simulate ROBOT --q …`: a robot of stiff links left to itself.
#pragma once

#include <string>

#include "command.hpp"
#include "mesh_options.hpp"
#include "sample_options.hpp"

namespace alembert::cli {

struct FreeArguments {
  SampleOptions state;
  std::string loads;
  bool ideal = false;
};

/// What robots that are left to themselves share with those that bend.
struct RunTimes {
  std::string gravity, duration, sample = "0.01", tolerance = "1e-9";
};

/// What becomes of a run, of whatever robot.
struct RunOutput {
  std::string csv, plot, report;
  MeshOptions meshes;
  bool json = false;
};

void add_free_options(Command& command, FreeArguments& options);

/// A robot's file, not a motion or a problem.
bool is_robot_file(const std::string& file);

Exit simulate_free_robot(const std::string& file, const FreeArguments& options,
                         const RunTimes& times, const RunOutput& output);

}  // namespace alembert::cli
