// Long jobs that Ctrl-C ends: they run in a thread of their own while this one listens.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <type_traits>

#include "bindings.hpp"

namespace alembert::python {

/// Set at Ctrl-C.
using StopFlag = std::shared_ptr<std::atomic<bool>>;

/// Runs the job without the GIL. At Ctrl-C `stop` is set and PythonError thrown at once, with
/// KeyboardInterrupt set; the job, which owns all it needs, ends at its next checkpoint, and is
/// waited for when Python ends.
void run_listening(std::function<void()> job, const StopFlag& stop);
/// Waits for jobs that were left behind.
void wait_for_abandoned();

/// What the job makes of the options, in which a checkpoint throws once nobody waits any more.
template <typename Options, typename Job>
auto listening(Options options, Job job,
               const StopFlag& stop = std::make_shared<std::atomic<bool>>()) {
  options.checkpoint = [stop] {
    if (*stop) throw PythonError{};
  };
  auto result = std::make_shared<std::optional<std::invoke_result_t<Job, const Options&>>>();
  run_listening([job = std::move(job), options = std::move(options),
                 result] { result->emplace(job(options)); },
                stop);
  return std::move(**result);
}

}  // namespace alembert::python
