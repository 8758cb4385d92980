#include "interruptible.hpp"

#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace alembert::python {

namespace {

struct Abandoned {
  std::thread worker;
  std::future<void> done;
};

std::mutex abandoned_mutex;
std::vector<Abandoned> abandoned;

bool is_ready(const std::future<void>& done, std::chrono::milliseconds wait) {
  return done.wait_for(wait) == std::future_status::ready;
}

/// Threads that have ended keep their stack until they are joined. Without the GIL: what they give
/// up last may be Python's, and waits for it.
void join_ended() {
  const py::gil_scoped_release released;
  const std::lock_guard lock(abandoned_mutex);
  std::erase_if(abandoned, [](Abandoned& job) {
    const bool ended = is_ready(job.done, std::chrono::milliseconds(0));
    if (ended) job.worker.join();
    return ended;
  });
}

}  // namespace

void run_listening(std::function<void()> job, const StopFlag& stop) {
  join_ended();
  auto task = std::make_shared<std::packaged_task<void()>>(std::move(job));
  std::future<void> done = task->get_future();
  std::thread worker;
  try {
    worker = std::thread([task] { (*task)(); });
  } catch (const std::system_error&) {  // the machine gives none: in this one, deaf to Ctrl-C
    const py::gil_scoped_release released;
    (*task)();
  }
  task.reset();  // the worker's own is the last
  bool interrupted = false;
  {
    const py::gil_scoped_release released;
    while (!interrupted && !is_ready(done, std::chrono::milliseconds(50))) {
      const py::gil_scoped_acquire held;
      interrupted = PyErr_CheckSignals() != 0;
    }
    if (interrupted) {
      *stop = true;
      const std::lock_guard lock(abandoned_mutex);
      abandoned.push_back({std::move(worker), std::move(done)});
    } else if (worker.joinable()) {
      worker.join();
    }
  }
  if (interrupted) throw PythonError{};
  done.get();  // throws what the job threw
}

void wait_for_abandoned() {
  const py::gil_scoped_release released;
  const std::lock_guard lock(abandoned_mutex);
  for (Abandoned& job : abandoned) job.worker.join();
  abandoned.clear();
}

}  // namespace alembert::python
