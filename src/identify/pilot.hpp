// How logs were measured: a first look at their first rows, and fits with hardly a prior until
// delays, noise and outliers no longer change.
#pragma once

#include <memory>
#include <vector>

#include "identify/possible_fit.hpp"
#include "identify/residuals.hpp"

namespace alembert::identifying {

/// No torque is taken for more exact than this share of its size: else nothing would keep bodies
/// possible.
constexpr double finest = 1e-9;
/// The prior of fits that only have to be near: next to none.
constexpr double hardly = 1e-7;

struct MeasuredLog {
  RobotLog head;  ///< the first rows
  LogSettings settings;
  PreparedLog rows;   ///< of the head
  bool whole = true;  ///< the head is all of it
};

/// Looks at the first rows of a log. Throws Error for what cannot be used.
MeasuredLog look_at_log(LogSource& source, const Model& model, const IdentifyOptions& options,
                        std::vector<Finding>* findings);

/// What logs say about how they were measured.
struct Measurement {
  std::vector<MeasuredLog> logs;
  VectorXd torque, speed;  ///< sizes
  VectorXd weights;        ///< of what is new in each sample
  VectorXd reference;      ///< base parameters that residuals are those of
  VectorXd outlying;       ///< residuals beyond are no noise
  ResidualFacts facts;
  ChannelDelays delays;  ///< those that settings have, with their errors

  double block_seconds() const;
  /// Whether some channel is.
  bool late() const { return !delays.none(); }
};

/// Throws Error as look_at_log does.
Measurement measure(const std::vector<std::shared_ptr<LogSource>>& logs,
                    const ParameterSpace& space, const std::vector<LinkBox>& boxes,
                    const IdentifyOptions& options, Workers& workers,
                    std::vector<Finding>* findings);

}  // namespace alembert::identifying
