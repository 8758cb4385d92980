// The centre of mass of the whole robot: where it is, how fast it moves and which joints move it.
#pragma once

#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Of all that has mass, what is welded to the base included; world components. Call update(),
/// then ask. Owns its workspace: one object per thread.
class CenterOfMass {
 public:
  /// Throws Error for a robot without mass.
  explicit CenterOfMass(const Model& model);

  void update(VecIn<double> q, VecIn<double> v);

  double mass() const;                       ///< kg
  const Eigen::Vector3d& position() const;   ///< m
  const Eigen::Vector3d& velocity() const;   ///< m/s
  const Eigen::Matrix3Xd& jacobian() const;  ///< velocity = jacobian v

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
