// How logs of robots are read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "alembert/robot_log.hpp"

namespace alembert::cli {

class Command;

struct LogOptions {
  std::string torque_constant;
  bool degrees = false;
};

/// --torque-constant and --degrees.
void add_log_options(Command& command, LogOptions& options);
/// Of the files `paths`. Throws Error, UsageError.
std::vector<std::shared_ptr<LogSource>> load_logs(const std::vector<std::string>& paths,
                                                  const Model& model, const LogOptions& options);

}  // namespace alembert::cli
