// The joint-space inertia matrix.
#pragma once

#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

template <typename S, int Block>
class JointSines;  // internal: sines and cosines of joints

/// Composite rigid bodies, O(n · depth). Owns its workspace: one object per thread.
class MassMatrix {
 public:
  explicit MassMatrix(const Model& model);

  const Model& model() const;

  /// M is dofs() x dofs(), both triangles filled; rotors included unless the model is ideal.
  [[gnu::always_inline]] void operator()(VecIn<double> q, MatOut<double> M) {
    assert(have_size(model().dofs(), q) && have_shape(model().dofs(), model().dofs(), M));
    between(q, M);
  }

 private:
  friend class ForwardDynamics;
  void between(VecIn<double> q, MatOut<double> M);
  /// The same where sines and cosines are known.
  void from_sines(VecIn<double> q, const JointSines<double, 1>& sines, MatOut<double> M);

  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
