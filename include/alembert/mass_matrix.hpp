// The joint-space inertia matrix.
#pragma once

#include <memory>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

template <typename S, int Block>
class JointSines;  // internal: sines and cosines of joints

/// Composite rigid bodies, O(n · depth). Owns its workspace: one object per thread.
template <typename S = double>
class MassMatrix {
 public:
  explicit MassMatrix(const Model& model);
  MassMatrix(MassMatrix&&) noexcept;
  MassMatrix& operator=(MassMatrix&&) noexcept;
  ~MassMatrix();

  const Model& model() const;

  /// M is dofs() x dofs(), both triangles filled; rotors included unless the model is ideal.
  void operator()(VecIn<S> q, MatOut<S> M);

 private:
  template <typename>
  friend class ForwardDynamics;
  /// The same where sines and cosines are known.
  void from_sines(VecIn<S> q, const JointSines<S, 1>& sines, MatOut<S> M);

  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

extern template class MassMatrix<double>;

}  // namespace alembert
