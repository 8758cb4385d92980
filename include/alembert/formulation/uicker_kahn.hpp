// The Lagrangian of Uicker and Kahn, term by term (Hollerbach 1980, (4) with (5)).
// Equations and differences from the print: docs/equations/uicker_kahn.md
#pragma once

#include <vector>

#include "alembert/formulation.hpp"
#include "alembert/formulation/link_matrices.hpp"

namespace alembert {

/// The Lagrangian term by term, after Uicker and Kahn: O(n^4). Owns its workspace: one per thread.
template <typename S>
class UickerKahn : public JointDynamics<S> {
 public:
  explicit UickerKahn(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  void place(const JointProblem<S>& problem, std::size_t j);
  void differentiate(std::size_t j);
  void add_forces(const JointProblem<S>& problem, std::size_t j, VecX<S>& tau);

  struct Link {
    JointMatrices<S, 4> joint;
    Mat4<S> J, W;         // inertia about the origin; frame in the base frame
    Mat4<S> W_dA, W_d2A;  // W_{j-1} dA_j, W_{j-1} d2A_j
    Vec4<S> r;            // mass centre
    S mass;
    bool at_base;
    std::size_t parent;
  };
  Paths paths_;
  std::vector<Link> links_;
  LinkPairs<S> W_between_;  // (j, k): kW_j
  LinkPairs<S> dW_;         // (j, k): dW_j/dq_k
  LinkPairs<S> dW_dA_;      // (j, k): dW_{j-1}/dq_k dA_j, for k before j
  LinkPairs<S> d2W_;        // (k, l): d2W_j/dq_k dq_l, of the link at hand
};

extern template class UickerKahn<double>;
extern template class UickerKahn<OpCount>;
extern template class UickerKahn<Dual<double>>;

}  // namespace alembert
