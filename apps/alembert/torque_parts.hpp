// `alembert id --parts`: what torques are made of.
#pragma once

#include "dynamics.hpp"

namespace alembert::cli {

Exit run_torque_parts(const DynamicsOptions& options);

}  // namespace alembert::cli
