#include <algorithm>
#include <fstream>
#include <map>

#include "bench/measure.hpp"
#include "clock.hpp"

namespace alembert::bench {

namespace {

/// The first "key : value" of /proc/cpuinfo, or "".
std::string cpuinfo(const std::string& key) {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const auto colon = line.find(':');
    if (colon == std::string::npos || !line.starts_with(key)) continue;
    const auto begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

/// arm64 tells numbers only; these are Arm's own designs.
std::string arm_name(const std::string& part) {
  static const std::map<std::string, std::string> names = {
      {"0xd08", "Cortex-A72"},  {"0xd0b", "Cortex-A76"},  {"0xd0c", "Neoverse-N1"},
      {"0xd40", "Neoverse-V1"}, {"0xd49", "Neoverse-N2"}, {"0xd4f", "Neoverse-V2"}};
  const auto name = names.find(part);
  return name == names.end() ? "arm64 part " + part : name->second;
}

/// By a chain of additions, each of which waits for the one before: a cycle each. What systems tell
/// about their clock is often not what it does.
double measured_gigahertz() {
  constexpr int steps = 128000, tries = 20;
  double fastest = 0.0;
  long sum = 0, step = 1;
  for (int t = 0; t < tries; ++t) {
    const auto start = Clock::now();
#pragma GCC unroll 32
    for (int i = 0; i < steps; ++i) {
      sum += step;
      asm volatile("" : "+r"(sum), "+r"(step));  // or the compiler would multiply
    }
    const std::chrono::duration<double, std::nano> taken = Clock::now() - start;
    fastest = std::max(fastest, steps / taken.count());
  }
  return fastest;
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.processor = cpuinfo("model name");
  const std::string part = cpuinfo("CPU part");
  if (machine.processor.empty() && !part.empty()) machine.processor = arm_name(part);
  if (machine.processor.empty()) machine.processor = "unknown processor";
  machine.ghz = measured_gigahertz();
#if defined(__clang__)
  machine.compiler = "Clang " __clang_version__;
#else
  machine.compiler = "GCC " __VERSION__;
#endif
  return machine;
}

}  // namespace alembert::bench
