// How often motion prediction answers, how fast, whether what it calls proven is true, and how good
// its answers are: random problems over rigid arms, each answer looked at densely through dynamics
// and distances that share no code with the library (tests/support/dense_check.hpp).
//
//   alembert_problems --count 2000              exits 3 if a proven limit is passed or fewer than
//                                               97 in 100 are solved
//   alembert_problems --seed 17 --only          one problem again
//   alembert_problems --mechanisms --starts 3   many joints, loops, joints without motors, other
//                                               segments: only false words count there
//   alembert_problems --trapezoid --count 100   against the best synchronised trapezoid
//   alembert_problems --coulomb --count 200     with Coulomb friction: by the true sign of the
//                                               speed, and what that costs beside the smoothed one
#include <algorithm>
#include <ctime>
#include <fstream>
#include <map>

#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "attempt_counts.hpp"
#include "problems/arguments.hpp"
#include "problems/coulomb.hpp"
#include "problems/trapezoids.hpp"
#include "support/random_mechanism.hpp"

namespace {

using namespace alembert;
using bench::Arguments;

struct Outcome {
  unsigned seed = 0;
  std::string arm, friction, task, status = {}, message = {};
  bool solved = false, proven = false, wrong = false, fell_back = false;
  int iterations = 0, rounds = 0;
  double seconds = 0.0, proof_seconds = 0.0, duration = 0.0, missed = 0.0;
  test::DenseFinding worst = {};
};

double share(const test::DenseFinding& finding) {
  return finding.excess / std::max(1e-9, std::abs(finding.limit));
}

/// Of this process, all its threads together: what other processes do at the time does not count.
double processor_seconds(std::clock_t since) {
  return static_cast<double>(std::clock() - since) / CLOCKS_PER_SEC;
}

Outcome outcome_of(unsigned seed, const Arguments& asked, bench::AttemptCounts& attempts) {
  const std::string models = ALEMBERT_SOURCE_DIR "/models";
  test::RandomProblem made = asked.mechanisms ? test::random_mechanism(seed, models)
                                              : test::random_problem(seed, {.models = models});
  if (asked.knots && made.problem.spline.knots == SplineOptions().knots) {
    made.problem.spline.knots = *asked.knots;
  }
  const std::clock_t begun = std::clock();
  SolveOptions options;
  options.threads = asked.threads;
  options.method = asked.method;
  options.equations = asked.equations;
  options.starts = asked.starts;
  options.on_progress = [&](const MotionProgress&) {
    return processor_seconds(begun) < asked.most_seconds;
  };
  Outcome out{seed, made.arm, made.friction, made.task};
  const Solution solution = solve(made.problem, options);
  attempts.add(solution);
  out.status = to_string(solution.status);
  out.solved = solution.status == MotionStatus::solved;
  out.proven = solution.certificate.method == MotionCertificate::Method::proven;
  out.seconds = processor_seconds(begun);
  out.iterations = solution.iterations;
  out.fell_back = solution.method != asked.method;
  out.rounds = solution.rounds;
  if (solution.certificate.proof) out.proof_seconds = solution.certificate.proof->seconds;
  out.duration = solution.motion.duration();
  if (!out.solved || !out.proven) out.message = summary(solution);
  if (!out.solved) return out;
  test::DenseCheck check(made.robot, made.problem, solution.motion);
  for (const test::DenseFinding& finding : check.limits(asked.samples)) {
    out.wrong = out.wrong || finding.broken();
    if (out.worst.what.empty() || share(finding) > share(out.worst)) out.worst = finding;
  }
  out.missed = check.missed();
  return out;
}

struct Rate {
  int all = 0, solved = 0, proven = 0, wrong = 0;
  std::vector<double> seconds = {};

