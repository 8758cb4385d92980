// The joint-space inertia matrix.
#pragma once

#include <memory>

#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

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
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

extern template class MassMatrix<double>;

}  // namespace alembert
