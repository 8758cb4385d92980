// Lagrangian dynamics with backward recursion (Waters 1979, as in Hollerbach 1980, (6)-(10)).
// Equations and differences from the print: docs/equations/waters.md
#pragma once

#include <vector>

#include "alembert/formulation.hpp"
#include "alembert/formulation/link_matrices.hpp"

namespace alembert {

/// Waters' Lagrangian, with a backward recursion: O(n^2). Owns its workspace: one per thread.
template <typename S>
class Waters : public JointDynamics<S> {
 public:
  explicit Waters(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  struct Link {
    Mat4<S> J;  // inertia about the origin
    Vec4<S> r;  // mass centre
    LinkMatrices<S, 4> motion;
  };
  Paths paths_;
  std::vector<Link> links_;
  LinkPairs<S> dW_;  // (j, i): dW_j/dq_i
};

extern template class Waters<double>;
extern template class Waters<OpCount>;
extern template class Waters<Dual<double>>;

}  // namespace alembert
