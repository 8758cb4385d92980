// Composite rigid bodies (Walker and Orin 1982) in the ground's frame: M_ij = S_i · I_j S_j for
// joint j and its ancestors i, I_j the inertia of everything behind j. Cost O(n · depth).
#include "alembert/mass_matrix.hpp"

#include "kernel/ground_pass.hpp"
#include "kernel/joint_values.hpp"

namespace alembert {

template <typename S>
struct MassMatrix<S>::Workspace {
  Model model;
  Coupling<S> coupling;
  GroundPass<S> pass;
  std::vector<S> x;

  explicit Workspace(const Model& m)
      : model(m), coupling(m), pass(m), x(static_cast<std::size_t>(m.joint_count())) {}
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
  for (int i = 0; i < work.coupling.joints(); ++i) {
    work.x[static_cast<std::size_t>(i)] = work.coupling.value(i, q);
  }
  work.pass.place_all(work.x.data());
  work.pass.gather_bodies();
  const auto& links = work.pass.links();
  M.setZero();
  for (int j = 0; j < work.coupling.joints(); ++j) {
    const auto& deep = links[static_cast<std::size_t>(j)];
    const auto IS = deep.body * deep.S_;
    work.coupling.add(j, j, dot(deep.S_, IS), M);
    for (int i = deep.parent; i >= 0; i = links[static_cast<std::size_t>(i)].parent) {
      const S entry = dot(links[static_cast<std::size_t>(i)].S_, IS);
      work.coupling.add(i, j, entry, M);
      work.coupling.add(j, i, entry, M);
    }
  }
  for (int i = 0; i < work.model.joint_count(); ++i) {
    const double rotor = work.model.joint(i).rotor_inertia;
    if (rotor != 0.0) work.coupling.add_more(i, i, S(rotor), M);
  }
}

template class MassMatrix<double>;

}  // namespace alembert
