// alembert bench --gpu: a device beside this machine's cores.
#pragma once

#include "alembert/robot.hpp"
#include "command.hpp"

namespace alembert::cli {

/// `call` names one of the generated calls, or is empty for all of them. Throws Error where there
/// is no device.
Exit run_gpu_bench(const Robot& robot, const std::string& call, double seconds, bool json);

}  // namespace alembert::cli
