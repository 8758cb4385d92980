#include "processes.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include "interrupt.hpp"

namespace alembert::cli {

namespace {

/// In the child: computes one answer, tells it through the pipe and ends. Ctrl-C reaches the whole
/// group: a helper ends with the point it has, at the second one at once.
[[noreturn]] void help(const Executor::Job& job, int index, int pipe_end, pid_t parent) {
  const GentleInterrupt interrupt({SIGINT, SIGTERM});
  Executor::Answer told;
  try {
    told = job(index, [&] {
      if (getppid() != parent) _exit(1);  // nobody waits for the answer
      return !GentleInterrupt::asked();
    });
  } catch (...) {
    _exit(1);
  }
  const char* bytes = told.data();
  std::size_t left = told.size();
  while (left > 0) {
    const ssize_t written = write(pipe_end, bytes, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);
    bytes += written;
    left -= static_cast<std::size_t>(written);
  }
  _exit(0);
}

struct Child {
  pid_t process = -1;
  int pipe = -1;
  int index = 0;
  Executor::Answer told = {};
};

class Crew {
 public:
  Crew(int count, const Executor::Job& job) : job_(job), answers_(count) {}

  std::vector<Executor::Answer> run(std::size_t at_once, const Executor::Watch& watch) {
    const int count = static_cast<int>(answers_.size());
    int next = 0;
    bool stopping = false;
    while (next < count || !children_.empty()) {
      while (next < count && children_.size() < at_once) launch(next++);
      listen();
      if (stopping || watch(answers_)) continue;
      stopping = true;
      next = count;
      for (const Child& child : children_) kill(child.process, SIGTERM);
    }
    return std::move(answers_);
  }

 private:
  void launch(int index) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return;
    const pid_t parent = getpid(), process = fork();
    if (process == 0) {
      close(ends[0]);
      help(job_, index, ends[1], parent);
    }
    close(ends[1]);
    if (process > 0) {
      children_.push_back({process, ends[0], index});
    } else {
      close(ends[0]);
    }
  }

  /// Takes what the children say, for a tenth of a second at most.
  void listen() {
    std::vector<pollfd> pipes;
    for (const Child& child : children_) pipes.push_back({child.pipe, POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), 100) <= 0) return;
    for (std::size_t i = pipes.size(); i-- > 0;) {
      if (pipes[i].revents == 0) continue;
      std::array<char, 65536> chunk{};
      const ssize_t count = read(children_[i].pipe, chunk.data(), chunk.size());
      if (count < 0 && errno == EINTR) continue;
      if (count > 0) {
        children_[i].told.append(chunk.data(), static_cast<std::size_t>(count));
        continue;
      }
      finish(children_[i]);
      children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  void finish(const Child& child) {
    close(child.pipe);
    int outcome = 0;
    waitpid(child.process, &outcome, 0);
    if (!WIFEXITED(outcome) || WEXITSTATUS(outcome) != 0) return;
    answers_[child.index] = child.told;
  }

  const Executor::Job& job_;
  std::vector<Executor::Answer> answers_;
  std::vector<Child> children_;
};

class Processes : public Executor {
 public:
  explicit Processes(int at_once) : at_once_(at_once) {}
  int width() const override { return at_once_; }
  std::vector<Answer> run(int count, const Job& job, const Watch& watch) override {
    return Crew(count, job).run(static_cast<std::size_t>(at_once_), watch);
  }

 private:
  int at_once_;
};

}  // namespace

std::shared_ptr<Executor> processes(int at_once) {
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  return std::make_shared<Processes>(at_once > 0 ? at_once : static_cast<int>(cores));
}

}  // namespace alembert::cli
