#include "problems/coulomb.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <numeric>
#include <vector>

#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "support/random_mechanism.hpp"

namespace alembert::bench {
namespace {

/// One way to cover friction, over all problems.
struct Cover {
  const char* name;
  FrictionCover friction;
  int solved = 0, passed = 0, iterations = 0;
  double worst = -infinity;  ///< of a limit, beyond it
  std::vector<double> seconds = {};

  /// The duration; 0 where there is none.
  double add(test::RandomProblem made, const Arguments& asked);
  void print() {
    std::sort(seconds.begin(), seconds.end());
    std::printf(
        "%-10s solved and proven %d of %zu; by the true sign %d pass a limit, by %.3g of it "
        "at most; median %.3f s, worst %.2f s, all %.1f s, %d iterations\n",
        name, solved, seconds.size(), passed, worst, seconds[seconds.size() / 2], seconds.back(),
        std::accumulate(seconds.begin(), seconds.end(), 0.0), iterations);
  }
};

double Cover::add(test::RandomProblem made, const Arguments& asked) {
  made.problem.friction = friction;
  const std::clock_t begun = std::clock();
  const auto spent = [&] {
    return static_cast<double>(std::clock() - begun) / static_cast<double>(CLOCKS_PER_SEC);
  };
  SolveOptions options;
  options.threads = asked.threads;
  options.method = asked.method;
  options.starts = asked.starts;
  options.on_progress = [&](const MotionProgress&) { return spent() < asked.most_seconds; };
  const Solution found = solve(made.problem, options);
  seconds.push_back(spent());
  iterations += found.iterations;
  if (found.status != MotionStatus::solved ||
      found.certificate.method != MotionCertificate::Method::proven) {
    std::printf("seed %u, %s, %s, %s: %s\n", made.seed, made.arm.c_str(), made.task.c_str(), name,
                summary(found).c_str());
    return 0.0;
  }
  ++solved;
  made.problem.friction = FrictionCover::hull;  // the check looks at the true one then
  bool beyond = false;
  test::DenseCheck check(made.robot, made.problem, found.motion);
  for (const test::DenseFinding& finding : check.limits(asked.samples)) {
    worst = std::max(worst, finding.excess / std::max(1e-9, std::abs(finding.limit)));
    beyond = beyond || finding.broken();
  }
  passed += beyond ? 1 : 0;
  return found.motion.duration();
}

}  // namespace

int compare_with_smoothed(const Arguments& asked) {
  const std::string models = ALEMBERT_SOURCE_DIR "/models";
  Cover smoothed{"smoothed", FrictionCover::smoothed}, hull{"hull", FrictionCover::hull};
  std::vector<std::pair<double, unsigned>> ratios;
  std::ofstream csv;
  if (!asked.csv.empty()) csv.open(asked.csv);
  int count = 0;
  for (unsigned seed = asked.seed; count < asked.count; ++seed) {
    const test::RandomProblem made = asked.mechanisms
                                         ? test::random_mechanism(seed, models)
                                         : test::random_problem(seed, {.models = models});
    if (made.friction != "coulomb") continue;
    ++count;
    const double before = smoothed.add(made, asked), now = hull.add(made, asked);
    csv << seed << ',' << made.arm << ',' << made.task << ',' << before << ',' << now << std::endl;
    if (before > 0.0 && now > 0.0) ratios.push_back({now / before, seed});
  }
  smoothed.print();
  hull.print();
  if (ratios.empty()) return 3;
  std::sort(ratios.begin(), ratios.end());
  const auto at = [&](double share) {
    return ratios[static_cast<std::size_t>(share * static_cast<double>(ratios.size() - 1))];
  };
  std::printf(
      "duration, hull over smoothed: least %.5f, median %.5f, nine tenths below %.5f, worst "
      "%.5f (seed %u)\n",
      at(0.0).first, at(0.5).first, at(0.9).first, at(1.0).first, at(1.0).second);
  return hull.passed == 0 && (asked.mechanisms || 100 * hull.solved >= 97 * count) ? 0 : 3;
}

}  // namespace alembert::bench
