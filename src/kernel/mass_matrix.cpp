// Coordinates in, M out, around the recursion of mass_matrix_pass.hpp: coupled joints, rotors.
#include "alembert/mass_matrix.hpp"

#include "kernel/drives.hpp"
#include "kernel/joint_values.hpp"
#include "kernel/mass_matrix_pass.hpp"
#include "kernel/sizes.hpp"

namespace alembert {

template <typename S>
struct MassMatrix<S>::Workspace {
  Model model;
  RegroupedModel regrouped;
  Coupling<S> coupling;
  Drives<S> drives;
  MassMatrixPass<S> pass;
  JointSines<S> sines;
  std::vector<S> x;  // of joints, where some are coupled
  MatX<S> joint_M;

  explicit Workspace(const Model& m)
      : model(m),
        regrouped(m),
        coupling(m),
        drives(m),
        pass(regrouped),
        sines(regrouped.joints.size()),
        x(static_cast<std::size_t>(m.joint_count())),
        joint_M(MatX<S>::Zero(m.joint_count(), m.joint_count())) {}

  template <typename Compute>
  void fill(VecIn<S> q, MatOut<S>& M, Compute compute);
};

template <typename S>
MassMatrix<S>::MassMatrix(const Model& model) : work_(std::make_unique<Workspace>(model)) {}
template <typename S>
MassMatrix<S>::MassMatrix(MassMatrix&&) noexcept = default;
template <typename S>
MassMatrix<S>& MassMatrix<S>::operator=(MassMatrix&&) noexcept = default;
template <typename S>
MassMatrix<S>::~MassMatrix() = default;

template <typename S>
const Model& MassMatrix<S>::model() const {
  return work_->model;
}

/// With compute(joint values, M between joints).
template <typename S>
template <typename Compute>
void MassMatrix<S>::Workspace::fill(VecIn<S> q, MatOut<S>& M, Compute compute) {
  assert(have_size(model.dofs(), q) && have_shape(model.dofs(), model.dofs(), M));
  if (!regrouped.chain || regrouped.coupled) M.setZero();
  if (!regrouped.coupled) {
    compute(q.data(), JointMatrix<S>{M.data(), 1, M.outerStride()});
  } else {
    for (int i = 0; i < coupling.joints(); ++i) {
      x[static_cast<std::size_t>(i)] = coupling.value(i, q);
    }
    compute(x.data(), JointMatrix<S>{joint_M.data(), 1, joint_M.rows()});
    coupling.fold(joint_M, M);
  }
  drives.add_rotors(M);
}

template <typename S>
void MassMatrix<S>::operator()(VecIn<S> q, MatOut<S> M) {
  work_->fill(q, M, [&](const S* x, const JointMatrix<S>& between_joints) {
    work_->pass.run(x, work_->sines, between_joints);
  });
}

template <typename S>
void MassMatrix<S>::from_sines(VecIn<S> q, const JointSines<S, 1>& sines, MatOut<S> M) {
  work_->fill(q, M, [&](const S* x, const JointMatrix<S>& between_joints) {
    work_->pass.run_from_sines(x, sines, between_joints);
  });
}

template class MassMatrix<double>;

}  // namespace alembert
