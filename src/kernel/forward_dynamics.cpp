// a = M^-1 (tau - h), with h by Newton-Euler. Short chains: M by composite bodies, and the tree's
// own Cholesky. Long ones: articulated bodies, O(n). Which is decided when the object is made.
#include "alembert/forward_dynamics.hpp"

#include <optional>

#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/articulated_pass.hpp"
#include "kernel/joint_sines.hpp"
#include "kernel/tree_cholesky.hpp"

namespace alembert {

struct ForwardDynamics::Workspace {
  struct Factorised {
    MassMatrix mass_matrix;
    TreeCholesky cholesky;
    MatX<double> M;

    explicit Factorised(const Model& m) : mass_matrix(m), cholesky(m), M(m.dofs(), m.dofs()) {}
  };
  InverseDynamics<double> inverse;
  VecX<double> rest;
  std::optional<Factorised> factorised;
  std::optional<ArticulatedPass<double>> articulated;  // in place of it

  explicit Workspace(const Model& m) : inverse(m), rest(m.dofs()) {
    if (faster::articulated_bodies(m)) {
      articulated.emplace(m);
    } else {
      factorised.emplace(m);
    }
  }
};

ForwardDynamics::ForwardDynamics(const Model& model) : work_(make_owned<Workspace>(model)) {}

const Model& ForwardDynamics::model() const { return work_->inverse.model(); }

bool ForwardDynamics::acceleration(VecIn<double> q, VecIn<double> v, VecIn<double> tau, Loads loads,
                                   VecOut<double> a) {
  Workspace& work = *work_;
  work.inverse.bias(q, v, loads, work.rest);
  work.rest = tau - work.rest;
  if (work.articulated) {
    const JointSines<double>& sines = work.inverse.sines();
    const double definite =
        work.articulated->solve(q.data(), sines.sines(), sines.cosines(), work.rest.data());
    if (definite != model().dofs()) return false;
  } else {
    Workspace::Factorised& by = *work.factorised;
    by.mass_matrix.from_sines(q, work.inverse.sines(), by.M);
    if (!by.cholesky.factorise_and_solve(by.M, work.rest)) return false;
  }
  a = work.rest;
  return true;
}

void ForwardDynamics::set_base_motion(const BaseMotion& motion) {
  work_->inverse.set_base_motion(motion);
}

}  // namespace alembert
