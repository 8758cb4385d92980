// a = M^-1 (tau - h), with h by Newton-Euler, M by composite bodies, and the tree's own Cholesky.
#include "alembert/forward_dynamics.hpp"

#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "kernel/sizes.hpp"
#include "kernel/tree_cholesky.hpp"

namespace alembert {

struct ForwardDynamics::Workspace {
  InverseDynamics<double> inverse;
  MassMatrix mass_matrix;
  TreeCholesky cholesky;
  MatX<double> M;
  VecX<double> rest;

  explicit Workspace(const Model& m)
      : inverse(m), mass_matrix(m), cholesky(m), M(m.dofs(), m.dofs()), rest(m.dofs()) {}
};

ForwardDynamics::ForwardDynamics(const Model& model) : work_(std::make_unique<Workspace>(model)) {}
ForwardDynamics::ForwardDynamics(ForwardDynamics&&) noexcept = default;
ForwardDynamics& ForwardDynamics::operator=(ForwardDynamics&&) noexcept = default;
ForwardDynamics::~ForwardDynamics() = default;

const Model& ForwardDynamics::model() const { return work_->inverse.model(); }

bool ForwardDynamics::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> tau,
                                 VecOut<double> a) {
  return (*this)(q, v, tau, {}, a);
}

bool ForwardDynamics::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> tau, Loads loads,
                                 VecOut<double> a) {
  Workspace& work = *work_;
  assert(have_size(model().dofs(), q, v, tau, a));
  work.inverse.bias(q, v, loads, work.rest);
  work.mass_matrix.from_sines(q, work.inverse.sines(), work.M);
  work.rest = tau - work.rest;
  if (!work.cholesky.factorise_and_solve(work.M, work.rest)) return false;
  a = work.rest;
  return true;
}

void ForwardDynamics::set_base_motion(const BaseMotion& motion) {
  work_->inverse.set_base_motion(motion);
}

}  // namespace alembert
