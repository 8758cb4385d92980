#include "alembert/simulation_runs.hpp"

#include <algorithm>

#include "io/document_text.hpp"
#include "io/document_words.hpp"

namespace alembert {

namespace {

io::OrderedJson head(const std::string& name, Controller controller, double threshold) {
  return {{"name", name},
          {"controller", word_of(controller)},
          {"threshold", threshold},
          {"units", {{"error", "rad (m)"}, {"torque", "N m (N)"}, {"time", "s"}}}};
}

}  // namespace

RunOutcome outcome(const Simulation& run, unsigned seed) {
  RunOutcome kept{seed, run.diverged, run.largest_error, run.worst_time, run.worst_joint, 0.0};
  for (const JointTracking& joint : run.joints) {
    kept.final_error = std::max(kept.final_error, joint.final_error);
  }
  return kept;
}

const RunOutcome& worst(const std::vector<RunOutcome>& runs) {
  return *std::max_element(runs.begin(), runs.end(), [](const RunOutcome& a, const RunOutcome& b) {
    return std::pair(a.diverged, a.largest_error) < std::pair(b.diverged, b.largest_error);
  });
}

std::size_t survivors(const std::vector<RunOutcome>& runs, double threshold) {
  return static_cast<std::size_t>(std::count_if(
      runs.begin(), runs.end(), [&](const RunOutcome& run) { return run.survives(threshold); }));
}

double median_error(const std::vector<RunOutcome>& runs) {
  std::vector<double> errors;
  for (const RunOutcome& run : runs) errors.push_back(run.diverged ? infinity : run.largest_error);
  std::sort(errors.begin(), errors.end());
  const std::size_t half = errors.size() / 2;
  return errors.size() % 2 == 1 ? errors[half] : 0.5 * (errors[half - 1] + errors[half]);
}

std::string write_simulation(const std::string& name, Controller controller, double threshold,
                             const Simulation& run) {
  const auto joint_json = [](const JointTracking& joint) {
    return io::OrderedJson{{"name", joint.name},
                           {"rms_error", joint.rms_error},
                           {"largest_error", joint.largest_error},
                           {"final_error", joint.final_error},
                           {"peak_torque", joint.peak_torque},
                           {"saturated", joint.saturated}};
  };
  io::OrderedJson document = head(name, controller, threshold);
  document.update({{"survives", run.survives(threshold)},
                   {"diverged", run.diverged},
                   {"end", run.end},
                   {"largest_error", run.largest_error},
                   {"worst_joint", run.worst_joint},
                   {"worst_time", run.worst_time},
                   {"joints", io::json_list(run.joints, joint_json)}});
  return io::document_text(document);
}

std::string write_simulation(const std::string& name, Controller controller, double threshold,
                             const std::vector<RunOutcome>& runs) {
  const auto run_json = [&](const RunOutcome& run) {
    return io::OrderedJson{{"seed", run.seed},
                           {"survives", run.survives(threshold)},
                           {"diverged", run.diverged},
                           {"largest_error", run.largest_error},
                           {"worst_joint", run.worst_joint},
                           {"worst_time", run.worst_time},
                           {"final_error", run.final_error}};
  };
  const std::size_t good = survivors(runs, threshold);
  io::OrderedJson document = head(name, controller, threshold);
  document.update({{"survives", good == runs.size()},
                   {"survivors", good},
                   {"median_error", median_error(runs)},
                   {"worst_error", worst(runs).largest_error},
                   {"worst_seed", worst(runs).seed},
                   {"runs", io::json_list(runs, run_json)}});
  return io::document_text(document);
}

}  // namespace alembert
