// How long a call takes.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace alembert::cli {

struct CallTime {
  double fastest = 0.0, median = 0.0;  ///< ns
};

/// Repeats a call in batches long enough for the clock. The fastest batch is the least disturbed.
template <typename Call>
CallTime time_call(Call call) {
  using Clock = std::chrono::steady_clock;
  constexpr int batches = 9;
  constexpr double batch_ns = 5e5;
  const auto batch = [&](long calls) {
    const auto start = Clock::now();
    for (long i = 0; i < calls; ++i) call();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() /
           static_cast<double>(calls);
  };
  batch(3);  // warms up
  const long calls = std::max(1L, static_cast<long>(batch_ns / std::max(1.0, batch(3))));
  std::vector<double> times;
  for (int b = 0; b < batches; ++b) times.push_back(batch(calls));
  std::sort(times.begin(), times.end());
  return {times.front(), times[batches / 2]};
}

}  // namespace alembert::cli
