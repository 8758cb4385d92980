// Verbs that answer a state with numbers of their own: at states of a file or of the command line,
// or along a trajectory.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "command.hpp"
#include "numbers.hpp"
#include "sample_options.hpp"

namespace alembert::cli {

struct StateReportOptions : StatesArguments {
  std::string trajectory, output;
};

/// What a verb makes of a state, in each of the ways it may be asked.
struct StateReport {
  std::vector<std::string> quantities;  ///< of "v", "a" and "tau": what it needs beside q
  std::string ignored;                  ///< "a" or "tau": noted where a table has it
  std::vector<std::string> columns;     ///< of CSV, "x [m]"
  std::function<void(const State& at, std::vector<double>& row)> row;  ///< one number a column
  /// In the order of the file's joints.
  std::function<Json(const State& at, const std::vector<int>& order)> json;
  std::function<std::string(const State& at, const std::vector<int>& order)> text;
  Json units = Json::object();  ///< of the keys of `json`
};

/// --state, --q and the rest, --trajectory, --output and --json.
void add_state_report_options(Command& command, StateReportOptions& options,
                              const std::vector<std::string>& quantities);

/// What the help says about states and trajectories.
std::string state_report_help(const std::vector<std::string>& quantities);

/// Throws Error, UsageError.
Exit run_state_report(const StateReportOptions& options, const Model& model,
                      const StateReport& report);

}  // namespace alembert::cli
