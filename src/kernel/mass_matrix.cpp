// Coordinates in, M out, around the recursion of mass_matrix_pass.hpp: coupled joints, rotors.
#include "alembert/mass_matrix.hpp"

#include "kernel/joint_values.hpp"
#include "kernel/mass_matrix_pass.hpp"

namespace alembert {

template <typename S>
struct MassMatrix<S>::Workspace {
  Model model;
  RegroupedModel regrouped;
  Coupling<S> coupling;
  MassMatrixPass<S> pass;
  JointTurns<S> turns;
  std::vector<S> x;  // of joints, where some are coupled
  MatX<S> joint_M;

  explicit Workspace(const Model& m)
      : model(m),
        regrouped(m),
        coupling(m),
        pass(regrouped),
        turns(regrouped.joints.size()),
        x(static_cast<std::size_t>(m.joint_count())),
        joint_M(MatX<S>::Zero(m.joint_count(), m.joint_count())) {}
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

template <typename S>
void MassMatrix<S>::operator()(VecIn<S> q, MatOut<S> M) {
  Workspace& work = *work_;
  if (!work.regrouped.chain || work.regrouped.coupled) M.setZero();
  if (!work.regrouped.coupled) {
    work.pass.run(q.data(), work.turns, {M.data(), 1, M.outerStride()});
  } else {
    for (int i = 0; i < work.coupling.joints(); ++i) {
      work.x[static_cast<std::size_t>(i)] = work.coupling.value(i, q);
    }
    work.pass.run(work.x.data(), work.turns, {work.joint_M.data(), 1, work.joint_M.rows()});
    work.coupling.fold(work.joint_M, M);
  }
  if (!work.regrouped.driven) return;
  for (int i = 0; i < work.model.joint_count(); ++i) {
    const double rotor = work.model.joint(i).rotor_inertia;
    if (rotor != 0.0) work.coupling.add_more(i, i, S(rotor), M);
  }
}

template class MassMatrix<double>;

}  // namespace alembert
