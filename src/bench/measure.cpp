#include "bench/measure.hpp"

#include <algorithm>

#include "clock.hpp"

namespace alembert::bench {

namespace {

constexpr double burst_ns = 1e5;            // long for the clock, short for the scheduler
constexpr double longest_warm_up_ns = 2e7;  // beyond, caches no longer matter
constexpr std::size_t fewest_repeats = 3;

class Stopwatch {
 public:
  explicit Stopwatch(const Contender& contender) : contender_(contender) {
    run(contender.states_per_call);  // the first touch of its memory
    const int few = std::max(4, contender.states_per_call);
    const double ns = run(few) / few;
    const double cycle_ns = ns * Case::states;
    if (cycle_ns <= burst_ns) {
      count_ = Case::states * static_cast<int>(burst_ns / cycle_ns);
    } else {
      const int calls = static_cast<int>(burst_ns / (ns * contender.states_per_call));
      count_ = contender.states_per_call * std::max(1, calls);
    }
    warm_up_ = std::min(count_, Case::states);
    if (warm_up_ * ns > longest_warm_up_ns) warm_up_ = 0;
  }

  void repeat() {
    if (warm_up_ > 0) spent_ns_ += run(warm_up_);
    const double ns = run(count_);
    spent_ns_ += ns;
    per_state_.push_back(ns / count_);
  }

  double spent_seconds() const { return 1e-9 * spent_ns_; }
  bool done(double seconds) const {
    return spent_seconds() >= seconds && per_state_.size() >= fewest_repeats;
  }

  Timing timing() const {
    std::vector<double> sorted = per_state_;
    std::sort(sorted.begin(), sorted.end());
    return {sorted.front(), sorted[sorted.size() / 2], static_cast<int>(sorted.size())};
  }

 private:
  /// ns that the next `count` states take.
  double run(int count) {
    const auto start = Clock::now();
    contender_.run(next_, count);
    const std::chrono::duration<double, std::nano> taken = Clock::now() - start;
    next_ = (next_ + count) % Case::states;
    return taken.count();
  }

  const Contender& contender_;
  int next_ = 0, count_ = 0, warm_up_ = 0;
  double spent_ns_ = 0.0;
  std::vector<double> per_state_;
};

}  // namespace

std::vector<Timing> measure(const std::vector<Contender>& contenders, double seconds,
                            const std::function<void(double)>& progress) {
  std::vector<Stopwatch> watches(contenders.begin(), contenders.end());
  for (bool running = true; running;) {
    running = false;
    double share = 1.0;
    for (Stopwatch& watch : watches) {
      if (watch.done(seconds)) continue;
      watch.repeat();
      running = true;
      share = std::min(share, watch.spent_seconds() / seconds);
    }
    progress(share);
  }
  std::vector<Timing> timings;
  for (const Stopwatch& watch : watches) timings.push_back(watch.timing());
  return timings;
}

}  // namespace alembert::bench
