#include "interruptible.hpp"

#include <mutex>
#include <thread>
#include <vector>

namespace alembert::python {

namespace {

std::mutex abandoned_mutex;
std::vector<std::thread> abandoned;

}  // namespace

void run_listening(std::function<void()> job, std::shared_ptr<std::atomic<bool>> stop) {
  auto task = std::make_shared<std::packaged_task<void()>>(std::move(job));
  std::future<void> done = task->get_future();
  std::thread worker([task] { (*task)(); });
  bool interrupted = false;
  {
    const py::gil_scoped_release released;
    while (!interrupted &&
           done.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
      const py::gil_scoped_acquire held;
      interrupted = PyErr_CheckSignals() != 0;
    }
    if (!interrupted) worker.join();
  }
  if (interrupted) {
    *stop = true;
    const std::lock_guard lock(abandoned_mutex);
    abandoned.push_back(std::move(worker));
    throw PythonError{};
  }
  done.get();  // throws what the job threw
}

void wait_for_abandoned() {
  const py::gil_scoped_release released;
  const std::lock_guard lock(abandoned_mutex);
  for (std::thread& worker : abandoned) worker.join();
  abandoned.clear();
}

}  // namespace alembert::python
