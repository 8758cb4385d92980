// What a fit leaves of prepared logs, row by row: its size, and how long it remembers itself.
#pragma once

#include <vector>

#include "identify/delays.hpp"
#include "identify/information.hpp"

namespace alembert::identifying {

/// Torques of base parameters at every row.
MatrixXd predicted(const ParameterSpace& space, const PreparedLog& rows, const VectorXd& base,
                   Workers& workers);

struct ResidualFacts {
  VectorXd deviation;               ///< robust, one a coordinate
  VectorXd correlation;             ///< s
  std::vector<NoiseMemory> memory;  ///< one a coordinate
  VectorXd remembered;              ///< s: correlation when that is taken off
  VectorXd dependent;               ///< samples that say no more than one
};

ResidualFacts residual_facts(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                             const VectorXd& base, Workers& workers);

}  // namespace alembert::identifying
