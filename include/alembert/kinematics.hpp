// Where things are and how they move: poses, velocities and Jacobians in the user's frames.
#pragma once

#include "alembert/dual.hpp"
#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Call update(q), then ask. Owns its workspace: one object per thread.
template <typename S = double>
class Kinematics {
 public:
  using Jacobian = Eigen::Matrix<S, 6, Eigen::Dynamic>;  ///< three angular rows over three linear

  explicit Kinematics(const Model& model);

  const Model& model() const;

  [[gnu::always_inline]] void update(VecIn<S> q) {
    assert(have_size(model().dofs(), q));
    place(q);
  }

  /// Pose of a frame (Model::frame("tool0")) in the world.
  Pose<S> pose(FrameId frame) const;

  /// 6 x dofs(): rows 0-2 the velocity of the frame's origin, rows 3-5 its angular velocity, in
  /// world components or in the frame's own. The base does not move.
  [[gnu::always_inline]] void jacobian(FrameId frame, Eigen::Ref<Jacobian> J,
                                       Load::Axes axes = Load::Axes::world) const {
    assert(have_shape(6, model().dofs(), J));
    fill(frame, J, axes);
  }

 private:
  void place(VecIn<S> q);
  void fill(FrameId frame, Eigen::Ref<Jacobian> J, Load::Axes axes) const;

  struct Workspace;
  Owned<Workspace> work_;
};

extern template class Kinematics<double>;
extern template class Kinematics<Dual<Dual<double>>>;

}  // namespace alembert
