#include "motion/starts.hpp"

#include <algorithm>
#include <thread>

#include "alembert/executor.hpp"
#include "motion/search.hpp"
#include "motion/search_answer.hpp"

namespace alembert {
namespace {

using Status = NlpResult::Status;

/// How good an answer is; smaller is better.
struct Grade {
  int rank = 3;  // 0 solved and certified, 1 acceptable, 2 something to show, 3 nothing
  double value = infinity;

  auto operator<=>(const Grade&) const = default;
};

Grade grade(const std::string& told) {
  if (told.empty()) return {};
  const SearchAnswer answer = read_answer(told);
  const bool solved = answer.status == Status::solved;
  if (solved && answer.shortfall <= 0.0) return {0, answer.objective};
  if (solved || answer.status == Status::acceptable) return {1, answer.objective};
  return {2, answer.shortfall};
}

std::vector<StartAnswer> told(const std::vector<Executor::Answer>& answers) {
  std::vector<StartAnswer> out;
  for (const Executor::Answer& answer : answers) {
    const Grade seen = grade(answer);
    out.push_back({seen.rank == 0, seen.rank < 2 ? seen.value : 0.0});
  }
  return out;
}

/// Threads of one search, so that all searches together have one a core.
int threads_each(const SolveOptions& options, int at_once) {
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return std::max(1, (options.threads > 0 ? options.threads : cores) / std::max(1, at_once));
}

}  // namespace

BestOfStarts best_of_starts(const Task& task, const SolveOptions& options) {
  if (options.starts <= 1) {
    return {Search(task, options, 0, std::make_shared<Workers>(options.threads)).run(), 0, {}};
  }
  Sequential sequential;
  Executor& executor = options.executor ? *options.executor : sequential;
  const int threads = threads_each(options, std::min(options.starts, executor.width()));
  bool stopped = false;
  const auto watch = [&](const std::vector<Executor::Answer>& so_far) {
    if (!options.on_progress) return true;
    MotionProgress now{0, 0, infinity, 0.0};
    for (const Executor::Answer& answer : so_far) {
      now.iteration += answer.empty() ? 0 : 1;
      const Grade seen = grade(answer);
      if (seen.rank < 2) now.objective = std::min(now.objective, seen.value);
    }
    stopped = stopped || !options.on_progress(now);
    return !stopped;
  };
  const auto job = [&](int start, const Executor::GoOn& go_on) {
    SolveOptions own = options;
    own.on_progress = [&](const MotionProgress&) { return go_on(); };
    return write_answer(answer_of(
        Search(task, own, start, std::make_shared<Workers>(threads)).run(), options.tolerance));
  };
  const std::vector<Executor::Answer> answers = executor.run(options.starts, job, watch);
  int best = 0;
  for (int k = 1; k < options.starts; ++k) {
    if (grade(answers[k]) < grade(answers[best])) best = k;
  }
  const auto workers = std::make_shared<Workers>(options.threads);
  // No search came back, for want of processes: do it here.
  if (answers[best].empty()) return {Search(task, options, 0, workers).run(), 0, {}};
  Candidate candidate = candidate_of(read_answer(answers[best]), task, workers);
  if (stopped) candidate.result.status = Status::interrupted;
  return {std::move(candidate), best, told(answers)};
}

}  // namespace alembert
