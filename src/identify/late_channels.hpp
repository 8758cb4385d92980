// Which channels are late, and by how much.
#pragma once

#include "identify/delays.hpp"

namespace alembert::identifying {

/// How much it takes to believe in a delay.
struct DelayEvidence {
  double step = 0.0;     ///< s, from sample to sample
  VectorXd correlation;  ///< s, of each joint's residuals
  VectorXd dependent;    ///< samples that say no more than one
  static constexpr double deviations = 4.0;
};

/// The fewest delays that explain what delays can: one for all torques, of single torques and of
/// single positions, together, so that none stands for another.
ChannelDelays late_channels(const DelayEquations& equations, const DelayEvidence& evidence);

}  // namespace alembert::identifying
