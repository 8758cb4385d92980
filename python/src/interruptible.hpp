// Long jobs that Ctrl-C ends: they run in a thread of their own while this one listens.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>

#include "bindings.hpp"

namespace alembert::python {

/// Runs the job without the GIL. At Ctrl-C `stop` is set and PythonError thrown at once, with
/// KeyboardInterrupt set; the job, which owns all it needs, ends by itself, and is waited for when
/// Python ends.
void run_listening(std::function<void()> job, std::shared_ptr<std::atomic<bool>> stop);
/// Waits for jobs that were left behind.
void wait_for_abandoned();

template <typename Result>
Result listening(std::function<Result()> job,
                 std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>()) {
  auto result = std::make_shared<std::optional<Result>>();
  run_listening([job = std::move(job), result] { result->emplace(job()); }, std::move(stop));
  return std::move(**result);
}

}  // namespace alembert::python
