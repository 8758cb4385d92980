// How documents spell enums, in the order of the enums.
#pragma once

#include <array>
#include <span>

#include "alembert/infeasibility.hpp"
#include "alembert/problem_document.hpp"
#include "alembert/simulate.hpp"
#include "alembert/solution.hpp"
#include "alembert/verify.hpp"

namespace alembert {

using Spellings = std::span<const char* const>;

/// How one of an enum is spelled, by its words_of().
template <typename Enum>
const char* word_of(Enum value) {
  return words_of(value)[static_cast<std::size_t>(value)];
}

/// The words of an enum that documents spell as messages do, by its to_string().
template <auto last>
Spellings words_up_to() {
  static const auto words = [] {
    std::array<const char*, static_cast<std::size_t>(last) + 1> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = to_string(static_cast<decltype(last)>(i));
    return all;
  }();
  return words;
}

inline Spellings words_of(MotionStatus) {
  static constexpr const char* words[] = {"solved", "solved_to_lower_accuracy", "infeasible",
                                          "iteration_limit", "interrupted"};
  return words;
}

inline Spellings words_of(Attempt::Kind) {
  static constexpr const char* words[] = {
      "exact_profile", "given_motion",    "softer_friction", "guess",         "through_itself",
      "lighter_load",  "stronger_motors", "way_around",      "slower_guess",  "more_jerk",
      "least_given",   "after_giving",    "finer_equations", "profile_knots", "moved_knots",
      "last_digits",   "free_knots",      "cost_nodes",      "limit_nodes",   "less_room"};
  return words;
}

inline Spellings words_of(Attempt::End) {
  static constexpr const char* words[] = {"solved",          "acceptable",  "infeasible",
                                          "iteration_limit", "interrupted", "failed",
                                          "led_through"};
  return words;
}

inline Spellings words_of(LimitKind) {
  static constexpr const char* words[] = {
      "acceleration",   "balance",  "clearance", "closure",    "contact",       "duration",
      "holding_torque", "jerk",     "joint_sum", "path_angle", "path_position", "pose_orientation",
      "pose_position",  "position", "power",     "sliding",    "torque",        "velocity"};
  return words;
}

inline Spellings words_of(LimitPlace) {
  static constexpr const char* words[] = {"way", "start", "goal", "waypoint", "repetition"};
  return words;
}

inline Spellings words_of(InfeasibilityCause::Kind) {
  static constexpr const char* words[] = {
      "duration_reversed", "position_outside", "velocity_outside",  "cannot_hold", "loop_open",
      "too_far",           "drifts",           "pose_out_of_reach", "too_close",   "outside_path",
      "pose_too_heavy",    "motors_too_weak",  "load_too_heavy"};
  return words;
}

inline Spellings words_of(LimitProof::Verdict) {
  static constexpr const char* words[] = {"holds", "violated", "open", "equation"};
  return words;
}
inline Spellings words_of(MotionCertificate::Method) {
  static constexpr const char* words[] = {"none", "sampled", "proven"};
  return words;
}

inline Spellings words_of(VerificationMode) {
  static constexpr const char* words[] = {"end_to_end", "knot_to_knot", "joints_led"};
  return words;
}

inline Spellings words_of(Controller) {
  static constexpr const char* words[] = {"computed-torque", "pd-gravity", "feed-forward",
                                          "feed-forward-pd"};
  return words;
}

inline Spellings words_of(CoordinateKind) {
  static constexpr const char* words[] = {"angular", "continuous", "linear"};
  return words;
}

inline Spellings words_of(SplineOptions::Knots) {
  static constexpr const char* words[] = {"uniform", "phases", "free", "adapted"};
  return words;
}

inline Spellings words_of(FrictionCover) {
  static constexpr const char* words[] = {"hull", "smoothed"};
  return words;
}

inline Spellings words_of(SolverMethod) { return words_up_to<SolverMethod::ipopt>(); }

inline Spellings words_of(Load::Axes) {
  static constexpr const char* words[] = {"frame", "world"};
  return words;
}

}  // namespace alembert
