// Channels that are late: torques behind positions, and positions behind each other. A torque that
// comes late by d misses -d times its slope; of positions that come late by e the torques of all
// joints miss e times what they change by as that position alone goes on.
#pragma once

#include <vector>

#include "identify/information.hpp"

namespace alembert::identifying {

struct ResidualFacts;

/// One a coordinate, s.
struct ChannelDelays {
  Eigen::VectorXd torque, torque_error, position, position_error;

  ChannelDelays() = default;
  explicit ChannelDelays(int dofs)
      : torque(Eigen::VectorXd::Zero(dofs)),
        torque_error(torque),
        position(torque),
        position_error(torque) {}

  bool none() const { return torque.isZero(0.0) && position.isZero(0.0); }
  void apply(LogSettings& settings) const;
};

/// Delays beside those that the rows were prepared with.
struct DelaysFound {
  ChannelDelays delays;
  /// Of the squared residuals, how much less each would leave.
  Eigen::VectorXd torque_gain, position_gain;
  double common = 0.0, common_error = infinity, common_gain = 0.0;  ///< one for all torques
};

/// Of torques, all together; of positions, each as if it alone were late. `base` are the parameters
/// that `facts` are of.
DelaysFound torque_delays(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                          const Eigen::VectorXd& base, const ResidualFacts& facts,
                          Workers& workers);
DelaysFound position_delays(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                            const Eigen::VectorXd& base, const ResidualFacts& facts,
                            Workers& workers);

}  // namespace alembert::identifying
