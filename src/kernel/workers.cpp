#include "kernel/workers.hpp"

#include <algorithm>

namespace alembert {

Workers::Workers(int count)
    : calls_(static_cast<std::size_t>(
          count > 0 ? count : std::max(1u, std::thread::hardware_concurrency()))) {
  for (int worker = 1; worker < static_cast<int>(calls_.size()); ++worker) {
    threads_.emplace_back([this, worker] { wait_for_work(worker); });
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
  std::unique_lock<std::mutex> lock(mutex_);
  wait(lock);
}

void Workers::help(int most, const std::function<void(int worker)>& job) {
  const Job each = [&](int worker, int) { job(worker); };
  const int parts = std::max(1, std::min(most, count()));
  call(parts, parts, each);
  work(0);
  std::unique_lock<std::mutex> lock(mutex_);
  for (int worker = 1; worker < parts; ++worker) {
    bool& called = calls_[static_cast<std::size_t>(worker)].called;
    if (called) --busy_;
    called = false;
  }
  wait(lock);
}

void Workers::call(int items, int parts, const Job& job) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    job_ = &job;
    items_ = items;
    taking_part_ = parts;
    busy_ = parts - 1;
    failure_ = nullptr;
    for (int worker = 1; worker < parts; ++worker) {
      calls_[static_cast<std::size_t>(worker)].called = true;
    }
  }
  for (int worker = 1; worker < parts; ++worker) {
    calls_[static_cast<std::size_t>(worker)].begin.notify_one();
  }
}

void Workers::wait(std::unique_lock<std::mutex>& lock) {
  end_.wait(lock, [&] { return busy_ == 0; });
  job_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

void Workers::wait_for_work(int worker) {
  Call& call = calls_[static_cast<std::size_t>(worker)];
  while (true) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      call.begin.wait(lock, [&] { return closing_ || call.called; });
      if (closing_) return;
      call.called = false;
    }
    work(worker);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--busy_ == 0) end_.notify_one();
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
