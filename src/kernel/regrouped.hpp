// The model as the production kernels see it: regrouped inertial parameters, and constants that are
// exactly 0 or ±1 known, so that kernels can leave work out. docs/equations/kernel.md has the
// method.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/model.hpp"

namespace alembert {

/// What the twist alpha does to a vector.
enum class Twist : unsigned char { none, quarter, minus_quarter, general };

struct RegroupedJoint {
  int parent = -1;
  JointMotion motion = JointMotion::revolute;
  Twist twist = Twist::general;
  bool first_child = true;
  double sin_alpha = 0.0, cos_alpha = 1.0;
  double sin_beta = 0.0, cos_beta = 1.0;
  Eigen::Vector3d p = Eigen::Vector3d::Zero();
  double theta0 = 0.0, pitch = 0.0;
  /// Mass, first moment int r dm and second moment int r r^T dm about the origin. Regrouped: for a
  /// revolute joint m = h_z = J_zz = 0, for a prismatic one J = 0.
  double m = 0.0;
  Eigen::Vector3d h = Eigen::Vector3d::Zero();
  Eigen::Matrix3d J = Eigen::Matrix3d::Zero();

  int coordinate = 0;
  double ratio = 1.0, offset = 0.0;
};

struct RegroupedModel {
  explicit RegroupedModel(const Model& model);

  std::vector<RegroupedJoint> joints;
  int dofs = 0;
  bool chain = true;     ///< every joint follows the one before: joint matrices have no zeros
  bool coupled = false;  ///< some joint has ratio != 1, an offset or a shared coordinate
};

}  // namespace alembert
