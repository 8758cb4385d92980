// How often motion prediction answers without help, how fast, and whether it is right: random
// reaches of the seven-axis arm, each answer checked densely by another formulation. Prints one
// JSON document; exits 3 if an answer called solved passes a limit, or fewer than 95 in 100 are.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "alembert/report.hpp"
#include "attempt_counts.hpp"
#include "motion_cases.hpp"

int main(int argc, char** argv) {
  using namespace alembert;
  const int count = argc > 1 ? std::atoi(argv[1]) : 100;
  std::mt19937 random(20080206);
  std::vector<double> seconds;
  int solved = 0, wrong = 0;
  double worst = 0.0;
  bench::AttemptCounts attempts;
  for (int k = 0; k < count; ++k) {
    const MotionProblem problem = bench::seven_axis_reach(random);
    const Solution solution = solve(problem);
    seconds.push_back(solution.seconds);
    attempts.add(solution);
    if (solution.status != MotionStatus::solved) {
      std::fprintf(stderr, "reach %d: %s\n", k, summary(solution).c_str());
      continue;
    }
    ++solved;
    const double share = bench::largest_share(problem, solution.motion);
    worst = std::max(worst, share);
    if (share > 1.0 + 1e-4 + 1e-9) ++wrong;
  }
  std::sort(seconds.begin(), seconds.end());
  std::printf(
      "{\"reaches\": %d, \"solved\": %d, \"wrong\": %d, \"largest_share_of_a_limit\": %.8f,\n"
      " \"min_s\": %.4f, \"median_s\": %.4f, \"max_s\": %.4f}\n",
      count, solved, wrong, worst, seconds.front(), seconds[seconds.size() / 2], seconds.back());
  attempts.print(stderr);
  return wrong == 0 && solved * 100 >= 95 * count ? 0 : 3;
}
