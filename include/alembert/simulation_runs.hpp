// Many runs of one motion: what is kept of each, and what they say together.
#pragma once

#include <string>
#include <vector>

#include "alembert/simulate.hpp"

namespace alembert {

/// One run of several: its samples are not kept.
struct RunOutcome {
  unsigned seed = 0;
  bool diverged = false;  ///< broke off, as Simulation::diverged
  double largest_error = 0.0, worst_time = 0.0;
  std::string worst_joint;
  double final_error = 0.0;  ///< of the worst joint at the end

  bool survives(double threshold) const { return !diverged && largest_error <= threshold; }
};

/// What is kept of a run.
RunOutcome outcome(const Simulation& run, unsigned seed);
/// The run with the largest error, or the first that diverged.
const RunOutcome& worst(const std::vector<RunOutcome>& runs);
std::size_t survivors(const std::vector<RunOutcome>& runs, double threshold);
double median_error(const std::vector<RunOutcome>& runs);

/// One JSON document: of one run every joint, of several worst, median and every run.
std::string write_simulation(const std::string& name, Controller controller, double threshold,
                             const Simulation& run);
std::string write_simulation(const std::string& name, Controller controller, double threshold,
                             const std::vector<RunOutcome>& runs);

}  // namespace alembert
