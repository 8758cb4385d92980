// Many states at once: packed across samples, on several threads.
#pragma once

#include <Eigen/Core>
#include <memory>

#include "alembert/model.hpp"

namespace alembert {

template <typename T>
using RowMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// One row a sample, one column a coordinate. Results do not depend, bit for bit, on the number of
/// threads or on the other samples. T is double or float. Throws Error for wrong sizes.
///
///   Batch batch(model);                   // all cores; Batch batch(model, 1) for one
///   batch.inverse_dynamics(q, v, a, tau);
template <typename T = double>
class Batch {
 public:
  using In = const Eigen::Ref<const RowMatrix<T>>&;
  using Out = Eigen::Ref<RowMatrix<T>>;

  explicit Batch(const Model& model, int threads = 0);
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;
  ~Batch();

  void inverse_dynamics(In q, In v, In a, Out tau);
  /// Each result has a row a sample: the dofs() x dofs() matrix, row by row.
  void derivatives(In q, In v, In a, Out dtau_dq, Out dtau_dv, Out mass_matrix);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> work_;
};

extern template class Batch<double>;
extern template class Batch<float>;

}  // namespace alembert
