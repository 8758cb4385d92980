#include "motion/workers.hpp"

#include <algorithm>

namespace alembert {

Workers::Workers(int count) {
  if (count <= 0) count = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (int worker = 1; worker < count; ++worker) {
    threads_.emplace_back([this, worker] { wait_for_work(worker); });
  }
}

Workers::~Workers() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    closing_ = true;
  }
  begin_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(int items, const Job& job) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    job_ = &job;
    items_ = items;
    busy_ = count() - 1;
    failure_ = nullptr;
    ++round_;
  }
  begin_.notify_all();
  work(0);
  std::unique_lock<std::mutex> lock(mutex_);
  end_.wait(lock, [&] { return busy_ == 0; });
  job_ = nullptr;
  if (failure_) std::rethrow_exception(failure_);
}

void Workers::wait_for_work(int worker) {
  long seen = 0;
  while (true) {
    {
      std::unique_lock<std::mutex> lock(mutex_);
      begin_.wait(lock, [&] { return closing_ || round_ != seen; });
      if (closing_) return;
      seen = round_;
    }
    work(worker);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--busy_ == 0) end_.notify_one();
  }
}

void Workers::work(int worker) {
  const int begin = items_ * worker / count(), end = items_ * (worker + 1) / count();
  try {
    for (int item = begin; item < end; ++item) (*job_)(worker, item);
  } catch (...) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

}  // namespace alembert
