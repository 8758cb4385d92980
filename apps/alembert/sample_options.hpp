// The states a verb works on: a JSON file, or numbers on the command line.
#pragma once

#include <string>
#include <vector>

#include "alembert/state.hpp"
#include "robot_options.hpp"

namespace alembert::cli {

class Command;

struct SampleOptions {
  std::string state, q, v, a, tau;

  bool given() const { return !state.empty() || !q.empty(); }
};

/// What a verb is asked about states of a robot.
struct StatesArguments {
  RobotOptions robot;
  SampleOptions samples;
  bool json = false;
};

/// --state and --q, and --v, --a or --tau where `quantities` names them ("v", "a").
void add_sample_options(Command& command, SampleOptions& options,
                        const std::vector<std::string>& quantities);

/// What the help says about state files.
extern const char* const state_file_help;

/// Notes on standard error which of `quantities` a file left out, and warns of values outside
/// limits. Poses are those that `robot_file` names. Throws Error, UsageError.
StateFile read_samples(const SampleOptions& options, const Model& model,
                       const std::vector<std::string>& quantities,
                       const std::string& robot_file = "");

/// For answers that hold for a resting base only: `what` they are. Throws Error if one moves.
void refuse_moving_base(const State& state, const std::string& what);

/// "sample 3" for messages and tables; empty if there is only one.
std::string sample_label(std::size_t index, std::size_t count);
/// The same as a line above a table.
std::string sample_heading(std::size_t index, std::size_t count);

}  // namespace alembert::cli
