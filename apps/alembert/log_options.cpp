#include "log_options.hpp"

#include "command.hpp"
#include "numbers.hpp"

namespace alembert::cli {

void add_log_options(Command& command, LogOptions& options) {
  command.option("--torque-constant", "K", options.torque_constant,
                 "N m per A at the joint, one or one a joint: the columns current.NAME (or "
                 "tau.NAME) are currents, A");
  command.flag("--degrees", options.degrees, "positions and their rates are in degrees");
}

std::vector<std::shared_ptr<LogSource>> load_logs(const std::vector<std::string>& paths,
                                                  const Model& model, const LogOptions& options) {
  LogFormat format;
  format.degrees = options.degrees;
  if (!options.torque_constant.empty()) {
    format.torque_constant = parse_numbers(options.torque_constant, "--torque-constant");
  }
  std::vector<std::shared_ptr<LogSource>> logs;
  for (const std::string& path : paths) logs.push_back(log_file(path, model, format));
  return logs;
}

}  // namespace alembert::cli
