// The planar biped by hand: where its seven bodies are, and by Newton and Euler in the plane what
// the ground and the motors must do. Shares no code with the library but its numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "alembert/robot.hpp"

namespace alembert::test {

/// A number with its first and second derivative in time.
struct Jet {
  double x = 0.0, d = 0.0, dd = 0.0;
};
inline Jet operator+(const Jet& a, const Jet& b) { return {a.x + b.x, a.d + b.d, a.dd + b.dd}; }
inline Jet operator-(const Jet& a, const Jet& b) { return {a.x - b.x, a.d - b.d, a.dd - b.dd}; }
inline Jet operator*(double s, const Jet& a) { return {s * a.x, s * a.d, s * a.dd}; }
inline Jet sine(const Jet& a) {
  const double s = std::sin(a.x), c = std::cos(a.x);
  return {s, c * a.d, c * a.dd - s * a.d * a.d};
}
inline Jet cosine(const Jet& a) {
  const double s = std::sin(a.x), c = std::cos(a.x);
  return {c, -s * a.d, -s * a.dd - c * a.d * a.d};
}

struct PlanarPoint {
  Jet x, z;
};
/// A vector of a body that is turned by an angle about y, from a point.
inline PlanarPoint from(const PlanarPoint& point, const Jet& angle, double x, double z) {
  const Jet s = sine(angle), c = cosine(angle);
  return {point.x + x * c + z * s, point.z - x * s + z * c};
}

/// Force, and moment about the world's origin, about y.
struct PlanarWrench {
  double x = 0.0, z = 0.0, moment = 0.0;
};
inline PlanarWrench operator+(const PlanarWrench& a, const PlanarWrench& b) {
  return {a.x + b.x, a.z + b.z, a.moment + b.moment};
}
inline PlanarWrench operator-(const PlanarWrench& a, const PlanarWrench& b) {
  return {a.x - b.x, a.z - b.z, a.moment - b.moment};
}
/// About a point.
inline double moment_about(const PlanarWrench& w, const PlanarPoint& p) {
  return w.moment - (p.z.x * w.x - p.x.x * w.z);
}

/// In a plane: within friction, and between two places on the ground.
inline double outside_cone(const PlanarWrench& w, double friction, double from, double to) {
  const double left = -w.moment - from * w.z, right = to * w.z + w.moment;  // both >= 0
  return std::max({std::abs(w.x) - friction * w.z, -left, -right});
}

class PlanarWalker {
 public:
  static constexpr double gravity = 9.81;
  static constexpr double heel = -0.06, toe = 0.15, sole = -0.07;  // of a foot, from its ankle
  static constexpr double thigh = 0.4410, shank = 0.4428;

  explicit PlanarWalker(const Robot& robot) : robot_(robot) {}

  /// Angles about +y. The left foot's heel would stand at the world's origin, flat; `heel_roll`
  /// lifts its toes, then `toe_roll` its heel.
  void place(const Jet& heel_roll, const Jet& toe_roll, const std::array<Jet, 3>& left,
             const std::array<Jet, 3>& right) {
    const Jet first = -1.0 * heel_roll;
    const PlanarPoint toe_point = from({}, first, toe - heel, 0.0);
    foot_[0] = first + toe_roll;
    ankle_[0] = from(toe_point, foot_[0], -toe, -sole);
    shank_[0] = foot_[0] - left[2];
    knee_[0] = from(ankle_[0], shank_[0], 0.0, shank);
    thigh_[0] = shank_[0] - left[1];
    hip_ = from(knee_[0], thigh_[0], 0.0, thigh);
    trunk_ = thigh_[0] - left[0];
    thigh_[1] = trunk_ + right[0];
    knee_[1] = from(hip_, thigh_[1], 0.0, -thigh);
    shank_[1] = thigh_[1] + right[1];
    ankle_[1] = from(knee_[1], shank_[1], 0.0, -shank);
    foot_[1] = shank_[1] + right[2];
  }

  PlanarPoint heel_of(int side) const { return from(ankle_[side], foot_[side], heel, sole); }
  PlanarPoint toe_of(int side) const { return from(ankle_[side], foot_[side], toe, sole); }

  /// What all that acts from outside, but gravity, must exert.
  PlanarWrench outside() const { return inertia("trunk", hip_, trunk_) + leg(0, 3) + leg(1, 3); }
  /// Torques of hip, knee and ankle of a side, on the lower of the two bodies, with the ground's
  /// wrench on that foot.
  std::array<double, 3> torques(int side, const PlanarWrench& ground) const {
    return {moment_about(leg(side, 3) - ground, hip_),
            moment_about(leg(side, 2) - ground, knee_[side]),
            moment_about(leg(side, 1) - ground, ankle_[side])};
  }

 private:
  /// m (a - g) at the mass centre and I times the angular acceleration.
  PlanarWrench inertia(const std::string& link, const PlanarPoint& origin, const Jet& angle) const {
    const Inertia& body = *robot_.find_link(link)->inertia;
    const PlanarPoint centre = from(origin, angle, body.com.x(), body.com.z());
    const double fx = body.mass * centre.x.dd, fz = body.mass * (centre.z.dd + gravity);
    return {fx, fz, centre.z.x * fx - centre.x.x * fz + body.about_com(1, 1) * angle.dd};
  }
  /// The lowest so many bodies.
  PlanarWrench leg(int side, int bodies) const {
    const std::string name = side == 0 ? "left_" : "right_";
    PlanarWrench sum = inertia(name + "foot", ankle_[side], foot_[side]);
    if (bodies > 1) sum = sum + inertia(name + "shank", knee_[side], shank_[side]);
    if (bodies > 2) sum = sum + inertia(name + "thigh", hip_, thigh_[side]);
    return sum;
  }

  const Robot& robot_;
  PlanarPoint hip_, knee_[2], ankle_[2];
  Jet trunk_, thigh_[2], shank_[2], foot_[2];
};

}  // namespace alembert::test
