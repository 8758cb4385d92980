#include "motion/starts.hpp"

#include <algorithm>
#include <thread>

#include "alembert/executor.hpp"
#include "motion/transcribe.hpp"

namespace alembert {
namespace {

using Status = NlpResult::Status;

// What a search is worth and how to make it again, as plain numbers that can cross processes:
// status, method, objective, iterations, rounds, certificate, then x, the shares and the history,
// each with its size before it.
struct Account {
  Status status = Status::failed;
  SolverMethod method = SolverMethod::structured;
  double objective = 0.0, violation = 0.0;
  int iterations = 0, rounds = 0;
  Eigen::VectorXd x;
  Eigen::MatrixXd shares;
  std::vector<MotionProgress> history;
};

std::vector<double> packed(const Candidate& found, double tolerance) {
  std::vector<double> out{static_cast<double>(found.result.status),
                          static_cast<double>(found.result.method),
                          found.result.objective,
                          found.certificate.shortfall(tolerance),
                          static_cast<double>(found.iterations),
                          static_cast<double>(found.rounds)};
  const auto put = [&](const auto& matrix) {
    out.push_back(static_cast<double>(matrix.rows()));
    out.push_back(static_cast<double>(matrix.cols()));
    out.insert(out.end(), matrix.data(), matrix.data() + matrix.size());
  };
  put(found.result.point.x);
  put(found.program->grid().shares());
  for (const MotionProgress& step : found.history) {
    out.insert(out.end(), {static_cast<double>(step.round), static_cast<double>(step.iteration),
                           step.objective, step.violation});
  }
  return out;
}

Account unpacked(const std::vector<double>& in) {
  Account found;
  std::size_t at = 0;
  const auto next = [&] { return in.at(at++); };
  const auto whole = [&] { return static_cast<int>(next()); };
  const auto matrix = [&] {
    const int rows = whole(), columns = whole();
    Eigen::MatrixXd read(rows, columns);
    for (Eigen::Index i = 0; i < read.size(); ++i) read.data()[i] = next();
    return read;
  };
  found.status = static_cast<Status>(whole());
  found.method = static_cast<SolverMethod>(whole());
  found.objective = next();
  found.violation = next();
  found.iterations = whole();
  found.rounds = whole();
  found.x = matrix();
  found.shares = matrix();
  while (at + 4 <= in.size()) {
    MotionProgress step;
    step.round = whole();
    step.iteration = whole();
    step.objective = next();
    step.violation = next();
    found.history.push_back(step);
  }
  return found;
}

/// How good an answer is; smaller is better.
struct Grade {
  int rank = 3;  // 0 solved and certified, 1 acceptable, 2 something to show, 3 nothing
  double value = infinity;

  bool operator<(const Grade& other) const {
    return rank != other.rank ? rank < other.rank : value < other.value;
  }
};

Grade grade(const std::vector<double>& answer) {
  if (answer.empty()) return {};
  const Account found = unpacked(answer);
  const bool solved = found.status == Status::solved;
  if (solved && found.violation <= 0.0) return {0, found.objective};
  if (solved || found.status == Status::acceptable) return {1, found.objective};
  return {2, found.violation};
}

/// The program of a search that ran elsewhere, and its point in it.
Candidate made_again(const Task& task, Account found, const std::shared_ptr<Workers>& workers) {
  Candidate made;
  const Eigen::Index times = found.shares.cols();
  const SplineOptions& spline = task.problem().spline;
  const Eigen::Index after = task.forces() * (spline.segments + spline.degree);
  const double duration =
      found.shares.colwise().sum().dot(found.x.segment(found.x.size() - times - after, times));
  made.program = std::make_unique<MotionProgram>(transcribe(task, found.shares, duration, workers));
  made.certificate = certify(*made.program, found.x);
  made.result.status = found.status;
  made.result.method = found.method;
  made.result.objective = found.objective;
  made.result.point.x = std::move(found.x);
  made.history = std::move(found.history);
  made.iterations = found.iterations;
  made.rounds = found.rounds;
  return made;
}

/// Threads of one search, so that all searches together have one a core.
int threads_each(const SolveOptions& options, int at_once) {
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return std::max(1, (options.threads > 0 ? options.threads : cores) / std::max(1, at_once));
}

}  // namespace

BestOfStarts best_of_starts(const Task& task, const SolveOptions& options) {
  if (options.starts <= 1) {
    return {search_motion(task, options, 0, std::make_shared<Workers>(options.threads)), 0};
  }
  InTurn in_turn;
  Executor& executor = options.executor ? *options.executor : in_turn;
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
    return packed(search_motion(task, own, start, std::make_shared<Workers>(threads)),
                  options.tolerance);
  };
  const std::vector<Executor::Answer> answers = executor.run(options.starts, job, watch);
  int best = 0;
  for (int k = 1; k < options.starts; ++k) {
    if (grade(answers[k]) < grade(answers[best])) best = k;
  }
  const auto workers = std::make_shared<Workers>(options.threads);
  // No search came back, for want of processes: do it here.
  if (answers[best].empty()) return {search_motion(task, options, 0, workers), 0};
  Candidate candidate = made_again(task, unpacked(answers[best]), workers);
  if (stopped) candidate.result.status = Status::interrupted;
  return {std::move(candidate), best};
}

}  // namespace alembert
