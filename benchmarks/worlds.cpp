// Problems among obstacles, a folder of them: how many have a path, a first motion and a best one,
// proven, and how long each takes. Prints one line a problem and one JSON document at the end.
//
//   alembert_worlds FOLDER [--paths | --first] [--only WORD] [--every N] [--max-seconds S]
//                   [--check N]
//
// --check looks at every proven motion at N instants by code that shares nothing with the library
// (tests/support/dense_check.hpp); exits 3 if anything that is proven is not so.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "alembert/first_motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/proof.hpp"
#include "alembert/report.hpp"
#include "attempt_counts.hpp"
#include "problem_files.hpp"
#include "support/dense_check.hpp"

namespace alembert::bench {
namespace {

struct WorldOptions {
  std::string folder, only;
  int every = 1, check = 0;
  double max_seconds = infinity;
  bool first = true, best = true, verbose = false;
};

struct Figures {
  std::vector<double> path, first, first_duration, best, duration, states;
  std::vector<double> first_processor, processor;  // s of the processor, all threads
  int problems = 0, paths = 0, firsts = 0, proven_firsts = 0, proven = 0, converged = 0,
      checked = 0, wrong = 0;
};

double at_share(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

double since(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// One line an attempt.
std::string diary_of(const Solution& solution) {
  constexpr const char* ends[] = {"solved",      "acceptable", "infeasible", "iteration limit",
                                  "interrupted", "failed",     "led through"};
  std::string out;
  char text[160];
  for (const Attempt& attempt : solution.diary) {
    std::snprintf(text, sizeof text, "    %s%s, %d segments, %d iterations, %.2f s, %.4f\n",
                  ends[static_cast<int>(attempt.end)], attempt.kept ? ", kept" : "",
                  attempt.segments, attempt.iterations, attempt.seconds, attempt.objective);
    out += text;
  }
  return out;
}

void look_at(const std::string& name, const MotionFile& file, const WorldOptions& options,
             AttemptCounts& attempts, Figures& figures) {
  const MotionProblem& problem = file.problem;
  ++figures.problems;
  std::string line = name;
  char text[160];
  const auto say = [&](auto... values) {
    std::snprintf(text, sizeof text, values...);
    line += text;
  };
  {
    const auto begun = std::chrono::steady_clock::now();
    ClearPlanner planner(problem.model, problem.clearance, problem.limits);
    const auto path = planner.find(*problem.start.q, *problem.goal.q, {.max_seconds = 10.0});
    const double seconds = since(begun);
    figures.paths += path ? 1 : 0;
    figures.path.push_back(seconds);
    if (path) {
      figures.states.push_back(static_cast<double>(path->states));
      say("  path %.2f ms (%zu corners, %.2f s, %ld states, slack %.1f mm)", 1e3 * seconds,
          path->corners.size(), path->length, path->states, 1e3 * path->slack);
    } else {
      say("  no path in %.2f s", seconds);
    }
  }
  if (options.first) {
    const auto begun = std::chrono::steady_clock::now();
    const double used = processor_seconds();
    const std::optional<FirstMotion> first =
        first_motion(problem, {.path = {.max_seconds = 10.0}, .checkpoint = nullptr});
    const double found = since(begun);
    bool holds = false;
    if (first) {
      const Proof proof = prove(Task(problem, first->motion), first->motion,
                                {.accuracy = infinity, .stop_at_violation = true});
      holds = proof.holds();
      say("  first %.0f + %.0f ms, %.3f s%s", 1e3 * found, 1e3 * (since(begun) - found),
          first->motion.duration(), holds ? "" : " NOT PROVEN");
    } else {
      say("%s", "  no first motion");
    }
    figures.firsts += first ? 1 : 0;
    figures.proven_firsts += holds ? 1 : 0;
    if (holds) figures.first.push_back(since(begun));
    if (holds) figures.first_processor.push_back(processor_seconds() - used);
    if (holds) figures.first_duration.push_back(first->motion.duration());
  }
  if (options.best) {
    SolveOptions solving = file.options;
    solving.max_seconds = options.max_seconds;
    const double used = processor_seconds();
    const Solution solution = solve(problem, solving);
    figures.processor.push_back(processor_seconds() - used);
    attempts.add(solution);
    const bool proven = solution.certificate.method == MotionCertificate::Method::proven &&
                        solution.violations.empty();
    figures.proven += proven ? 1 : 0;
    figures.converged += proven && solution.status == MotionStatus::solved ? 1 : 0;
    figures.best.push_back(solution.seconds);
    if (proven) figures.duration.push_back(solution.motion.duration());
    if (proven && options.check > 0) {
      ++figures.checked;
      test::DenseCheck check(file.robot, problem, solution.motion);
      bool broken = false;
      for (const test::DenseFinding& finding : check.limits(options.check)) {
        if (!finding.broken()) continue;
        broken = true;
        say("  WRONG: %s %s by %.3g", finding.what.c_str(), finding.of.c_str(), finding.excess);
      }
      figures.wrong += broken ? 1 : 0;
    }
    say("  best %.2f s, %.3f s, %s%s", solution.seconds, solution.motion.duration(),
        to_string(solution.status), proven ? ", proven" : ", NOT PROVEN");
    if (options.verbose) line += "\n" + summary(solution) + diary_of(solution);
  }
  std::puts(line.c_str());
  std::fflush(stdout);
}

WorldOptions read_options(int argc, char** argv) {
  WorldOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
    if (word == "--paths") {
      options.first = options.best = false;
    } else if (word == "--first") {
      options.best = false;
    } else if (word == "--only") {
      options.only = value();
    } else if (word == "--every") {
      options.every = std::max(1, std::atoi(value().c_str()));
    } else if (word == "--max-seconds") {
      options.max_seconds = std::atof(value().c_str());
    } else if (word == "--check") {
      options.check = std::atoi(value().c_str());
    } else if (word == "--verbose") {
      options.verbose = true;
    } else {
      options.folder = word;
    }
  }
  return options;
}

}  // namespace
}  // namespace alembert::bench

int main(int argc, char** argv) {
  using namespace alembert;
  const bench::WorldOptions options = bench::read_options(argc, argv);
  if (options.folder.empty()) {
    std::fputs(
        "alembert_worlds FOLDER [--paths | --first] [--only WORD] [--every N] "
        "[--max-seconds S] [--verbose]\n",
        stderr);
    return 2;
  }
  const std::vector<std::filesystem::path> files =
      bench::problem_files(options.folder, options.only);
  bench::Figures figures;
  bench::AttemptCounts attempts;
  for (std::size_t k = 0; k < files.size(); k += static_cast<std::size_t>(options.every)) {
    try {
      bench::look_at(files[k].stem().string(), load_motion_problem(files[k].string()), options,
                     attempts, figures);
    } catch (const std::exception& error) {
      std::printf("%s  %s\n", files[k].stem().string().c_str(), error.what());
    }
  }
  const auto spread = [](const char* name, const std::vector<double>& of, double factor) {
    std::printf(" \"%s\": {\"median\": %.3f, \"p95\": %.3f, \"worst\": %.3f},\n", name,
                factor * bench::at_share(of, 0.5), factor * bench::at_share(of, 0.95),
                factor * bench::at_share(of, 1.0));
  };
  std::printf(
      "{\"problems\": %d, \"paths\": %d, \"first_motions\": %d, \"first_proven\": %d,\n"
      " \"proven\": %d, \"converged_and_proven\": %d,\n",
      figures.problems, figures.paths, figures.firsts, figures.proven_firsts, figures.proven,
      figures.converged);
  if (options.check > 0) {
    std::printf(" \"checked\": %d, \"instants\": %d, \"wrong\": %d,\n", figures.checked,
                options.check, figures.wrong);
  }
  spread("path_ms", figures.path, 1e3);
  spread("path_states", figures.states, 1.0);
  spread("first_ms", figures.first, 1e3);
  spread("first_duration_s", figures.first_duration, 1.0);
  spread("first_processor_ms", figures.first_processor, 1e3);
  spread("seconds", figures.best, 1.0);
  spread("processor_seconds", figures.processor, 1.0);
  spread("duration_s", figures.duration, 1.0);
  std::printf(" \"folder\": \"%s\"}\n", options.folder.c_str());
  if (options.best) attempts.print(stderr);
  return figures.wrong > 0 ? 3 : figures.problems > 0 ? 0 : 2;
}
