// How long things take.
#pragma once

#include <chrono>
#include <ctime>

namespace alembert {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// s of the processor that this thread has had: what bounds a search by its work, whatever else the
/// machine does meanwhile.
inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
#endif
  return seconds_since(Clock::time_point{});
}

}  // namespace alembert
