// What is told of a fit: every parameter with its interval, and of those that are not known which
// motion would tell; each joint's measurement and drive, and rows to plot.
#pragma once

#include <vector>

#include "identify/intervals.hpp"
#include "identify/pilot.hpp"

namespace alembert::identifying {

std::vector<ParameterEstimate> judge_parameters(const FitSpace& space, const Intervals& known,
                                                const VectorXd& u);
/// Of the parameters that were judged, in their order.
MatrixXd covariance_of(const FitSpace& space, const Intervals& known,
                       const std::vector<ParameterEstimate>& parameters);
std::vector<ParameterEstimate> judge_base(const FitSpace& space, const Intervals& known,
                                          const VectorXd& u);

/// `all` are the parameters, `known` how well those are that were fitted.
std::vector<JointFit> joint_fits(const FitSpace& fit, const Measurement& measured,
                                 const Information& information, const VectorXd& all,
                                 const Intervals& known, const FitScores& scores);

/// Rows of a log with the torques of base parameters `file` and `identified`.
FitTrace trace_of(const ParameterSpace& space, const MeasuredLog& log, const VectorXd& file,
                  const VectorXd& identified, Workers& workers);

}  // namespace alembert::identifying
