// id and fd over a CSV file, row by row.
#pragma once

#include "dynamics.hpp"

namespace alembert::cli {

void run_trajectory(const DynamicsOptions& options, const DynamicsVerb& verb, const Model& model,
                    DynamicsSolver& solver, Loads loads);

}  // namespace alembert::cli
