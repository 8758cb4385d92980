// How long calls take, each seeing the same machine as the others, and which machine that is.
#pragma once

#include <functional>
#include <vector>

#include "bench/case.hpp"

namespace alembert::bench {

struct Timing {
  double min_ns = 0.0, median_ns = 0.0;  ///< per state
  int repeats = 0;
};

/// Times the contenders in turn, a short burst each, round after round, until each has had
/// `seconds`: whatever else the machine does meanwhile, it does to all of them. Each burst follows
/// an untimed one, so that nobody pays for the caches that the one before him filled. `progress` is
/// told the share done.
std::vector<Timing> measure(const std::vector<Contender>& contenders, double seconds,
                            const std::function<void(double)>& progress);

/// What the figures were measured on (machine.cpp).
struct Machine {
  std::string processor;  ///< "Neoverse-V1", or what the system calls it
  double ghz = 0.0;       ///< measured, in this program
  std::string compiler;   ///< "GCC 12.2.0"
};

Machine this_machine();

}  // namespace alembert::bench
