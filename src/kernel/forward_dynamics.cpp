// a = M^-1 (tau - h), with h by Newton-Euler, M by composite bodies, and the tree's own Cholesky.
#include "alembert/forward_dynamics.hpp"

#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "kernel/sizes.hpp"
#include "kernel/tree_cholesky.hpp"

namespace alembert {

template <typename S>
struct ForwardDynamics<S>::Workspace {
  InverseDynamics<S> inverse;
  MassMatrix<S> mass_matrix;
  TreeCholesky<S> cholesky;
  MatX<S> M;
  VecX<S> rest;

  explicit Workspace(const Model& m)
      : inverse(m), mass_matrix(m), cholesky(m), M(m.dofs(), m.dofs()), rest(m.dofs()) {}
};

template <typename S>
ForwardDynamics<S>::ForwardDynamics(const Model& model)
    : work_(std::make_unique<Workspace>(model)) {}
template <typename S>
ForwardDynamics<S>::ForwardDynamics(ForwardDynamics&&) noexcept = default;
template <typename S>
ForwardDynamics<S>& ForwardDynamics<S>::operator=(ForwardDynamics&&) noexcept = default;
template <typename S>
ForwardDynamics<S>::~ForwardDynamics() = default;

template <typename S>
const Model& ForwardDynamics<S>::model() const {
  return work_->inverse.model();
}

template <typename S>
bool ForwardDynamics<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> tau, VecOut<S> a) {
  return (*this)(q, v, tau, {}, a);
}

template <typename S>
bool ForwardDynamics<S>::operator()(VecIn<S> q, VecIn<S> v, VecIn<S> tau, Loads loads,
                                    VecOut<S> a) {
  Workspace& work = *work_;
  assert(have_size(model().dofs(), q, v, tau, a));
  work.inverse.bias(q, v, loads, work.rest);
  work.mass_matrix.from_sines(q, work.inverse.sines(), work.M);
  work.rest = tau - work.rest;
  if (!work.cholesky.factorise_and_solve(work.M, work.rest)) return false;
  a = work.rest;
  return true;
}

template <typename S>
void ForwardDynamics<S>::set_base_motion(const BaseMotion& motion) {
  work_->inverse.set_base_motion(motion);
}

template class ForwardDynamics<double>;

}  // namespace alembert
