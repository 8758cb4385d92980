// The times in which one joint can get from state to state, and its motion in one of them.
#pragma once

#include "alembert/state_profile.hpp"
#include "trajectory/farthest.hpp"
#include "trajectory/profile_parts.hpp"

namespace alembert {

struct JointState {
  double q, v, a;
};

/// What brings a joint back within its limits: phases of jerk in a row, as quick as can be.
struct Braking {
  std::array<RampPhase, 8> phases;
  int count = 0;
};

class JointTimes {
 public:
  /// False where the end is beyond its limits, or is come to only from beyond them.
  bool set(const JointState& from, const JointState& to, const MoveLimits& limits);

  bool brakes() const { return braking_.count > 0; }

  /// The first time from this one on in which the joint can get there. Not every later one is: who
  /// moves fast may have to choose between now and after a turn.
  double next(double time) const;

  /// Phases of the motion that takes so long, which is one of those times: between the motions that
  /// get farthest to either side, each as much as it takes. Begin of a phase and state there.
  using Phase = StateProfile::Phase;
  static constexpr int most_phases = 24;
  int motion(double time, std::array<Phase, most_phases>& out) const;

 private:
  /// An open interval of times in which the velocity is not reached.
  struct Gap {
    double begin, end;
  };
  Gap gap(const RampEnds& ends) const;
  double reachable(double time) const;
  double end_of_reachable(double time) const;

  bool limits_jerk_ = true;
  double unit_ = 1.0;  // the limit that is 1
  double velocity_ = 0.0, acceleration_ = 0.0;
  JointState from_ = {};
  Braking braking_;
  double braked_ = 0.0;    // how long that takes
  double distance_ = 0.0;  // left after braking
  double tolerance_ = 0.0, speed_ = 0.0, turn_ = 0.0;
  double least_ = 0.0;
  Gap gaps_[2] = {};
  Farthest up_{{0.0, 0.0, 0.0, 0.0}, 1.0, 1.0, true}, down_ = up_;
};

}  // namespace alembert
