// The equations of motion of arms that bend, J(z) z'' = R(z, z') + torques, for any tree of rigid
// and bending links. z: joints, then amplitudes.
//
//   FlexibleModel model = compile_flexible(robot);
//   FlexibleEquations<double> arm(model);
//   arm.accelerations(z, v, torques, a);
#pragma once

#include <memory>
#include <span>

#include "alembert/flexible_model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// A force and a moment on a place of the arm, world components.
struct FlexibleLoad {
  int place = 0;  ///< FlexibleModel::place("tool")
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  ///< where it acts, in the place's frame
};

template <typename S>
struct FlexibleEnergies {
  S kinetic{}, gravity{}, elastic{};  ///< J; drives' springs are in `elastic`
  S total() const { return kinetic + gravity + elastic; }
};

/// Owns its workspace: one per thread.
template <typename S>
class FlexibleEquations {
 public:
  explicit FlexibleEquations(const FlexibleModel& model);
  FlexibleEquations(const FlexibleEquations& other);
  FlexibleEquations(FlexibleEquations&&) noexcept;
  ~FlexibleEquations();

  const FlexibleModel& model() const;
  /// Act from now on.
  void set_loads(std::span<const FlexibleLoad> loads);

  /// Book's J and R (82): R is what is left of the equations without accelerations and torques.
  void simulation_form(VecIn<S> z, VecIn<S> v, MatOut<S> J, VecOut<S> R);
  /// Generalized forces of a motion: torques of the joints, and what would have to act on the
  /// amplitudes, zero where the motion is the arm's own.
  void inverse(VecIn<S> z, VecIn<S> v, VecIn<S> a, VecOut<S> forces);
  /// Torques of given joint accelerations, amplitudes moving as they must: `a` receives all.
  void joint_torques(VecIn<S> z, VecIn<S> v, VecIn<S> joint_a, VecOut<S> torques, VecOut<S> a);
  /// `torques` of the joints.
  void accelerations(VecIn<S> z, VecIn<S> v, VecIn<S> torques, VecOut<S> a);

  FlexibleEnergies<S> energies(VecIn<S> z, VecIn<S> v);  ///< J
  /// Of a place: columns 1 x y z, rows world x y z. Not quite a rotation where links bend.
  Eigen::Matrix<S, 3, 4> pose(VecIn<S> z, int place);

  /// Constants of the model that can be made to depend on a parameter: for derivatives by design.
  struct Constants;
  Constants& constants();  ///< of this object, to be changed before calls

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace alembert
