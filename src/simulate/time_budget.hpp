// How long an integration may take, of real time.
#pragma once

#include <functional>
#include <utility>

#include "clock.hpp"

namespace alembert {

struct OutOfTime {};

/// From its making on.
class TimeBudget {
 public:
  TimeBudget(double seconds, std::function<void()> checkpoint)
      : seconds_(seconds), checkpoint_(std::move(checkpoint)) {}

  /// Calls the user's checkpoint; throws OutOfTime.
  void look() const {
    if (checkpoint_) checkpoint_();
    if (seconds_since(begun_) > seconds_) throw OutOfTime();
  }

 private:
  double seconds_;
  std::function<void()> checkpoint_;
  Clock::time_point begun_ = Clock::now();
};

}  // namespace alembert
