// Every robot, call and library as a benchmark of its own: ROBOT/CALL/LIBRARY. For looking closely
// at one of them (--benchmark_filter, --benchmark_repetitions, --benchmark_format=json);
// `alembert bench` compares them.
#include <benchmark/benchmark.h>

#include "alembert/error.hpp"
#include "bench/case.hpp"
#include "bench/robots.hpp"

namespace alembert::bench {
namespace {

using Contenders = std::vector<Contender> (*)(const SharedCase&, const std::string&);

/// Robots of a thousand joints are made only if asked for.
void run(benchmark::State& state, const std::string& robot_name, const std::string& call,
         Contenders contenders) {
  std::vector<Contender> found;
  try {
    found = contenders(std::make_shared<const Case>(robot(robot_name)), call);
  } catch (const Error& e) {
    state.SkipWithError(e.what());
    return;
  }
  if (found.empty()) {
    state.SkipWithError("the library has no such call");
    return;
  }
  const Contender& contender = found.front();
  int first = 0;
  for (auto _ : state) {
    contender.run(first, contender.states_per_call);
    benchmark::ClobberMemory();
    first = (first + contender.states_per_call) % Case::states;
  }
  state.SetItemsProcessed(state.iterations() * contender.states_per_call);
}

void add(const std::string& library, Contenders contenders, const std::vector<std::string>& calls) {
  for (const std::string& robot : robot_names()) {
    for (const std::string& call : calls) {
      benchmark::RegisterBenchmark(
          (robot + '/' + call + '/' + library).c_str(),
          [=](benchmark::State& state) { run(state, robot, call, contenders); });
    }
  }
}

}  // namespace
}  // namespace alembert::bench

int main(int argc, char** argv) {
  using namespace alembert::bench;
  add("alembert", alembert_contenders, call_names());
  if (has_kdl()) add("kdl", kdl_contenders, {"inverse_dynamics", "mass_matrix"});
  if (has_mujoco()) {
    add("mujoco", mujoco_contenders, {"inverse_dynamics", "mass_matrix", "forward_dynamics"});
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
