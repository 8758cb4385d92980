// Batches on a device: are they right, and how many states do they take a second, beside this
// machine's cores? As `alembert bench ROBOT --gpu`, with less around it: it needs the core, io,
// generate and cuda components alone, so that it can be built where little else is.
//
//   alembert_gpu [--time SECONDS] [--call NAME] [--states N] ROBOT[+floating] …
//   a file, or a name of bench; options hold for the robots behind them
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "alembert/error.hpp"
#include "alembert/io.hpp"
#include "bench/rates.hpp"
#include "bench/robots.hpp"
#include "support/gpu_difference.hpp"

namespace {

using namespace alembert;

Model named_model(std::string name) {
  const std::string suffix = "+floating";
  const bool floating = name.ends_with(suffix);
  if (floating) name.resize(name.size() - suffix.size());
  const Robot robot = std::filesystem::exists(name) ? load_robot(name) : bench::robot(name);
  return compile(robot, {.ideal = true, .floating_base = floating});
}

/// How far the device's answers are off, over the largest entry.
template <typename T>
double difference(const Model& model, GeneratedCall call, bool fast_sines) {
  GpuBatch<T> batch(model, {.calls = {call}, .fast_sines = fast_sines});
  return test::gpu_difference(batch, model, call);
}

void measure(const std::string& name, const GpuDevice& device, const bench::RateOptions& options) {
  const Model model = named_model(name);
  std::printf("%s, %d coordinates: M states/s\n%-20s %-11s %9s %8s %8s %6s %8s |", name.c_str(),
              model.dofs(), "call", "", "device", "pinned", "host", "share", "off by");
  for (const int threads : bench::thread_counts()) std::printf(" %6d t", threads);
  std::printf("\n");
  const auto gpu = bench::gpu_rates(model, device, options);
  const auto cpu = bench::cpu_rates(model, options);
  for (const bench::GpuRate& rate : gpu) {
    std::printf("%-20s %-11s ", to_string(rate.call),
                rate.fast_sines ? "float, fast" : (rate.single ? "float" : "double"));
    if (!rate.refusal.empty()) {
      std::printf("%s\n", rate.refusal.c_str());
      continue;
    }
    const double off = rate.single ? difference<float>(model, rate.call, rate.fast_sines)
                                   : difference<double>(model, rate.call, false);
    std::printf("%9.1f %8.2f %8.2f %5.0f%% %8.1e |", rate.on_device * 1e-6, rate.pinned * 1e-6,
                rate.host * 1e-6, 100.0 * rate.share, off);
    for (const bench::CpuRate& other : cpu) {
      if (other.call != rate.call || other.single != rate.single || rate.fast_sines) continue;
      std::printf(" %8.3f", other.states_per_second * 1e-6);
    }
    std::printf("\n");
  }
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  const GpuDevice device = gpu_device();
  std::printf("%s, compute capability %d, %.0f GiB, copies %.2f TB/s\n", device.name.c_str(),
              device.compute_capability, static_cast<double>(device.memory) / (1u << 30),
              device.copy_bandwidth * 1e-12);
  bench::RateOptions options;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--time" && i + 1 < argc) {
      options.seconds = std::atof(argv[++i]);
    } else if (std::string(argv[i]) == "--states" && i + 1 < argc) {
      options.states = std::max(64, std::atoi(argv[++i]));
    } else if (std::string(argv[i]) == "--call" && i + 1 < argc) {
      const std::string name = argv[++i];
      std::erase_if(options.calls = generated_calls(),
                    [&](GeneratedCall call) { return to_string(call) != name; });
    } else {
      measure(argv[i], device, options);
    }
  }
} catch (const alembert::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
