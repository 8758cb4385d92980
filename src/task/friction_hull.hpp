// How far Coulomb friction may be from the smoothed one, fc tanh(v / s), that torques are computed
// with: limits are held for all of it. With u = v / s friction is, in units of fc, at most
//
//   U(u) = tanh u + E(u),     E(u) = (1 - tanh u) S(u)
//
// where S rises from 0 at u = -1 - edge to 1 at u = -1, with two continuous derivatives: U is 1
// where the true sign may be (all of ±fc below the slip speed) and the smoothed friction further
// off. By symmetry it is at least -U(-u).
#pragma once

#include <vector>

#include "alembert/enclosure.hpp"
#include "alembert/motion_problem.hpp"

namespace alembert {

/// Of values at the ends of an interval: the rounding of the few operations they take.
constexpr double end_rounding = 64.0 * Enclosure::unit;

/// A function of the speed with two derivatives.
struct SpeedFunction {
  double value = 0.0, slope = 0.0, bend = 0.0;
};

class FrictionHull {
 public:
  /// Empty where nothing rubs, or where the problem asks for the smoothed friction alone.
  explicit FrictionHull(const MotionProblem& problem);

  bool empty() const { return joints_.empty(); }
  /// Does friction widen the torques of this coordinate?
  bool rubs(int coordinate) const;

  /// The most that friction may add to the smoothed torque of a coordinate, and the least.
  SpeedFunction above(int coordinate, double v) const;
  SpeedFunction below(int coordinate, double v) const;
  Enclosure above(int coordinate, const Enclosure& v) const;
  Enclosure below(int coordinate, const Enclosure& v) const { return -above(coordinate, -v); }

  /// The same of the power, rounded at rest, where it has a kink: at most 0.005 fc W too much.
  SpeedFunction power_above(int coordinate, double v) const;
  SpeedFunction power_below(int coordinate, double v) const;
  Enclosure power_above(int coordinate, const Enclosure& v) const;
  Enclosure power_below(int coordinate, const Enclosure& v) const;

 private:
  /// Of a coordinate; several where joints are coupled.
  struct Rubbing {
    int coordinate;
    double ratio, coulomb;  // both positive: the hull is symmetric
  };

  enum class Of { torque, power };

  double size(const Rubbing& joint, Of what) const {
    return joint.coulomb * (what == Of::torque ? joint.ratio : slip_speed_);
  }
  /// Of `part` of every joint's speed, in units of the slip speed.
  SpeedFunction sum(int coordinate, double v, Of what, SpeedFunction (*part)(double)) const;
  Enclosure sum(int coordinate, const Enclosure& v, Of what,
                Enclosure (*part)(const Enclosure&)) const;

  double slip_speed_;
  std::vector<Rubbing> joints_;
};

}  // namespace alembert
