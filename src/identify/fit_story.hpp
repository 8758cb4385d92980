// What is told of a fit beside its parameters: each joint's measurement and drive, and rows to
// plot.
#pragma once

#include <vector>

#include "identify/intervals.hpp"
#include "identify/pilot.hpp"

namespace alembert::identifying {

/// `all` are the parameters, `known` how well those are that were fitted.
std::vector<JointFit> joint_fits(const FitSpace& fit, const Measurement& measured,
                                 const Information& information, const VectorXd& all,
                                 const Intervals& known, const FitScores& scores);

/// Rows of a log with the torques of base parameters `file` and `identified`.
FitTrace trace_of(const ParameterSpace& space, const MeasuredLog& log, const VectorXd& file,
                  const VectorXd& identified, Workers& workers);

}  // namespace alembert::identifying
