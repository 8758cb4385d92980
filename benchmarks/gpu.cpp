// Batches on a device: are they right, and how many states do they take a second? Needs the core,
// generate and cuda components alone, so that it can be built where little else is:
//
//   alembert_gpu [JOINTS [STATES]]      a chain in which nothing is zero or parallel
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "alembert/error.hpp"
#include "alembert/gpu_batch.hpp"
#include "generate/program.hpp"
#include "support/gpu_difference.hpp"

namespace {

using namespace alembert;

class Numbers {
 public:
  double operator()(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / 4294967296.0);
  }
  Eigen::Vector3d vector(double size) {
    return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)};
  }

 private:
  std::mt19937 random_{7};
};

Model general_chain(int joints) {
  Numbers number;
  Robot robot;
  robot.name = "chain";
  robot.base = "link_0";
  robot.links.emplace_back().name = robot.base;
  for (int j = 1; j <= joints; ++j) {
    Link& link = robot.links.emplace_back();
    link.name = "link_" + std::to_string(j);
    link.inertia = Inertia{number(1.0, 3.0), number.vector(0.2)};
    link.inertia->about_com = Eigen::Vector3d(0.03, 0.04, 0.05).asDiagonal();
    Joint& joint = robot.joints.emplace_back();
    joint.name = "joint_" + std::to_string(j);
    joint.parent = "link_" + std::to_string(j - 1);
    joint.child = link.name;
    joint.axis = number.vector(1.0).normalized();
    joint.origin.translation() = number.vector(0.4);
  }
  return compile(robot);
}

/// States a second with everything on the device, and what memory moves with it.
template <typename T>
void time_call(GpuBatch<T>& batch, const Model& model, GeneratedCall call, std::size_t states) {
  using Clock = std::chrono::steady_clock;
  const ExprProgram program = record(model, call, {model.links().back().frame});
  std::vector<const T*> inputs;
  std::vector<T*> outputs;
  std::size_t entries = 0;
  Numbers number;
  for (const ProgramArray& array : program.inputs) {
    std::vector<T> host(states * static_cast<std::size_t>(array.size()));
    for (T& x : host) x = static_cast<T>(number(-3.0, 3.0));
    T* there = batch.allocate(host.size());
    batch.copy_to_device(host.data(), host.size(), there);
    inputs.push_back(there);
    entries += host.size();
  }
  for (const ProgramArray& array : program.outputs) {
    const std::size_t size = states * static_cast<std::size_t>(array.size());
    outputs.push_back(batch.allocate(size));
    entries += size;
  }
  double best = 1e9;
  for (int round = 0; round < 8; ++round) {
    const auto begin = Clock::now();
    constexpr int launches = 10;
    for (int k = 0; k < launches; ++k) batch.run(call, states, inputs, outputs);
    batch.synchronize();
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count() / launches);
  }
  std::printf("  %-22s %-6s %8.3f G states/s %7.2f TB/s\n", to_string(call),
              sizeof(T) == 4 ? "float" : "double", static_cast<double>(states) / best * 1e-9,
              static_cast<double>(entries * sizeof(T)) / best * 1e-12);
}

template <typename T>
void measure(const Model& model, std::size_t states) {
  for (const GeneratedCall call : generated_calls()) {
    GpuBatch<T> batch(model, {.calls = {call}});
    std::printf("  %-22s %-6s off by %.1e\n", to_string(call), sizeof(T) == 4 ? "float" : "double",
                test::gpu_difference(batch, model, call));
    time_call(batch, model, call, states);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const int joints = argc > 1 ? std::atoi(argv[1]) : 7;
  const auto states = static_cast<std::size_t>(argc > 2 ? std::atol(argv[2]) : 1 << 21);
  const Model model = general_chain(joints);
  std::printf("%d joints, %zu states\n", joints, states);
  measure<float>(model, states);
  measure<double>(model, states);
} catch (const alembert::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
