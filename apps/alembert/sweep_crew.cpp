#include "sweep_crew.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "alembert/error.hpp"
#include "clock.hpp"
#include "interrupt.hpp"

namespace alembert::cli {

namespace {

constexpr auto grace = std::chrono::seconds(5);
/// Of workers under one problem. One that was killed may have been so for no fault of the problem's
/// (an administrator, a scheduler, memory that others took); one that ends itself is at fault.
constexpr int most_deaths = 30, weight_of_own = 10;

bool send_all(int socket, const void* bytes, std::size_t count) {
  const char* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = send(socket, at, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    count -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, void* bytes, std::size_t count) {
  char* at = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = recv(socket, at, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

/// In the child: answers problems until nobody asks.
[[noreturn]] void work(SweepSolver solver, int socket, pid_t parent) {
  // Both reach the whole group; the parent decides.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  solver.set_checkpoint([parent] {
    if (getppid() != parent) _exit(1);
  });
  std::uint64_t index = 0;
  try {
    while (receive_all(socket, &index, sizeof index)) {
      const std::string text = write_sweep_record(solver.solve(index));
      const auto length = static_cast<std::uint32_t>(text.size());
      if (!send_all(socket, &length, sizeof length)) break;
      if (!send_all(socket, text.data(), text.size())) break;
    }
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

SweepCrew::SweepCrew(const SweepSolver& solver, int workers, std::vector<int> inherited)
    : solver_(solver),
      inherited_(std::move(inherited)),
      workers_(static_cast<std::size_t>(std::max(workers, 1))) {}

SweepCrew::~SweepCrew() {
  for (Worker& worker : workers_) {
    if (worker.process <= 0) continue;
    if (!worker.queue.empty()) kill(worker.process, SIGKILL);
    close(worker.socket);
    waitpid(worker.process, nullptr, 0);
  }
}

void SweepCrew::launch(Worker& worker) {
  const auto refuse = [](const char* fix) {
    throw Error(Error::Code::file, std::string("no worker can be started: ") + std::strerror(errno),
                fix);
  };
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    refuse("give fewer --workers");
  }
  const pid_t parent = getpid(), process = fork();
  if (process == 0) {
    close(ends[0]);
    for (const int descriptor : inherited_) close(descriptor);
    for (const Worker& other : workers_) {
      if (other.socket >= 0) close(other.socket);
    }
    work(solver_, ends[1], parent);
  }
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    refuse("give fewer --workers, or more memory");
  }
  worker.process = process;
  worker.socket = ends[0];
  worker.heard.clear();
}

void SweepCrew::hand_out(Worker& worker) {
  if (worker.process <= 0) launch(worker);
  const std::uint64_t index = worker.queue.front();
  send_all(worker.socket, &index, sizeof index);  // one that is dead is buried by listen()
}

std::string SweepCrew::crashed(std::uint64_t index) const {
  SweepRecord record;
  record.index = index;
  record.key = solver_.sweep().problem(index).key;
  record.values = solver_.sweep().values(index);
  record.status = "crashed";
  record.cause = "its workers ended";
  record.message = "its workers ended while they were at it, one after the other (memory?)";
  return write_sweep_record(record);
}

void SweepCrew::bury(Worker& worker, const Done& done) {
  close(worker.socket);
  int end = 0;
  waitpid(worker.process, &end, 0);
  const bool killed = WIFSIGNALED(end) && WTERMSIG(end) == SIGKILL;
  worker.process = worker.socket = -1;
  ++deaths_;
  if (worker.queue.empty()) return;
  const std::uint64_t index = worker.queue.front();
  if ((deaths_under_[index] += killed ? 1 : weight_of_own) >= most_deaths) {
    done(crashed(index));
    deaths_under_.erase(index);
    worker.queue.pop_front();
  }
  if (!worker.queue.empty()) hand_out(worker);
}

void SweepCrew::hear(Worker& worker, const Done& done) {
  std::array<char, 65536> chunk{};
  const ssize_t count = recv(worker.socket, chunk.data(), chunk.size(), 0);
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) return bury(worker, done);
  worker.heard.append(chunk.data(), static_cast<std::size_t>(count));
  std::uint32_t length = 0;
  if (worker.heard.size() < sizeof length) return;
  std::memcpy(&length, worker.heard.data(), sizeof length);
  if (worker.heard.size() < sizeof length + length) return;
  done(worker.heard.substr(sizeof length, length));
  worker.heard.clear();
  deaths_under_.erase(worker.queue.front());
  worker.queue.pop_front();
  if (!worker.queue.empty() && !GentleInterrupt::asked()) hand_out(worker);
}

void SweepCrew::listen(const Done& done) {
  std::vector<pollfd> sockets;
  std::vector<Worker*> whose;
  for (Worker& worker : workers_) {
    if (worker.socket < 0) continue;
    sockets.push_back({worker.socket, POLLIN, 0});
    whose.push_back(&worker);
  }
  if (poll(sockets.data(), sockets.size(), 100) <= 0) return;
  for (std::size_t i = 0; i < sockets.size(); ++i) {
    if (sockets[i].revents != 0) hear(*whose[i], done);
  }
}

bool SweepCrew::busy() const {
  return std::any_of(workers_.begin(), workers_.end(),
                     [](const Worker& worker) { return !worker.queue.empty(); });
}

bool SweepCrew::run(const Next& next, const Done& done) {
  bool more = true;
  while (!GentleInterrupt::asked()) {
    for (Worker& worker : workers_) {
      if (!more || !worker.queue.empty()) continue;
      const std::vector<std::uint64_t> block = next();
      more = !block.empty();
      if (!more) continue;
      worker.queue.assign(block.begin(), block.end());
      hand_out(worker);
    }
    if (!busy()) return true;
    listen(done);
  }
  // Of blocks only what is in hand; what has not ended when the time is up is not recorded.
  for (Worker& worker : workers_) {
    if (worker.queue.size() > 1) worker.queue.resize(1);
  }
  const Clock::time_point end = Clock::now() + grace;
  while (busy() && Clock::now() < end) listen(done);
  return !more && !busy();
}

}  // namespace alembert::cli
