#include "task/friction_hull.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

/// In units of the slip speed: below `still` friction may have either sign; over `edge` more speed
/// the bound comes down to the smoothed friction; below `rest` |u| is rounded.
constexpr double still = 1.0, edge = 3.0, rest = 0.25;
/// From there on tanh u is 1 to the last digit.
constexpr double all_of_it = 20.0;

/// 0 at 0, 1 at 1, both with no slope and no bend.
template <typename S>
S step(const S& y) {
  return y * y * y * (y * (y * S(6.0) - S(15.0)) + S(10.0));
}

SpeedFunction step_at(double y) {
  if (y <= 0.0) return {};
  if (y >= 1.0) return {1.0, 0.0, 0.0};
  const double left = 1.0 - y;
  return {step(y), 30.0 * y * y * left * left, 60.0 * y * left * (1.0 - 2.0 * y)};
}

SpeedFunction product(const SpeedFunction& a, const SpeedFunction& b) {
  return {a.value * b.value, a.slope * b.value + a.value * b.slope,
          a.bend * b.value + 2.0 * a.slope * b.slope + a.value * b.bend};
}

/// 1 where u >= -1, 0 where u <= -1 - edge.
SpeedFunction cover(double u) {
  const SpeedFunction s = step_at((u + still + edge) / edge);
  return {s.value, s.slope / edge, s.bend / (edge * edge)};
}

/// 1 + side tanh u.
SpeedFunction beside(double u, double side) {
  const double t = std::tanh(u), slope = 1.0 - t * t;
  return {1.0 + side * t, side * slope, -2.0 * side * t * slope};
}

SpeedFunction excess(double u) {
  // Where a joint moves: most of the time.
  if (u <= -still - edge || u >= all_of_it) return {};
  return product(beside(u, -1.0), cover(u));
}

/// |u|, or above it where it has its kink.
SpeedFunction size_of(double u) {
  const double y = u / rest;
  if (std::abs(y) >= 1.0) return {std::abs(u), u > 0.0 ? 1.0 : -1.0, 0.0};
  return {rest * (3.0 + y * y * (6.0 - y * y)) / 8.0, y * (3.0 - y * y) / 2.0,
          1.5 * (1.0 - y * y) / rest};
}

/// u tanh u.
SpeedFunction smoothed_power(double u) {
  const SpeedFunction t = beside(u, 1.0);
  return product({u, 1.0, 0.0}, {t.value - 1.0, t.slope, t.bend});
}

SpeedFunction plus(const SpeedFunction& a, const SpeedFunction& b, double share) {
  return {a.value + share * b.value, a.slope + share * b.slope, a.bend + share * b.bend};
}

SpeedFunction excess_power_above(double u) { return plus(size_of(u), smoothed_power(u), -1.0); }

SpeedFunction excess_power_below(double u) {
  const SpeedFunction covered = cover(-std::abs(u));
  const double turn = u > 0.0 ? -1.0 : 1.0;
  return product(plus(size_of(u), smoothed_power(u), 1.0),
                 {covered.value, turn * covered.slope, covered.bend});
}

/// Smallest and largest |u| of a piece.
struct Sizes {
  explicit Sizes(const Enclosure& u)
      : least(std::max({0.0, u.lower(), -u.upper()})), most(std::max(-u.lower(), u.upper())) {}
  double least, most;
};

Enclosure outward(double lower, double upper) {
  return Enclosure::between(lower - end_rounding, upper + end_rounding);
}

Enclosure excess(const Enclosure& u) {
  if (u.lower() >= -still) return Enclosure(1.0) - tanh(u);
  if (u.upper() <= -still - edge) return Enclosure(0.0);
  // The one factor falls, the other rises.
  const Enclosure any = outward((1.0 - std::tanh(u.upper())) * cover(u.lower()).value,
                                (1.0 - std::tanh(u.lower())) * cover(u.upper()).value);
  if (u.lower() < -still - edge || u.upper() > -still) return any;
  const Enclosure series = (Enclosure(1.0) - tanh(u)) * step((u + Enclosure(still + edge)) / edge);
  return series.r < any.r ? series : any;
}

Enclosure size_of(const Enclosure& u) {
  if (u.lower() >= rest) return u;
  if (u.upper() <= -rest) return -u;
  const Sizes sizes(u);
  return outward(size_of(sizes.least).value, size_of(sizes.most).value);
}

Enclosure excess_power_above(const Enclosure& u) { return size_of(u) - u * tanh(u); }

/// All its factors rise with |u| or fall with it.
Enclosure excess_power_below(const Enclosure& u) {
  const Sizes sizes(u);
  if (sizes.least >= still + edge) return Enclosure(0.0);
  const auto size = [](double at) { return size_of(at).value + at * std::tanh(at); };
  // Sums of a few terms of the order of still + edge.
  constexpr double more = 8.0 * end_rounding;
  return Enclosure::between(size(sizes.least) * cover(-sizes.most).value - more,
                            size(sizes.most) * cover(-sizes.least).value + more);
}

}  // namespace

FrictionHull::FrictionHull(const MotionProblem& problem) : slip_speed_(problem.slip_speed) {
  if (problem.friction == FrictionCover::smoothed) return;
  for (const ModelJoint& joint : problem.model.joints()) {
    if (!(joint.coulomb > 0.0) || joint.ratio == 0.0) continue;
    joints_.push_back({joint.coordinate, std::abs(joint.ratio), joint.coulomb});
  }
}

bool FrictionHull::rubs(int coordinate) const {
  return std::any_of(joints_.begin(), joints_.end(),
                     [&](const Rubbing& joint) { return joint.coordinate == coordinate; });
}

SpeedFunction FrictionHull::sum(int coordinate, double v, Of what,
                                SpeedFunction (*part)(double)) const {
  SpeedFunction out;
  for (const Rubbing& joint : joints_) {
    if (joint.coordinate != coordinate) continue;
    const double rate = joint.ratio / slip_speed_;
    const SpeedFunction now = part(rate * v);
    out = plus(out, {now.value, now.slope * rate, now.bend * rate * rate}, size(joint, what));
  }
  return out;
}

Enclosure FrictionHull::sum(int coordinate, const Enclosure& v, Of what,
                            Enclosure (*part)(const Enclosure&)) const {
  Enclosure out(0.0);
  for (const Rubbing& joint : joints_) {
    if (joint.coordinate != coordinate) continue;
    out += part(v * joint.ratio / slip_speed_) * size(joint, what);
  }
  return out;
}

SpeedFunction FrictionHull::above(int coordinate, double v) const {
  return sum(coordinate, v, Of::torque, excess);
}
SpeedFunction FrictionHull::below(int coordinate, double v) const {
  const SpeedFunction mirrored = above(coordinate, -v);
  return {-mirrored.value, mirrored.slope, -mirrored.bend};
}
SpeedFunction FrictionHull::power_above(int coordinate, double v) const {
  return sum(coordinate, v, Of::power, excess_power_above);
}
SpeedFunction FrictionHull::power_below(int coordinate, double v) const {
  const SpeedFunction size = sum(coordinate, v, Of::power, excess_power_below);
  return {-size.value, -size.slope, -size.bend};
}

Enclosure FrictionHull::above(int coordinate, const Enclosure& v) const {
  return sum(coordinate, v, Of::torque, excess);
}
Enclosure FrictionHull::power_above(int coordinate, const Enclosure& v) const {
  return sum(coordinate, v, Of::power, excess_power_above);
}
Enclosure FrictionHull::power_below(int coordinate, const Enclosure& v) const {
  return -sum(coordinate, v, Of::power, excess_power_below);
}

}  // namespace alembert