  void add(const Outcome& outcome) {
    ++all;
    solved += outcome.solved ? 1 : 0;
    proven += outcome.proven ? 1 : 0;
    wrong += outcome.wrong ? 1 : 0;
    seconds.push_back(outcome.seconds);
  }
  void print(const std::string& name) {
    std::sort(seconds.begin(), seconds.end());
    std::printf("%-32s %5d %6.1f %% %6.1f %% %5d %9.3f %9.2f\n", name.c_str(), all,
                100.0 * solved / all, 100.0 * proven / all, wrong, seconds[seconds.size() / 2],
                seconds.back());
  }
};

void tell(const Outcome& out) {
  std::printf("seed %u: %s, friction %s, %s: %s%s%s, %.2f s\n", out.seed, out.arm.c_str(),
              out.friction.c_str(), out.task.c_str(), out.status.c_str(),
              out.proven ? ", proven" : ", not proven", out.wrong ? ", A LIMIT IS PASSED" : "",
              out.seconds);
  if (out.solved) {
    std::printf(
        "  nearest to its limit: %s %s, by %.3g of %.6g at %.9g s; conditions missed by %.2g\n",
        out.worst.what.c_str(), out.worst.of.c_str(), out.worst.excess, out.worst.limit,
        out.worst.time, out.missed);
  }
  if (!out.message.empty()) std::printf("%s\n", out.message.c_str());
  std::fflush(stdout);
}

int answers(const Arguments& asked) {
  std::map<std::string, Rate> rates;
  std::vector<double> proof_shares;
  double nearest = -infinity, missed = 0.0;
  std::ofstream csv;
  if (!asked.csv.empty()) csv.open(asked.csv);
  Rate all;
  bench::AttemptCounts attempts;
  for (int k = 0; k < asked.count; ++k) {
    const Outcome out = outcome_of(asked.seed + static_cast<unsigned>(k), asked, attempts);
    const bool fine = (asked.mechanisms || (out.solved && out.proven)) && !out.wrong;
    if (!fine || asked.count == 1) tell(out);
    all.add(out);
    rates["arm: " + out.arm].add(out);
    rates["friction: " + out.friction].add(out);
    rates["status: " + out.status].add(out);
    if (out.fell_back) rates["answer of the other method"].add(out);
    const std::string kind = out.task.substr(0, out.task.find('+'));
    rates["task: " + kind].add(out);
    if (kind != out.task) rates["with " + out.task.substr(kind.size() + 1)].add(out);
    if (out.proven) {
      proof_shares.push_back(out.proof_seconds / out.seconds);
      nearest = std::max(nearest, share(out.worst));
      missed = std::max(missed, out.missed);
    }
    csv << out.seed << ',' << out.arm << ',' << out.friction << ',' << out.task << ',' << out.status
        << ',' << out.proven << ',' << out.wrong << ',' << out.seconds << ',' << out.proof_seconds
        << ',' << out.duration << ',' << share(out.worst) << ',' << out.iterations << ','
        << out.rounds << ',' << out.fell_back << std::endl;
  }
  std::printf("%-32s %5s %8s %8s %5s %9s %9s\n", "", "all", "solved", "proven", "wrong", "median s",
              "worst s");
  for (auto& [name, rate] : rates) rate.print(name);
  all.print("all");
  attempts.print(stdout);
  if (!proof_shares.empty()) {
    std::sort(proof_shares.begin(), proof_shares.end());
    std::printf("share of the last proof in the time: median %.3f, largest %.3f\n",
                proof_shares[proof_shares.size() / 2], proof_shares.back());
    std::printf("proven answers: %.3g of a limit beyond it at most, conditions missed by %.2g\n",
                nearest, missed);
  }
  return all.wrong == 0 && (asked.mechanisms || 100 * all.solved >= 97 * all.all) ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Arguments> asked = bench::arguments(argc, argv);
  if (!asked) {
    std::fprintf(stderr,
                 "alembert_problems [--seed K] [--count N] [--only] [--knots WORD] [--trapezoid]\n"
                 "                  [--coulomb]\n"
                 "                  [--samples N] [--seconds S] [--threads N] [--csv FILE]\n"
                 "                  [--method structured|ipopt] [--mechanisms] [--starts N]\n"
                 "                  [--equations automatic|condensed|kept]\n");
    return 2;
  }
  if (asked->coulomb) return bench::compare_with_smoothed(*asked);
  return asked->profiles ? bench::compare_with_trapezoids(*asked) : answers(*asked);
}
