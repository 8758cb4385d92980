// A simulated motion for programs.
#pragma once

#include "alembert/report.hpp"
#include "numbers.hpp"

namespace alembert::cli {

Json simulation_json(const Simulation& run, double threshold);
/// Worst and median, and every run.
Json runs_json(const std::vector<RunOutcome>& runs, double threshold);

}  // namespace alembert::cli
