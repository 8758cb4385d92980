#include "motion/starts.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <thread>
#include <vector>

namespace alembert {
namespace {

/// What a child tells: how good its answer is. The parent solves the best start again itself.
struct Grade {
  double rank = 1e9;  // 0 solved and certified, 1 acceptable, 2 nothing usable
  double objective = infinity;
};

Grade grade(const SearchResult& found, double tolerance) {
  const bool certified = found.certificate.largest <= tolerance;
  if (found.nlp.status == NlpResult::Status::solved && certified) return {0.0, found.nlp.objective};
  if (found.nlp.status == NlpResult::Status::solved ||
      found.nlp.status == NlpResult::Status::acceptable) {
    return {1.0, found.nlp.objective};
  }
  return {2.0, found.certificate.largest};
}

struct Child {
  pid_t process = -1;
  int pipe = -1;
  int start = 0;
};

Child launch(const MotionProblem& problem, const SolveOptions& options, int start) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return {};
  const pid_t process = fork();
  if (process == 0) {
    // Ctrl-C reaches the whole group: the parent may catch it, its helpers just end.
    std::signal(SIGINT, SIG_DFL);
    close(ends[0]);
    Grade result;
    try {
      SolveOptions quiet = options;
      quiet.on_progress = nullptr;
      std::unique_ptr<MotionProgram> program;
      result = grade(search_motion(problem, quiet, start, program), options.tolerance);
    } catch (...) {
      result = {};
    }
    const bool written = write(ends[1], &result, sizeof result) == sizeof result;
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  return {process, ends[0], start};
}

Grade collect(const Child& child) {
  Grade result;
  if (child.process < 0) return result;
  if (read(child.pipe, &result, sizeof result) != sizeof result) result = {};
  close(child.pipe);
  waitpid(child.process, nullptr, 0);
  return result;
}

}  // namespace

SearchResult best_of_starts(const MotionProblem& problem, const SolveOptions& options,
                            std::unique_ptr<MotionProgram>& program, int& chosen) {
  chosen = 0;
  if (options.starts <= 1) return search_motion(problem, options, 0, program);
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int at_once = options.processes > 0 ? options.processes : cores;
  std::vector<Grade> grades(options.starts);
  for (int first = 0; first < options.starts; first += at_once) {
    std::vector<Child> children;
    const int end = std::min(options.starts, first + at_once);
    for (int k = first; k < end; ++k) children.push_back(launch(problem, options, k));
    for (const Child& child : children) grades[child.start] = collect(child);
    if (options.on_progress && !options.on_progress({0, end, 0.0, 0.0})) break;
  }
  for (int k = 1; k < options.starts; ++k) {
    const bool better =
        grades[k].rank < grades[chosen].rank ||
        (grades[k].rank == grades[chosen].rank && grades[k].objective < grades[chosen].objective);
    if (better) chosen = k;
  }
  return search_motion(problem, options, chosen, program);
}

}  // namespace alembert
