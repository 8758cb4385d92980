// How long an integration may take, of real time.
#pragma once

#include <chrono>
#include <functional>
#include <utility>

namespace alembert {

struct OutOfTime {};

/// From its making on.
class TimeBudget {
 public:
  TimeBudget(double seconds, std::function<void()> checkpoint)
      : seconds_(seconds),
        checkpoint_(std::move(checkpoint)),
        begun_(std::chrono::steady_clock::now()) {}

  /// Calls the user's checkpoint; throws OutOfTime.
  void look() const {
    if (checkpoint_) checkpoint_();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begun_;
    if (spent.count() > seconds_) throw OutOfTime();
  }

 private:
  double seconds_;
  std::function<void()> checkpoint_;
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace alembert
