// Threads that are kept between calls: work on many small things at once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace alembert {

class Workers {
 public:
  using Job = std::function<void(int worker, int item)>;

  /// `count` in all, the caller's thread included; 0 is one a core. Fewer where the machine gives
  /// no more.
  explicit Workers(int count = 0);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int count() const { return static_cast<int>(threads_.size()) + 1; }

  /// Calls job(worker, item) for items 0 … items - 1 and returns when all are done; each worker has
  /// a run of neighbours. The first exception is thrown again here. Not from two threads at once.
  void run(int items, const Job& job) { run(items, count(), job); }
  /// With no more than `most` workers, for work that is not worth waking all of them.
  void run(int items, int most, const Job& job);
  /// As run(), but whoever is free takes the next item: for items of which some take longer.
  void share(int items, const Job& job);
  /// Calls job(worker) in up to `most` workers, the caller's thread among them, for jobs that take
  /// what is left to do until nothing is: workers that have not begun when the caller's own call
  /// returns are not waited for.
  void help(int most, const std::function<void(int worker)>& job);

 private:
  /// What a thread waits for.
  struct alignas(64) Call {
    std::condition_variable begin;
    std::atomic<bool> called = false;
  };

  void call(int items, int parts, const Job& job);
  void wait();
  void wait_for_work(int worker);
  /// Each wakes two more: the caller alone would take some microseconds for every one.
  void wake_others(int worker, int parts);
  void work(int worker);
  Call& at(int worker) { return calls_[worker]; }

  std::vector<std::thread> threads_;
  std::vector<Call> calls_;
  std::mutex mutex_;
  std::condition_variable end_;
  const Job* job_ = nullptr;  // it and the next are seen by whoever sees itself called
  int items_ = 0, taking_part_ = 0;
  std::atomic<int> busy_ = 0;
  std::atomic<bool> closing_ = false;
  std::exception_ptr failure_;
};

}  // namespace alembert
