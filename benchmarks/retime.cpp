// Paths timed and proven: straight lines of the seven-axis arm with friction, retime/lines; curves
// through six points, retime/curves. One random path an iteration, the same in every run.
#include "alembert/retime.hpp"

#include <benchmark/benchmark.h>

#include <random>

#include "motion_cases.hpp"

namespace alembert::bench {
namespace {

MotionProblem arm_that_rubs() {
  Robot robot = load_robot(model_path("seven_axis.yaml"));
  for (Joint& joint : robot.joints) joint.friction = {.viscous = 0.5, .coulomb = 1.0};
  return MotionProblem(compile(robot));
}

void time_of(benchmark::State& state, MotionProblem problem, int points) {
  std::mt19937 random(5);
  double worst = 0.0;
  for (auto _ : state) {
    Eigen::MatrixXd path(points, problem.model.dofs());
    for (Eigen::Index j = 0; j < path.cols(); ++j) {
      std::uniform_real_distribution<double> range(problem.limits.lower[j],
                                                   problem.limits.upper[j]);
      for (Eigen::Index i = 0; i < points; ++i) path(i, j) = range(random);
    }
    const PathCurve curve =
        path_through(path, {.lower = problem.limits.lower, .upper = problem.limits.upper});
    const Retimed found = retime(problem, curve.curve);
    if (!found.holds()) state.SkipWithError("not proven");
    worst = std::max(worst, found.seconds + found.proof.seconds);
  }
  state.counters["worst_ms"] = 1e3 * worst;
}

void lines(benchmark::State& state) {
  MotionProblem problem = arm_that_rubs();
  problem.limits.acceleration.setConstant(infinity);
  problem.limits.jerk.setConstant(infinity);
  time_of(state, std::move(problem), 2);
}
void lines_jerk(benchmark::State& state) { time_of(state, arm_that_rubs(), 2); }
void curves(benchmark::State& state) { time_of(state, arm_that_rubs(), 6); }

BENCHMARK(lines)->Name("retime/lines")->Unit(benchmark::kMillisecond)->Iterations(100);
BENCHMARK(lines_jerk)->Name("retime/lines_jerk")->Unit(benchmark::kMillisecond)->Iterations(100);
BENCHMARK(curves)->Name("retime/curves")->Unit(benchmark::kMillisecond)->Iterations(100);

}  // namespace
}  // namespace alembert::bench
