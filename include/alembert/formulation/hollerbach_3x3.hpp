// The recursive Lagrangian with 3x3 matrices (Hollerbach 1980, (15)-(18)).
// Equations and differences from the print: docs/equations/hollerbach_3x3.md
#pragma once

#include <vector>

#include "alembert/formulation.hpp"
#include "alembert/formulation/link_matrices.hpp"

namespace alembert {

/// Hollerbach's recursive Lagrangian of 1980 with 3x3 rotations: O(n). Owns its workspace: one per
/// thread.
template <typename S>
class Hollerbach3x3 : public JointDynamics<S> {
 public:
  explicit Hollerbach3x3(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  void forward(const JointProblem<S>& problem, std::size_t i);
  void backward(const JointProblem<S>& problem, std::size_t i, VecX<S>& tau);

  struct Link {
    S m, M;      // mass of the link; of all links from here outwards
    Mat3<S> J;   // inertia about the origin
    Vec3<S> n;   // m r*
    Vec3<S> c0;  // the part of c that does not change: m r* and M p* of the turning children
    JointMatrices<S, 3> joint;
    LinkMatrices<S, 3> motion;
    Vec3<S> pdd;
    Mat3<S> D;
    Vec3<S> e, c;  // e is a row in the paper
  };
  std::vector<Link> links_;
};

extern template class Hollerbach3x3<double>;
extern template class Hollerbach3x3<OpCount>;
extern template class Hollerbach3x3<Dual<double>>;

}  // namespace alembert
