// How true intervals of identified parameters are, and how long it takes to come to them.
//
//   alembert_identification coverage [trials] [case]   truth inside 95 % intervals, group by group
//   alembert_identification payload [trials]           2.5 kg on a KUKA whose residuals are the
//   noise alembert_identification samples [rows]             seconds and memory for a log of seven
//   joints
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "identify/coverage.hpp"
#include "identify/kuka_payload.hpp"

namespace alembert::test {
namespace {

struct Case {
  const char* name;
  const char* model;
  Sensors sensors;
};

std::vector<Case> cases() {
  Sensors usual;
  usual.torque_noise = 0.01;
  usual.position_noise = 2e-6;
  usual.offset = 0.05;
  Sensors remembers = usual, late = usual, all = usual, unsynchronised = usual;
  remembers.correlation = 0.9;
  late.delay = 0.004;
  all.correlation = 0.7;
  all.delay = 0.004;
  unsynchronised.late_position = 1;
  unsynchronised.position_delay = 0.006;
  return {{"seven_axis", "seven_axis.yaml", usual},
          {"seven_axis, noise remembers", "seven_axis.yaml", remembers},
          {"seven_axis, late torques", "seven_axis.yaml", late},
          {"seven_axis, late position", "seven_axis.yaml", unsynchronised},
          {"seven_axis, remembers and late", "seven_axis.yaml", all},
          {"puma", "puma560.yaml", usual},
          {"puma, noise remembers", "puma560.yaml", remembers},
          {"puma, late torques", "puma560.yaml", late},
          {"fingers", "", usual},
          {"fingers, noise remembers", "", remembers},
          {"tree", "torso.yaml", usual}};
}

void coverage(int trials, const char* only) {
  for (const Case& one : cases()) {
    if (only && std::strcmp(only, one.name) != 0) continue;
    const Robot file = *one.model
                           ? load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/" + one.model)
                           : fingers();
    std::map<std::string, Covered> groups;
    for (unsigned seed = 1; seed <= static_cast<unsigned>(trials); ++seed) {
      const Robot truth = built_differently(file, 0.1, 100 + seed);
      count_covered(made_up_trial(file, truth, one.sensors, seed), truth, groups);
    }
    std::printf("%-32s %d trials", one.name, trials);
    for (const auto& [group, covered] : groups) {
      std::printf("  %s %.1f %%", group.c_str(), 100.0 * covered.share());
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

void payload(int trials) {
  const KukaPayload at;
  for (const bool empty : {false, true}) {
    double mass = 0.0, centre = 0.0, good = 0.0;
    Covered covered;
    for (unsigned seed = 1; seed <= static_cast<unsigned>(trials); ++seed) {
      const PayloadEstimate found = at.weigh(seed, empty);
      const double off = (found.inertia.com - at.body().com).norm();
      mass += std::pow(found.inertia.mass / at.body().mass - 1.0, 2);
      centre += off * off;
      good += std::abs(found.inertia.mass / at.body().mass - 1.0) < 0.01 && off < 2e-3 ? 1.0 : 0.0;
      at.count(found, covered);
    }
    std::printf(
        "%s, %.0f s: mass off by %.2f %%, centre by %.2f mm (rms of %d); within 1 %% and 2 mm: "
        "%.0f; "
        "intervals hold %.1f %%\n",
        empty ? "beside an empty hand" : "arm as in its file", at.seconds,
        100.0 * std::sqrt(mass / trials), 1e3 * std::sqrt(centre / trials), trials, good,
        100.0 * covered.share());
  }
}

void samples(int rows) {
  const Robot file = load_robot(std::string(ALEMBERT_SOURCE_DIR) + "/models/seven_axis.yaml");
  Sensors sensors;
  sensors.torque_noise = 0.01;
  sensors.position_noise = 2e-6;
  sensors.step = 0.001;
  sensors.seconds = sensors.step * rows;
  const auto log =
      log_in_memory(made_up_log(built_differently(file, 0.1, 1), sensors, 1, 1), compile(file));
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  const auto begin = std::chrono::steady_clock::now();
  const Identification found = identify(file, {log}, {.threads = 2});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  getrusage(RUSAGE_SELF, &after);
  const auto processor = [](const rusage& used) {
    return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  };
  std::printf(
      "%lld samples of 7 joints: %.2f s by the clock, %.2f s of processor time, %.0f MB more\n",
      static_cast<long long>(found.samples), seconds, processor(after) - processor(before),
      1e-3 * static_cast<double>(after.ru_maxrss - before.ru_maxrss));
}

}  // namespace
}  // namespace alembert::test

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "coverage";
  const int count = argc > 2 ? std::atoi(argv[2]) : 0;
  if (what == "payload") {
    alembert::test::payload(count > 0 ? count : 20);
  } else if (what == "samples") {
    alembert::test::samples(count > 0 ? count : 1000000);
  } else {
    alembert::test::coverage(count > 0 ? count : 500, argc > 3 ? argv[3] : nullptr);
  }
}
