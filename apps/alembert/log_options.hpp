// How logs of robots are read.
#pragma once

#include <string>

#include "alembert/robot_log.hpp"

namespace alembert::cli {

class Command;

struct LogOptions {
  std::string torque_constant;
  bool degrees = false;
};

/// --torque-constant and --degrees.
void add_log_options(Command& command, LogOptions& options);
/// Throws UsageError.
LogFormat log_format(const LogOptions& options);

}  // namespace alembert::cli
