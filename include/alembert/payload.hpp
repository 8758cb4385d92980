// What is in a robot's hand, from logs with it there: mass, centre and inertia, with intervals.
//
//   PayloadEstimate found = identify_payload(robot, {log}, {.frame = "flange", .empty = {before}});
//   found.inertia.mass;
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "alembert/identification.hpp"

namespace alembert {

struct PayloadOptions {
  std::string frame;  ///< a link or frame of the robot; the answer is in its components
  /// Logs of the same arm with an empty hand: its own parameters, friction and offsets are then
  /// taken from them; otherwise the file's inertias, and friction and offsets from the logs.
  std::vector<std::shared_ptr<LogSource>> empty = {};
  IdentifyOptions identify = {};  ///< of both
};

/// A number and the ends of its interval.
struct Interval {
  double value = 0.0, lower = 0.0, upper = 0.0;
  Knowledge knowledge = Knowledge::unknown;
};

struct PayloadEstimate {
  std::string frame;              ///< as in the options
  Inertia inertia;                ///< in the frame; always one that a body can have
  Interval mass;                  ///< kg
  std::vector<Interval> centre;   ///< x, y, z, m
  std::vector<Interval> moments;  ///< about the centre: xx xy xz yy yz zz, kg m^2
  FitScores scores;               ///< `file`: nothing in hand
  std::vector<Finding> findings;
  double seconds = 0.0;
};

/// Throws Error as identify() does, and for frames that there are not.
[[nodiscard]] PayloadEstimate identify_payload(const Robot& robot,
                                               const std::vector<std::shared_ptr<LogSource>>& logs,
                                               const PayloadOptions& options);

}  // namespace alembert
