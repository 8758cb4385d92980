// What bounds the timing of a path is work, not waiting.
#include "clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace alembert::test::clock_test {

TEST(ThreadSeconds, StandStillWhileTheThreadSleepsAndRunWhileItWorks) {
#ifndef CLOCK_THREAD_CPUTIME_ID
  GTEST_SKIP() << "there is no clock of threads here";
#endif
  const auto begun = Clock::now();
  const double before = thread_seconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const double slept = thread_seconds();
  EXPECT_LT(slept - before, 0.05);
  EXPECT_GE(seconds_since(begun), 0.1);
  while (thread_seconds() - slept < 0.02) {
  }
  EXPECT_GE(seconds_since(begun), 0.12 - 1e-3);
}

}  // namespace alembert::test::clock_test
