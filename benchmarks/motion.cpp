// Motion prediction from start to certified answer: motion/xiang_1, motion/seven_axis.
#include <benchmark/benchmark.h>

#include "alembert/report.hpp"
#include "motion_cases.hpp"

namespace alembert::bench {
namespace {

void time_of(benchmark::State& state, const MotionProblem& problem) {
  double violation = 0.0;
  for (auto _ : state) {
    const Solution solution = solve(problem);
    if (solution.status != MotionStatus::solved) state.SkipWithError(summary(solution).c_str());
    violation = solution.largest_violation;
    benchmark::DoNotOptimize(violation);
  }
  state.counters["largest_violation"] = violation;
}

void xiang_example_1(benchmark::State& state) { time_of(state, xiang_1()); }
void seven_axis(benchmark::State& state) {
  std::mt19937 random(5);
  time_of(state, seven_axis_reach(random));
}

BENCHMARK(xiang_example_1)->Name("motion/xiang_1")->Unit(benchmark::kMillisecond);
BENCHMARK(seven_axis)->Name("motion/seven_axis")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace alembert::bench
