#include "simulate_json.hpp"

namespace alembert::cli {

Json simulation_json(const Simulation& run, double threshold) {
  Json joints = Json::array();
  for (const JointTracking& joint : run.joints) {
    joints.push_back({{"name", joint.name},
                      {"rms_error", joint.rms_error},
                      {"largest_error", joint.largest_error},
                      {"final_error", joint.final_error},
                      {"peak_torque", joint.peak_torque},
                      {"saturated", joint.saturated}});
  }
  return {{"survives", run.survives(threshold)},
          {"diverged", run.diverged},
          {"end", run.end},
          {"largest_error", run.largest_error},
          {"worst_joint", run.worst_joint},
          {"worst_time", run.worst_time},
          {"joints", std::move(joints)}};
}

Json runs_json(const std::vector<RunOutcome>& runs, double threshold) {
  Json list = Json::array();
  for (const RunOutcome& run : runs) {
    list.push_back({{"seed", run.seed},
                    {"survives", run.survives(threshold)},
                    {"diverged", run.diverged},
                    {"largest_error", run.largest_error},
                    {"worst_joint", run.worst_joint},
                    {"worst_time", run.worst_time},
                    {"final_error", run.final_error}});
  }
  const std::size_t good = survivors(runs, threshold);
  return {{"survives", good == runs.size()},    {"survivors", good},
          {"median_error", median_error(runs)}, {"worst_error", worst(runs).largest_error},
          {"worst_seed", worst(runs).seed},     {"runs", std::move(list)}};
}

}  // namespace alembert::cli
