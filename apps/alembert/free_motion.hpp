// `alembert simulate ROBOT --q …`: a robot of stiff links left to itself.
#pragma once

#include <string>

#include "command.hpp"
#include "sample_options.hpp"

namespace alembert::cli {

struct FreeArguments {
  SampleOptions state;
  std::string loads;
  bool ideal = false;
};

/// What a run shares with those of planned motions and of robots that bend.
struct FreeOutput {
  std::string robot, gravity, duration, sample, tolerance, csv, plot;
  bool json = false;
};

void add_free_options(Command& command, FreeArguments& options);

/// A robot's file, not a motion or a problem.
bool is_robot_file(const std::string& file);

Exit simulate_free_robot(const FreeArguments& options, const FreeOutput& output);

}  // namespace alembert::cli
