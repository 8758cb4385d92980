// A stretch of a log made fit for a regressor: positions smoothed and differentiated, torques moved
// to their instants, what is bad marked.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "alembert/robot_log.hpp"
#include "identify/matrices.hpp"
#include "kernel/workers.hpp"

namespace alembert::identifying {

/// What is known of the measurement of one coordinate.
struct Channel {
  double cutoff = 0.0;          ///< Hz, of positions
  double position_noise = 0.0;  ///< rad or m
  double position_far = 0.0;    ///< what is further from its neighbours is none of theirs
  double speed_noise = 0.0;     ///< of the smoothed velocity
  double top_speed = 0.0;
  double delay = 0.0;                               ///< s, of torques
  double position_delay = 0.0;                      ///< s
  double offset = 0.0;                              ///< of torques, known beforehand
  double torque_floor = 0.0, torque_ceiling = 0.0;  ///< where they saturate
  double torque_jump = 0.0;  ///< what a sample may be away from its neighbours
};

struct LogSettings {
  std::vector<Channel> channels;
  double step = 0.0;            ///< s, the clock's median
  bool measured_rates = false;  ///< v and a are the log's own
  double cut = 0.0;             ///< s, left out at the ends of every unbroken stretch
  double gap = 0.0;             ///< s without rows that breaks a log
  int average = 1;              ///< samples made one
};

/// Why samples were left out: counted per coordinate.
enum class LeftOut { missing, position_outlier, torque_outlier, saturated, turning, stale, count };

struct PreparedLog {
  VectorXd t;
  MatrixXd q, v, a, tau;
  Eigen::Matrix<char, Eigen::Dynamic, Eigen::Dynamic> usable;  ///< of tau, instants x coordinates
  std::array<std::vector<Index>, static_cast<std::size_t>(LeftOut::count)> left_out;
  std::vector<double> gaps;  ///< instants at which a log was broken

  void append(const PreparedLog& more);
  Index rows() const { return t.size(); }
};

/// So many rows from one on.
RobotLog rows_of(const RobotLog& log, Index first, Index count);

/// What a first look at a log says about its channels: clock, bandwidths, noise, saturation.
/// Torque delays are zero. `cutoff` > 0 is used instead of the data's own.
LogSettings look_at(const RobotLog& log, const Model& model, double cutoff);

/// The rows from `begin` to `end` s, those near ends of unbroken stretches left out. Channels are
/// shared out to workers, where there are any.
PreparedLog prepare(const RobotLog& log, const LogSettings& settings, double begin, double end,
                    Workers* workers = nullptr);

/// Calls `use` with one prepared stretch after the other, through windows that overlap where
/// smoothing needs neighbours; memory does not grow with the log. Returns how many rows were read.
Index for_each_stretch(LogSource& source, const LogSettings& settings, Workers& workers,
                       const std::function<void(const PreparedLog&)>& use);

}  // namespace alembert::identifying
