// How often intervals hold what is true: trials of other truths, motions and noise.
#pragma once

#include <map>

#include "alembert/base_parameters.hpp"
#include "alembert/identification.hpp"
#include "made_up_log.hpp"

namespace alembert::test {

/// A hand whose fingers follow each other.
inline Robot fingers() {
  return read_yaml(R"(
alembert: robot/1
name: fingers
convention: frames
joints:
  - name: wrist
    origin: {xyz: [0, 0, 0.1]}
    axis: [0, 1, 0]
    limits: {position: [-2, 2], velocity: 2, effort: 20}
    link: {name: palm, mass: 1.2, com: [0.01, 0.02, 0.06], inertia: {xx: 0.004, yy: 0.005, zz: 0.003, xy: 0.0002}}
  - name: left
    parent: palm
    origin: {xyz: [0, 0.04, 0.1]}
    axis: [1, 0, 0]
    limits: {position: [-1, 1], velocity: 3, effort: 5}
    link: {name: left_finger, mass: 0.2, com: [0.001, 0.01, 0.04], inertia: {xx: 0.0002, yy: 0.0002, zz: 0.0001}}
  - name: right
    parent: palm
    origin: {xyz: [0, -0.04, 0.1]}
    axis: [1, 0, 0]
    mimic: {joint: left, ratio: -1}
    link: {name: right_finger, mass: 0.25, com: [0.002, -0.01, 0.03], inertia: {xx: 0.0003, yy: 0.0002, zz: 0.0001}}
)",
                   "fingers.yaml");
}

/// Base parameters of a robot by name, drives and springs among them.
inline std::map<std::string, double> base_values(const Robot& robot) {
  BaseParameterOptions options;
  options.regressor.drives = options.regressor.springs = true;
  const BaseParameters base(compile(robot), options);
  std::map<std::string, double> out;
  for (int b = 0; b < base.count(); ++b) {
    out[base.names()[static_cast<std::size_t>(b)]] = base.parameters()[b];
  }
  return out;
}

/// What a parameter is, for counting: "inertial", "fv" or "fc"; empty for offsets, which are the
/// sensors'.
inline std::string group_of(const std::string& name) {
  const std::string symbol = name.substr(name.rfind('.') + 1);
  if (symbol == "f0") return "";
  return name.find(' ') == std::string::npos && symbol[0] == 'f' ? symbol : "inertial";
}

struct Covered {
  double inside = 0.0, all = 0.0;
  double share() const { return inside / all; }
};

/// Adds one trial, by group.
inline void count_covered(const Identification& found, const Robot& truth,
                          std::map<std::string, Covered>& groups) {
  const std::map<std::string, double> values = base_values(truth);
  for (const ParameterEstimate& p : found.base) {
    const auto at = values.find(p.name);
    const std::string group = group_of(p.name);
    if (at == values.end() || group.empty()) continue;
    groups[group].inside += p.lower <= at->second && at->second <= p.upper ? 1.0 : 0.0;
    groups[group].all += 1.0;
  }
}

inline Identification made_up_trial(const Robot& file, const Robot& truth, const Sensors& sensors,
                                    unsigned seed) {
  IdentifyOptions options;
  options.bootstrap = 0;
  options.threads = 1;
  const RobotLog log = made_up_log(truth, sensors, 1 + seed % 5, seed);
  return identify(file, {log_in_memory(log, compile(file))}, options);
}

}  // namespace alembert::test
