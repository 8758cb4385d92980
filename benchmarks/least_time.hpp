// How long a call takes at its best: what disturbs it makes it longer only.
#pragma once

#include <algorithm>
#include <chrono>

namespace alembert {

/// Seconds a call, the least of as many as fit in `spend` seconds; short ones several at a time.
template <typename Call>
double least_time(Call call, double spend) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9, spent = 0.0;
  int together = 1;
  call();
  while (spent < spend) {
    const auto begin = Clock::now();
    for (int k = 0; k < together; ++k) call();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    spent += seconds;
    best = std::min(best, seconds / together);
    if (seconds < 20e-6) together *= 2;
  }
  return best;
}

}  // namespace alembert
