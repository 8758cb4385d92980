// How what a motor can give depends on where its joint is and how fast it moves: people's
// strengths.
#pragma once

#include <vector>

namespace alembert {

class Model;
enum class Sex;

/// The share of a torque limit that is there: that of Anderson, Madigan and Nussbaum (2007),
///
///   cos(narrowness (q - best)) (2 a b + w (b - 3 a)) / (2 a b + w (2 b - 4 a))
///
/// of the speed w in the torque's own direction, where a leaves three quarters and b a half.
/// Against that direction all is there (they measured up to a tenth more). Beyond what they
/// measured, where this would turn negative, it falls exponentially instead.
struct StrengthCurve {
  int coordinate = 0;       ///< of the model
  bool positive = true;     ///< of the upper torque limit, or of the lower one
  double narrowness = 1.0;  ///< 1/rad
  double best = 0.0;        ///< rad, where it is strongest
  double speed_of_three_quarters = 1.0, speed_of_half = 2.5;  ///< rad/s

  bool operator==(const StrengthCurve&) const = default;
};

/// Hips' flexion, knees and ankles of a human(): adults of 18 to 25 years. Throws Error if the
/// model has no such joints.
std::vector<StrengthCurve> strengths_of_people(const Model& model, Sex sex);

}  // namespace alembert
