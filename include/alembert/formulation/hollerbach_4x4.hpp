// The recursive Lagrangian with 4x4 matrices (Hollerbach 1980, (12)-(14)).
// Equations and differences from the print: docs/equations/hollerbach_4x4.md
#pragma once

#include <vector>

#include "alembert/formulation.hpp"
#include "alembert/formulation/link_matrices.hpp"

namespace alembert {

/// Hollerbach's recursive Lagrangian of 1980 with 4x4 matrices: O(n). Owns its workspace: one per
/// thread.
template <typename S>
class Hollerbach4x4 : public JointDynamics<S> {
 public:
  explicit Hollerbach4x4(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  struct Link {
    Mat4<S> J;   // inertia about the origin
    Vec4<S> mr;  // m r
    JointMatrices<S, 4> joint;
    LinkMatrices<S, 4> motion;
    Mat4<S> D;
    Vec4<S> c;
  };
  std::vector<Link> links_;
};

extern template class Hollerbach4x4<double>;
extern template class Hollerbach4x4<OpCount>;
extern template class Hollerbach4x4<Dual<double>>;

}  // namespace alembert
