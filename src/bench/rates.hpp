// States a second of a robot's calls, on a device and on this machine's cores: whether a device
// pays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "alembert/gpu_batch.hpp"
#include "clock.hpp"

namespace alembert::bench {

struct GpuRate {
  GeneratedCall call = GeneratedCall::inverse_dynamics;
  bool single = false, fast_sines = false;
  std::size_t states = 0;  ///< of one launch
  // States a second: arrays that stay on the device; from and to pinned arrays of the host; from
  // and to plain matrices.
  double on_device = 0.0, pinned = 0.0, host = 0.0;
  double share = 0.0;   ///< what memory moves of what a copy on the device moves
  std::string refusal;  ///< why there are no figures
};

struct CpuRate {
  GeneratedCall call = GeneratedCall::inverse_dynamics;
  bool single = false;
  int threads = 1;
  double states_per_second = 0.0;
};

struct RateOptions {
  std::vector<GeneratedCall> calls = generated_calls();
  double seconds = 0.3;    ///< for each figure
  std::size_t states = 0;  ///< of a batch; 0: as many as keep everything busy
  int device = 0;
  std::function<void(double share)> progress = [](double) {};
};

/// The least time of one call of `work`, of as many as the seconds hold.
template <typename Work>
double least_seconds(double seconds, Work work) {
  work();  // not timed: the first of anything is slow
  double best = 1e9;
  const Clock::time_point begin = Clock::now();
  do {
    const Clock::time_point start = Clock::now();
    work();
    best = std::min(best, seconds_since(start));
  } while (seconds_since(begin) < seconds);
  return best;
}

/// 1, 2, 4, … and all cores of this machine.
std::vector<int> thread_counts();

/// Every call in float and in double, torques with fast sines, too. Throws Error
/// where there is no device; a call that the device or its compiler does not take is refused alone.
std::vector<GpuRate> gpu_rates(const Model& model, const GpuDevice& device,
                               const RateOptions& options);

/// The same calls by the library's batches, for every number of threads.
std::vector<CpuRate> cpu_rates(const Model& model, const RateOptions& options);

}  // namespace alembert::bench
