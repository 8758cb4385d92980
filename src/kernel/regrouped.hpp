// The model as the production kernels see it: regrouped inertial parameters, and constants that are
// exactly 0 or ±1 known, so that kernels can leave work out. docs/equations/kernel.md has the
// method.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"
#include "kernel/scalar_traits.hpp"

namespace alembert {

/// What the twist alpha does to a vector.
enum class Twist : unsigned char { none, quarter, minus_quarter, general };

/// Where a joint stands on its parent's link, and how it moves.
struct RegroupedPlace {
  int parent = -1;
  JointMotion motion = JointMotion::revolute;
  Twist twist = Twist::general;
  bool first_child = true;
  double sin_alpha = 0.0, cos_alpha = 1.0;
  double sin_beta = 0.0, cos_beta = 1.0;
  Eigen::Vector3d p = Eigen::Vector3d::Zero();
  double theta0 = 0.0, pitch = 0.0;

  int coordinate = 0;
  double ratio = 1.0, offset = 0.0;
};

/// A rigid body about the origin of a frame: its inertia, of any type of number C.
template <typename C>
struct RegroupedBody {
  /// Mass, first moment int r dm and second moment int r r^T dm about the origin. Regrouped: for a
  /// revolute joint m = h_z = J_zz = 0, for a prismatic one J = 0.
  C m = C(0.0);
  Vec3<C> h = Vec3<C>::Zero();
  Mat3<C> J = Mat3<C>::Zero();
};

template <typename C>
struct RegroupedJointOf : RegroupedPlace, RegroupedBody<C> {};

/// What hangs on each joint, in canonical frames: as in the model, or as a recording leaves it
/// open.
template <typename C>
std::vector<RegroupedBody<C>> bodies_of(const Model& model);
template <>
std::vector<RegroupedBody<double>> bodies_of(const Model& model);

template <typename C>
struct RegroupedModelOf {
  explicit RegroupedModelOf(const Model& model) : RegroupedModelOf(model, bodies_of<C>(model)) {}
  /// With these bodies in place of the model's own.
  RegroupedModelOf(const Model& model, const std::vector<RegroupedBody<C>>& bodies);

  std::vector<RegroupedJointOf<C>> joints;
  int dofs = 0;
  bool chain = true;     ///< every joint follows the one before: joint matrices have no zeros
  bool coupled = false;  ///< some joint has ratio != 1, an offset or a shared coordinate
};

using RegroupedJoint = RegroupedJointOf<double>;
using RegroupedModel = RegroupedModelOf<double>;
extern template struct RegroupedModelOf<double>;

/// Are inertias of the scalar itself? So where a recording leaves them open (src/generate);
/// everywhere else they are constants.
template <typename S>
inline constexpr bool open_inertias = false;
template <typename S>
using InertialOf = std::conditional_t<open_inertias<S>, S, ConstantOf<S>>;
template <typename S>
using RegroupedJointFor = RegroupedJointOf<std::conditional_t<open_inertias<S>, S, double>>;
template <typename S>
using RegroupedModelFor = RegroupedModelOf<std::conditional_t<open_inertias<S>, S, double>>;

}  // namespace alembert
