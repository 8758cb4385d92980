// Why a motion problem has no answer, as far as one can tell. Numbers and names only: words are
// made of them by alembert/report.hpp.
#pragma once

#include <string>

#include "alembert/limit_note.hpp"

namespace alembert {

struct InfeasibilityCause {
  enum class Kind {
    // Seen without solving.
    duration_reversed,  ///< value is the shortest duration, upper the longest
    position_outside,   ///< of joint `name` where joint values are given
    velocity_outside,   ///< the same
    cannot_hold,        ///< torque `value` of joint `name`, where rest is asked for
    loop_open,          ///< cut joint `name` between two frames, `value` m and `turned` rad
    too_far,            ///< joint `name` needs `value` s at its velocity limit, upper is allowed
    drifts,             ///< the goal moves a free-flyer's mass centre by `value` m
    // Looked for where solving failed.
    pose_out_of_reach,  ///< frame `name` stays `value` m and `turned` rad away
    too_close,          ///< solids `name` and `other` are `value` m apart, lower is the margin
    outside_path,       ///< path limit `name`
    pose_too_heavy,     ///< the motors hold no posture of the pose that was found
    motors_too_weak,    ///< joint `name` needs `value` and has upper; a motion is found with more
    load_too_heavy,  ///< a motion is found with the share `value` of it; joint `name` limits that
  };
  Kind kind = Kind::duration_reversed;
  LimitPlace place = LimitPlace::throughout;  ///< where it is asked for
  std::string waypoint = {};                  ///< its name, where that is the place
  std::string name = {};
  std::string other = {};                  ///< the second solid
  std::string frame_a = {}, frame_b = {};  ///< of an open loop
  bool angular = true;                     ///< of a joint
  bool oriented = false;                   ///< `turned` counts too
  double value = 0.0, turned = 0.0;        ///< as the kind says; turned: rad
  double lower = 0.0, upper = 0.0;         ///< the limits, or the velocity limit (upper) of too_far
  double allowed = 0.0;                    ///< s: the longest duration of too_far

  /// The problem contradicts itself: nothing was solved.
  bool seen_without_solving() const { return kind <= Kind::drifts; }
};

}  // namespace alembert
