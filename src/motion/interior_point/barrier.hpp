// Bounds on a vector, kept off by logarithms:  -mu sum log(v - lower) - mu sum log(upper - v).
#pragma once

#include <Eigen/Core>
#include <vector>

namespace alembert {

class Barrier {
 public:
  using Vector = Eigen::VectorXd;

  /// Infinite where there is no bound.
  void set_bounds(const Vector& lower, const Vector& upper);

  /// Moves v inside by `push` in its own size and in that of the room between two bounds.
  void push_inside(double push, Vector& v) const;
  double value(const Vector& v, double mu) const;
  /// Would v[i] at `place` be as far inside as it is, but for this share?
  bool allows(int i, const Vector& v, double place, double share) const;
  void add_gradient(const Vector& v, double mu, Vector& out) const;
  /// Multipliers over distances.
  void curvature(const Vector& v, const Vector& lower_z, const Vector& upper_z, Vector& out) const;
  /// Largest |distance * multiplier - mu|.
  double complementarity(const Vector& v, const Vector& lower_z, const Vector& upper_z,
                         double mu) const;
  /// The multipliers' part of the Newton step that moves v by dv.
  void multiplier_steps(const Vector& v, const Vector& dv, const Vector& lower_z,
                        const Vector& upper_z, double mu, Vector& lower_dz, Vector& upper_dz) const;
  /// The longest part of dv, at most 1, that uses up no more than `share` of any distance.
  double longest_step(const Vector& v, const Vector& dv, double share) const;
  /// The same for multipliers, which stay positive.
  double longest_multiplier_step(const Vector& lower_z, const Vector& lower_dz,
                                 const Vector& upper_z, const Vector& upper_dz, double share) const;
  /// Multipliers mu / distance.
  void centre(const Vector& v, double mu, Vector& lower_z, Vector& upper_z) const;
  /// Multipliers no further from those than by a factor.
  void keep_near(const Vector& v, double mu, double factor, Vector& lower_z, Vector& upper_z) const;

  const std::vector<int>& below() const { return below_; }
  const std::vector<int>& above() const { return above_; }
  double lower(int i) const { return lower_[i]; }
  double upper(int i) const { return upper_[i]; }

 private:
  Vector lower_, upper_;
  std::vector<int> below_, above_;  // that have a lower, an upper bound
};

}  // namespace alembert
