// Threads that are kept: as many as the machine gives.
#include "kernel/workers.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace alembert::test::workers_test {

/// While it lives no thread can be started: each would have a stack beyond every address.
class NoThreads {
 public:
  NoThreads() {
    pthread_attr_init(&attributes_);
    pthread_getattr_default_np(&attributes_);
    pthread_attr_getstacksize(&attributes_, &before_);
    set(std::size_t{1} << 56);
  }
  ~NoThreads() {
    set(before_);
    pthread_attr_destroy(&attributes_);
  }

 private:
  void set(std::size_t stack) {
    pthread_attr_setstacksize(&attributes_, stack);
    pthread_setattr_default_np(&attributes_);
  }
  pthread_attr_t attributes_;
  std::size_t before_ = 0;
};

void expect_all_done(Workers& workers) {
  std::atomic<int> sum = 0;
  const auto add = [&](int worker, int item) {
    EXPECT_LT(worker, workers.count());
    sum += item;
  };
  workers.run(100, add);
  EXPECT_EQ(sum, 4950);
  workers.share(100, add);
  EXPECT_EQ(sum, 2 * 4950);
  workers.share(0, add);
  EXPECT_EQ(sum, 2 * 4950);
}

TEST(Workers, WithoutThreadsTheCallerDoesItAll) {
  const NoThreads none;
  EXPECT_THROW(std::thread([] {}).join(), std::system_error);
  Workers workers(8);
  EXPECT_EQ(workers.count(), 1);
  expect_all_done(workers);
}

TEST(Workers, AreAsManyAsAskedFor) {
  Workers workers(5);
  EXPECT_EQ(workers.count(), 5);
  expect_all_done(workers);
}

TEST(Workers, ShareWhatIsLeftWhileOneIsBusy) {
  Workers workers(2);
  std::atomic<int> others = 0;
  workers.share(20, [&](int, int item) {
    if (item > 0) ++others;
    // The first item takes until somebody else has done all others.
    while (item == 0 && others < 19) std::this_thread::yield();
  });
  EXPECT_EQ(others, 19);
}

TEST(Workers, ShareThrowsWhatAnItemThrew) {
  Workers workers(3);
  EXPECT_THROW(workers.share(50,
                             [](int, int item) {
                               if (item == 7) throw std::runtime_error("seven");
                             }),
               std::runtime_error);
  expect_all_done(workers);
}

}  // namespace alembert::test::workers_test
