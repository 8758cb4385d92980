#include "motion/starts.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>
#include <vector>

namespace alembert {
namespace {

using Status = NlpResult::Status;

/// How good an answer is; smaller is better.
struct Grade {
  int rank = 3;  // 0 solved and certified, 1 acceptable, 2 something to show, 3 nothing
  double value = infinity;

  bool operator<(const Grade& other) const {
    return rank != other.rank ? rank < other.rank : value < other.value;
  }
};

Grade grade(const SearchResult& found, double tolerance) {
  if (found.nlp.point.x.size() == 0) return {};
  const bool certified = found.certificate.largest <= tolerance;
  if (found.nlp.status == Status::solved && certified) return {0, found.nlp.objective};
  if (found.nlp.status == Status::solved || found.nlp.status == Status::acceptable) {
    return {1, found.nlp.objective};
  }
  return {2, found.certificate.largest};
}

// What a child tells its parent, as numbers in a pipe: status, objective, iterations, rounds,
// certificate, then x, the shares and the history, each with its size before it.
std::vector<double> packed(const SearchResult& found) {
  std::vector<double> out{static_cast<double>(found.nlp.status), found.nlp.objective,
                          static_cast<double>(found.iterations), static_cast<double>(found.rounds),
                          found.certificate.largest};
  const auto put = [&](const auto& matrix) {
    out.push_back(static_cast<double>(matrix.rows()));
    out.push_back(static_cast<double>(matrix.cols()));
    out.insert(out.end(), matrix.data(), matrix.data() + matrix.size());
  };
  put(found.nlp.point.x);
  put(found.shares);
  for (const MotionProgress& step : found.history) {
    out.insert(out.end(), {static_cast<double>(step.round), static_cast<double>(step.iteration),
                           step.objective, step.violation});
  }
  return out;
}

SearchResult unpacked(const std::vector<double>& in) {
  SearchResult found;
  std::size_t at = 0;
  const auto next = [&] { return in.at(at++); };
  found.nlp.status = static_cast<Status>(static_cast<int>(next()));
  found.nlp.objective = next();
  found.iterations = static_cast<int>(next());
  found.rounds = static_cast<int>(next());
  found.certificate.largest = next();
  const auto get = [&] {
    const auto rows = static_cast<Eigen::Index>(next()),
               columns = static_cast<Eigen::Index>(next());
    Eigen::MatrixXd matrix(rows, columns);
    for (Eigen::Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = next();
    return matrix;
  };
  found.nlp.point.x = get();
  found.shares = get();
  while (at + 4 <= in.size()) {
    MotionProgress step;
    step.round = static_cast<int>(next());
    step.iteration = static_cast<int>(next());
    step.objective = next();
    step.violation = next();
    found.history.push_back(step);
  }
  return found;
}

volatile std::sig_atomic_t end_asked = 0;

/// Ctrl-C reaches the whole group: a helper ends with the point it has, at the second one at once.
void listen_for_the_end() {
  struct sigaction action {};
  action.sa_handler = [](int) { end_asked = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

[[noreturn]] void help(const MotionProblem& problem, const SolveOptions& options, int start,
                       int pipe_end, pid_t parent) {
  listen_for_the_end();
  std::vector<double> numbers;
  try {
    SolveOptions own = options;
    own.on_progress = [&](const MotionProgress&) {
      if (getppid() != parent) _exit(1);  // nobody waits for the answer
      return end_asked == 0;
    };
    std::unique_ptr<MotionProgram> program;
    numbers = packed(search_motion(problem, own, start, program));
  } catch (...) {
    _exit(1);
  }
  const char* bytes = reinterpret_cast<const char*>(numbers.data());
  std::size_t left = numbers.size() * sizeof(double);
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
  int start = 0;
  std::vector<char> told = {};
};

class Crew {
 public:
  Crew(const MotionProblem& problem, const SolveOptions& options)
      : problem_(problem), options_(options), answers_(options.starts) {}

  /// Answers by start; those without an x are missing.
  std::vector<SearchResult> run() {
    const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    const std::size_t at_once = options_.processes > 0 ? options_.processes : cores;
    int next = 0;
    while (next < options_.starts || !children_.empty()) {
      while (next < options_.starts && children_.size() < at_once && !stopping_) launch(next++);
      if (stopping_) next = options_.starts;
      listen();
      if (!stopping_ && options_.on_progress && !options_.on_progress({0, done_, best_, 0.0})) {
        stopping_ = true;
        for (const Child& child : children_) kill(child.process, SIGTERM);
      }
    }
    return std::move(answers_);
  }

  bool stopped() const { return stopping_; }

 private:
  void launch(int start) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return;
    const pid_t parent = getpid(), process = fork();
    if (process == 0) {
      close(ends[0]);
      help(problem_, options_, start, ends[1], parent);
    }
    close(ends[1]);
    if (process > 0) {
      children_.push_back({process, ends[0], start});
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
        children_[i].told.insert(children_[i].told.end(), chunk.data(), chunk.data() + count);
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
    ++done_;
    if (!WIFEXITED(outcome) || WEXITSTATUS(outcome) != 0) return;
    std::vector<double> numbers(child.told.size() / sizeof(double));
    std::copy_n(child.told.data(), numbers.size() * sizeof(double),
                reinterpret_cast<char*>(numbers.data()));
    SearchResult& answer = answers_[static_cast<std::size_t>(child.start)];
    answer = unpacked(numbers);
    if (grade(answer, options_.tolerance).rank < 2) best_ = std::min(best_, answer.nlp.objective);
  }

  const MotionProblem& problem_;
  const SolveOptions& options_;
  std::vector<SearchResult> answers_;
  std::vector<Child> children_;
  int done_ = 0;
  double best_ = infinity;
  bool stopping_ = false;
};

}  // namespace

SearchResult best_of_starts(const MotionProblem& problem, const SolveOptions& options,
                            std::unique_ptr<MotionProgram>& program, int& chosen) {
  chosen = 0;
  if (options.starts <= 1) return search_motion(problem, options, 0, program);
  Crew crew(problem, options);
  std::vector<SearchResult> answers = crew.run();
  for (int k = 1; k < options.starts; ++k) {
    if (grade(answers[k], options.tolerance) < grade(answers[chosen], options.tolerance)) {
      chosen = k;
    }
  }
  SearchResult& best = answers[chosen];
  // No helper came back, for want of processes: do it alone.
  if (best.nlp.point.x.size() == 0) return search_motion(problem, options, 0, program);
  if (crew.stopped()) best.nlp.status = Status::interrupted;
  const Eigen::VectorXd& x = best.nlp.point.x;
  const double duration = best.shares.colwise().sum().dot(
      x.segment(x.size() - best.shares.cols() -
                    problem.force_count() * (problem.spline.segments + problem.spline.degree),
                best.shares.cols()));
  program = std::make_unique<MotionProgram>(transcribe(problem, best.shares, duration));
  return std::move(best);
}

}  // namespace alembert
