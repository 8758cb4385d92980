// A simulated motion for people, programs, spreadsheets and eyes.
#pragma once

#include <string>

#include "alembert/simulate.hpp"
#include "motion_argument.hpp"
#include "numbers.hpp"

namespace alembert::cli {

/// One run of several: its samples are not kept.
struct RunOutcome {
  unsigned seed = 0;
  bool diverged = false;
  double largest_error = 0.0, worst_time = 0.0;
  std::string worst_joint;
  double final_error = 0.0;  ///< of the worst joint at the end
};

std::string simulation_text(const GivenMotion& given, const SimulateOptions& options,
                            const Simulation& run, double threshold);
std::string runs_text(const GivenMotion& given, const SimulateOptions& options,
                      const std::vector<RunOutcome>& runs, double threshold);

Json simulation_json(const Simulation& run, double threshold);
/// Worst and median, and every run.
Json runs_json(const std::vector<RunOutcome>& runs, double threshold);

/// t, q.NAME, v.NAME, tau.NAME, and the same planned.
std::string simulation_csv(const Model& model, const Simulation& run);

/// Position beside the plan, error, torque beside the plan with limits.
std::string simulation_plot(const GivenMotion& given, const SimulateOptions& options,
                            const Simulation& run);

/// The run with the largest error, or the first that diverged.
const RunOutcome& worst(const std::vector<RunOutcome>& runs);
bool survives(const RunOutcome& run, double threshold);

}  // namespace alembert::cli
