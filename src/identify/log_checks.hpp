// Logs that are likely not what they should be: units, signs, joints that never moved, channels
// that say nothing. An Error where nothing could come of it, a Finding otherwise.
#pragma once

#include <vector>

#include "identify/parameter_space.hpp"
#include "identify/prepared_log.hpp"

namespace alembert::identifying {

/// Before anything is made of it. Throws Error.
void check_log(const RobotLog& log, const Model& model, std::vector<Finding>* findings);

/// What was done to a log.
void tell_preparation(const RobotLog& log, const Model& model, const LogSettings& settings,
                      const PreparedLog& rows, std::vector<Finding>* findings);

/// Measured torques against those that the file's robot needs: `measured` and `file` have a row an
/// instant.
void check_signs(const std::string& log, const Model& model, const MatrixXd& measured,
                 const MatrixXd& file, std::vector<Finding>* findings);

}  // namespace alembert::identifying
