// What a fit leaves of prepared logs, row by row: its size, how long it remembers itself, and
// whether torques come late.
#pragma once

#include <vector>

#include "identify/information.hpp"

namespace alembert::identifying {

/// Torques of base parameters at every row.
Eigen::MatrixXd predicted(const ParameterSpace& space, const PreparedLog& rows,
                          const Eigen::VectorXd& base, Workers& workers);

struct ResidualFacts {
  Eigen::VectorXd deviation;           ///< robust, one a coordinate
  Eigen::VectorXd correlation;         ///< s
  std::vector<NoiseMemory> memory;     ///< one a coordinate
  Eigen::VectorXd remembered;          ///< s: correlation when that is taken off
  Eigen::VectorXd delay, delay_error;  ///< s, beside the delays that are there already
  /// Of the squared residuals, how much less a delay would leave.
  Eigen::VectorXd delay_gain;
  /// The same delay for all channels.
  double common_delay = 0.0, common_error = infinity, common_gain = 0.0;
  Eigen::VectorXd dependent;  ///< samples that say no more than one
};

ResidualFacts residual_facts(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                             const Eigen::VectorXd& base, Workers& workers);

}  // namespace alembert::identifying
