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
  VectorXd torque, torque_error, position, position_error;

  ChannelDelays() = default;
  explicit ChannelDelays(int dofs)
      : torque(VectorXd::Zero(dofs)),
        torque_error(torque),
        position(torque),
        position_error(torque) {}

  std::vector<int> late_positions() const;
  bool none() const { return torque.isZero(0.0) && position.isZero(0.0); }
  void apply(LogSettings& settings) const;
  /// Those of torques, then those of positions.
  VectorXd both() const;
};

/// Normal equations of all delays, torques' first, then positions', beside all parameters: what
/// parameters explain as well is no delay. They are of whole delays, not of what is still missing.
struct DelayEquations {
  MatrixXd own;
  VectorXd pull;
  VectorXd size;         ///< of `own`, had there been no parameters
  double squares = 0.0;  ///< of weighted residuals without any delay
};

/// `base` are the parameters that `facts` are of, `now` the delays that logs were prepared with.
DelayEquations delay_equations(const ParameterSpace& space, const std::vector<PreparedLog>& logs,
                               const VectorXd& base, const ResidualFacts& facts,
                               const ChannelDelays& now, Workers& workers);

/// What torques change by as one position alone goes on, at row i, of base parameters: one column a
/// position of `moving`, from the rows beside.
void position_slopes(const PreparedLog& log, Index i, const std::vector<int>& moving,
                     const VectorXd& base, ParameterSpace::Rows& regressor, MatrixXd& slopes);

}  // namespace alembert::identifying
