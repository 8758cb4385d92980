// Motions from one point to another that need no optimiser: polynomials, trapezoidal velocity,
// S-curves. For comparison with what prediction finds.
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// A polynomial from an instant on: sum c[i] (t - origin)^i.
struct ProfilePiece {
  double begin = 0.0, origin = 0.0;  ///< s; it lasts to the next one's begin
  std::array<double, 8> c{};         ///< rad or m, over s^i
};

/// Piecewise polynomials, one list of pieces a coordinate, from 0 to the duration. Instants outside
/// are moved to the nearer end; where two pieces meet, the later one speaks. Immutable: share it
/// between threads.
class Profile {
 public:
  Profile() = default;
  Profile(std::vector<std::vector<ProfilePiece>> coordinates, double duration);

  int dofs() const { return static_cast<int>(coordinates_.size()); }
  double duration() const { return duration_; }

  const std::vector<ProfilePiece>& pieces(int coordinate) const { return coordinates_[coordinate]; }

  /// Position (order 0) or its derivative of an order, no allocation.
  void evaluate(double t, int order, VecOut<double> out) const;
  Eigen::VectorXd operator()(double t, int order = 0) const;

  /// The same path in another time.
  Profile stretched(double duration) const;

 private:
  std::vector<std::vector<ProfilePiece>> coordinates_;
  double duration_ = 0.0;
};

/// One entry a coordinate, infinity where there is no limit; of either sign.
struct ProfileLimits {
  Eigen::VectorXd velocity;      ///< rad/s or m/s
  Eigen::VectorXd acceleration;  ///< rad/s^2 or m/s^2
  Eigen::VectorXd jerk;          ///< rad/s^3 or m/s^3

  static ProfileLimits of(const Model& model);  ///< as the model has them
};

/// State at an end. What is left empty is zero.
struct ProfileEnd {
  Eigen::VectorXd q;  ///< rad or m
  Eigen::VectorXd v = {}, a = {}, jerk = {};
};

/// Cubic, quintic or septic (degree 3, 5 or 7): meets q and v, also a, also jerk of both ends.
/// Throws Error for another degree, sizes that differ or a duration that is not positive.
Profile polynomial_profile(int degree, const ProfileEnd& start, const ProfileEnd& goal,
                           double duration);

// From rest to rest as fast as the limits allow. Coordinates start and stop together: the slowest
// moves as if it were alone, the others take its time. All throw Error for sizes that differ,
// limits that are not positive and limits that are missing.

/// All limits hold; a cubic's acceleration and a quintic's jerk jump at the ends all the same.
Profile polynomial_profile(int degree, VecIn<double> start, VecIn<double> goal,
                           const ProfileLimits& limits);
/// Constant acceleration, constant velocity, constant deceleration; needs acceleration limits.
Profile trapezoidal_profile(VecIn<double> start, VecIn<double> goal, const ProfileLimits& limits);
/// The same with ramps in the acceleration: seven pieces of constant jerk; needs jerk limits.
Profile s_curve_profile(VecIn<double> start, VecIn<double> goal, const ProfileLimits& limits);

}  // namespace alembert
