// The answer to a motion problem: a motion, what it is worth and what holds it back.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "alembert/trajectory.hpp"

namespace alembert {

enum class MotionStatus {
  solved,
  solved_to_lower_accuracy,
  infeasible,
  iteration_limit,
  interrupted
};
const char* to_string(MotionStatus status);

/// A limit that is passed or touched: which, where, by how much.
struct LimitNote {
  std::string limit;   ///< "torque", "position", "clearance"
  std::string entry;   ///< "joint2", or what of it
  double time = 0.0;   ///< s, where it is worst
  double value = 0.0;  ///< there
  double bound = 0.0;
  /// Beyond the bound, as a share of the limit (or of its scale, where the limit is 0).
  double violation = 0.0;
  std::string unit = {};  ///< of value and bound: "N m"; empty for cosines

  std::string text() const;
};

struct MotionProgress {
  int round = 0;  ///< of certification
  int iteration = 0;
  double objective = 0.0;
  double violation = 0.0;
};

struct Solution {
  MotionStatus status = MotionStatus::infeasible;
  std::string message;  ///< what to know about the status, in words
  Trajectory motion;
  double objective = 0.0;
  std::vector<std::pair<std::string, double>> objective_terms;  ///< name, weighted value
  double largest_violation = 0.0;                               ///< anywhere on the curve
  std::vector<LimitNote> violations;  ///< beyond the tolerance, worst first
  std::vector<LimitNote> active;      ///< limits that hold the motion back
  std::vector<MotionProgress> history;
  int iterations = 0, rounds = 0, start = 0;
  double seconds = 0.0;

  std::string summary() const;
};

}  // namespace alembert
