// Equations condensed into the unknowns beside equations that are kept, by the structured method on
// the same programs from the same guesses: processor time, iterations, optima.
//
//   alembert_equations --count 400 [--seed K] [--finer N]   random mechanisms that have equations;
//                                                           N times as many segments
//   alembert_equations problem.yaml ...                     programs of problem files
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "alembert/motion_file.hpp"
#include "motion/interior_point/interior_point.hpp"
#include "started.hpp"
#include "support/random_mechanism.hpp"

namespace {

using namespace alembert;
using bench::Started;

constexpr double same_optimum = 1e-6;  ///< of an objective

struct Run {
  NlpResult result;
  double milliseconds = 0.0;
};

bool solved(const NlpResult& result) { return result.status == NlpResult::Status::solved; }

Run run(Started& from, const NlpPoint& point, NlpStart start, EquationFactor equations,
        double tolerance) {
  NlpOptions options;
  options.equations = equations;
  options.tolerance = tolerance;
  const std::clock_t begun = std::clock();
  Run out;
  out.result = InteriorPoint(from.program).solve(point, start, options);
  out.milliseconds = 1e3 * static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  return out;
}

int equations_of(const Nlp& nlp) {
  const NlpBounds& bounds = nlp.bounds();
  return static_cast<int>((bounds.g_lower.array() == bounds.g_upper.array()).count());
}

int unknowns_of(const Nlp& nlp) { return UnknownOrder(nlp).size(); }

struct Comparison {
  Run condensed, kept;
  double difference = 0.0;  ///< of objectives, relative
  bool far_apart() const { return std::abs(difference) > same_optimum; }
};

double difference_of(const NlpResult& kept, const NlpResult& condensed) {
  return (kept.objective - condensed.objective) / std::max(1e-9, std::abs(condensed.objective));
}

/// Objectives that a tolerance leaves apart are compared where both ways were taken further.
Comparison compared(const std::string& name, Started& from) {
  const NlpPoint point{from.x, {}, {}, {}};
  const auto cold = [&](EquationFactor factor) {
    return run(from, point, NlpStart::cold, factor, NlpOptions().tolerance);
  };
  Comparison out{cold(EquationFactor::condensed), cold(EquationFactor::kept)};
  out.difference = difference_of(out.kept.result, out.condensed.result);
  if (solved(out.kept.result) && solved(out.condensed.result) && out.far_apart()) {
    const auto further = [&](const Run& found) {
      return run(from, found.result.point, NlpStart::warm_exact, EquationFactor::kept, 1e-9).result;
    };
    out.difference = difference_of(further(out.kept), further(out.condensed));
  }
  const auto tell = [](const Run& found) {
    std::printf(" %d %4d %9.2f %.10g;", static_cast<int>(found.result.status),
                found.result.iterations, found.milliseconds, found.result.objective);
  };
  std::printf("%s: %d equations, %d unknowns; condensed", name.c_str(), equations_of(from.program),
              unknowns_of(from.program));
  tell(out.condensed);
  std::printf(" kept");
  tell(out.kept);
  std::printf(" %.1e\n", out.difference);
  std::fflush(stdout);
  return out;
}

/// Sums over the programs that both ways solve, but for the counts of those solved.
struct Sum {
  int all = 0, condensed_solved = 0, kept_solved = 0, both = 0, far_apart = 0;
  long condensed_iterations = 0, kept_iterations = 0;
  double condensed_ms = 0.0, kept_ms = 0.0, most = 0.0;

  void add(const Comparison& made) {
    const NlpResult &condensed = made.condensed.result, &kept = made.kept.result;
    ++all;
    condensed_solved += solved(condensed) ? 1 : 0;
    kept_solved += solved(kept) ? 1 : 0;
    if (!solved(condensed) || !solved(kept)) return;
    ++both;
    condensed_iterations += condensed.iterations;
    kept_iterations += kept.iterations;
    condensed_ms += made.condensed.milliseconds;
    kept_ms += made.kept.milliseconds;
    far_apart += made.far_apart() ? 1 : 0;
    if (!made.far_apart()) most = std::max(most, std::abs(made.difference));
  }
  void print(const std::string& name) const {
    std::printf("%-16s %5d %9d %6d %6d %7ld %7ld %10.0f %10.0f %8d %9.1e\n", name.c_str(), all,
                condensed_solved, kept_solved, both, condensed_iterations, kept_iterations,
                condensed_ms, kept_ms, far_apart, most);
  }
};

void print_sums(const std::map<std::string, Sum>& sums) {
  std::printf("%-16s %5s %9s %6s %6s %7s %7s %10s %10s %8s %9s\n", "", "all", "condensed", "kept",
              "both", "it. c.", "it. k.", "ms c.", "ms k.", "others", "same to");
  for (const auto& [name, sum] : sums) sum.print(name);
}

void mechanisms(unsigned seed, int count, int finer) {
  const std::string models = ALEMBERT_SOURCE_DIR "/models";
  std::map<std::string, Sum> sums;
  for (int made = 0; made < count; ++seed) {
    test::RandomProblem random = test::random_mechanism(seed, models);
    random.problem.spline.segments *= finer;
    Started from = bench::started(random.problem, 1);
    if (equations_of(from.program) == 0) continue;
    const bool many = random.task.rfind("loop", 0) == 0 || random.task.rfind("no motor", 0) == 0;
    const Comparison pair = compared(std::to_string(seed) + " " + random.arm, from);
    sums[many ? random.arm : "arms"].add(pair);
    sums["together"].add(pair);
    ++made;
  }
  print_sums(sums);
}

}  // namespace

int main(int argc, char** argv) {
  unsigned seed = 1;
  int count = 0, finer = 1;
  std::map<std::string, Sum> sums;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (k + 1 < argc && word == "--count") {
      count = std::atoi(argv[++k]);
    } else if (k + 1 < argc && word == "--seed") {
      seed = static_cast<unsigned>(std::atoi(argv[++k]));
    } else if (k + 1 < argc && word == "--finer") {
      finer = std::atoi(argv[++k]);
    } else {
      Started from = bench::started(load_motion_problem(word).problem, 1);
      sums["files"].add(compared(word, from));
    }
  }
  if (!sums.empty()) print_sums(sums);
  if (count > 0) mechanisms(seed, count, finer);
}
