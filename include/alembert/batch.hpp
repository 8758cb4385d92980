// Many states at once: packed across samples, on several threads.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/owned.hpp"

namespace alembert {

template <typename T>
using RowMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The registers that batches use on this processor: "avx512", "avx2" or "sse2" (x86-64), "neon"
/// (arm64). The environment variable ALEMBERT_BATCH_SET names a smaller one, for tests; one that is
/// not there is an Error.
const char* batch_instruction_set();

/// One row a sample, one column a coordinate; matrices of a sample lie in its row, row by row.
/// Results do not depend, bit for bit, on the number of threads or on the other samples; between
/// instruction sets they differ by the rounding of fused operations. T is double or float. Throws
/// Error for wrong sizes and for frames, of loads too, that are not set.
///
///   Batch batch(model);                   // all cores; Batch batch(model, 1) for one
///   batch.inverse_dynamics(q, v, a, tau);
///
/// Loads and base motion are the same for all samples. Where loads act (but for weighted Hessians),
/// joints are coupled (accelerations), chains are long (derivatives, mass matrices) or a robot has
/// hundreds of joints (matrices), samples are taken one at a time, on all threads; so are poses and
/// Jacobians, and derivatives of accelerations where a register holds only two numbers.
template <typename T = double>
class Batch {
 public:
  using In = const Eigen::Ref<const RowMatrix<T>>&;
  using Out = Eigen::Ref<RowMatrix<T>>;  ///< the caller's, of the right shape

  explicit Batch(const Model& model, int threads = 0);

  /// Of inverse and forward dynamics, as in InverseDynamics; derivatives are those of a base at
  /// rest.
  void set_base_motion(const BaseMotion& motion);

  void inverse_dynamics(In q, In v, In a, Out tau) { inverse_dynamics(q, v, a, {}, tau); }
  void inverse_dynamics(In q, In v, In a, Loads loads, Out tau);
  /// Rows of dofs() x dofs() matrices.
  void derivatives(In q, In v, In a, Out dtau_dq, Out dtau_dv, Out mass_matrix) {
    derivatives(q, v, a, {}, dtau_dq, dtau_dv, mass_matrix);
  }
  void derivatives(In q, In v, In a, Loads loads, Out dtau_dq, Out dtau_dv, Out mass_matrix);
  void mass_matrix(In q, Out M);
  /// False if in some sample some coordinate moves no mass: its rows are no numbers (NaN), and
  /// unanswered() names it. What single precision cannot tell from rounding is asked in double.
  [[nodiscard]] bool forward_dynamics(In q, In v, In tau, Out a) {
    return forward_dynamics(q, v, tau, {}, a);
  }
  [[nodiscard]] bool forward_dynamics(In q, In v, In tau, Loads loads, Out a);
  [[nodiscard]] bool forward_dynamics_derivatives(In q, In v, In tau, Out a, Out da_dq, Out da_dv,
                                                  Out da_dtau);
  /// The samples, in order, in which a coordinate moved no mass at the last of these calls.
  const std::vector<Eigen::Index>& unanswered() const;
  /// Second derivatives of weights · tau, as in WeightedHessian, with weights of every sample.
  void weighted_hessians(In q, In v, In a, In weights, Out qq, Out qv, Out vv, Out qa) {
    weighted_hessians(q, v, a, weights, {}, qq, qv, vv, qa);
  }
  void weighted_hessians(In q, In v, In a, In weights, Loads loads, Out qq, Out qv, Out vv, Out qa);
  /// Rows of 3 x 4 matrices: rotation, and position behind it.
  void poses(In q, FrameId frame, Out poses);
  /// Rows of 6 x dofs() matrices, as Kinematics::jacobian has them.
  void jacobians(In q, FrameId frame, Out jacobians, Load::Axes axes = Load::Axes::world);

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

extern template class Batch<double>;
extern template class Batch<float>;

}  // namespace alembert
