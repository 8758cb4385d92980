#include "kernel/workers.hpp"

#include <algorithm>
#include <system_error>

#include "clock.hpp"

namespace alembert {

namespace {

/// Waits a little in case it comes soon: sleeping and being woken takes longer. Whoever else wants
/// the core gets it.
template <typename Condition>
void expect_soon(Condition condition) {
  const auto end = Clock::now() + std::chrono::microseconds(30);
  while (!condition() && Clock::now() < end) std::this_thread::yield();
}

}  // namespace

Workers::Workers(int count)
    : calls_(count > 0 ? count : std::max(1u, std::thread::hardware_concurrency())) {
  try {
    for (int worker = 1; worker < static_cast<int>(calls_.size()); ++worker) {
      threads_.emplace_back([this, worker] { wait_for_work(worker); });
    }
  } catch (const std::system_error&) {
    // As many as the machine gives.
  }
}

Workers::~Workers() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closing_ = true;
  }
  for (Call& call : calls_) call.begin.notify_one();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(int items, int most, const Job& job) {
  call(items, std::max(1, std::min({items, most, count()})), job);
  work(0);
  wait();
}

void Workers::share(int items, const Job& job) {
  std::atomic<int> next = 0;
  const auto take = [&](int worker) {
    for (int item = next++; item < items; item = next++) job(worker, item);
  };
  help(items, std::ref(take));
}

void Workers::help(int most, const std::function<void(int worker)>& job) {
  const Job each = [&](int worker, int) { job(worker); };
  const int parts = std::max(1, std::min(most, count()));
  call(parts, parts, each);
  work(0);
  for (int worker = 1; worker < parts; ++worker) {
    if (at(worker).called.exchange(false)) --busy_;
  }
  wait();
}

void Workers::call(int items, int parts, const Job& job) {
  job_ = &job;
  items_ = items;
  taking_part_ = parts;
  busy_ = parts - 1;
  failure_ = nullptr;
  for (int worker = 1; worker < parts; ++worker) at(worker).called = true;
  if (parts == 1) return;
  mutex_.lock();  // whoever saw itself not called sleeps by the time the lock is free
  mutex_.unlock();
  wake_others(0, parts);
}

void Workers::wake_others(int worker, int parts) {
  for (int other = 2 * worker + 1; other < std::min(2 * worker + 3, parts); ++other) {
    at(other).begin.notify_one();
  }
}

void Workers::wait() {
  expect_soon([&] { return busy_ == 0; });
  std::unique_lock<std::mutex> lock(mutex_);
  end_.wait(lock, [&] { return busy_ == 0; });
  job_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

void Workers::wait_for_work(int worker) {
  Call& call = at(worker);
  const auto wanted = [&] { return call.called || closing_; };
  while (true) {
    expect_soon(wanted);
    if (!wanted()) {
      std::unique_lock<std::mutex> lock(mutex_);
      call.begin.wait(lock, wanted);
    }
    if (closing_) return;
    if (!call.called.exchange(false)) continue;  // too late
    wake_others(worker, taking_part_);
    work(worker);
    if (--busy_ > 0) continue;
    const std::lock_guard<std::mutex> lock(mutex_);
    end_.notify_one();
  }
}

void Workers::work(int worker) {
  const int begin = items_ * worker / taking_part_, end = items_ * (worker + 1) / taking_part_;
  try {
    for (int item = begin; item < end; ++item) (*job_)(worker, item);
  } catch (...) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace alembert
