// Newton-Euler in link coordinates (Luh, Walker, Paul 1980; Hollerbach 1980, "referred to link
// coordinates"). Equations and differences from the print: docs/equations/newton_euler.md
#pragma once

#include <vector>

#include "alembert/formulation.hpp"

namespace alembert {

/// Newton-Euler with vectors in link frames (Luh, Walker and Paul): O(n). Owns its workspace: one
/// per thread.
template <typename S>
class NewtonEuler : public JointDynamics<S> {
 public:
  explicit NewtonEuler(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  struct Link {
    Vec3<S> w, wd, pdd;  // angular velocity, acceleration; acceleration of the origin less gravity
    Vec3<S> f, n;        // transmitted by joint i: force, moment about the origin
  };

  void move(const JointProblem<S>& problem, std::size_t i);
  void apply_inertia(const JointProblem<S>& problem, std::size_t i);
  S project(const ModelJoint& joint, const Link& link) const;
  void transmit(const JointProblem<S>& problem, std::size_t i);

  std::vector<Link> links_;
};

extern template class NewtonEuler<double>;
extern template class NewtonEuler<OpCount>;
extern template class NewtonEuler<Dual<double>>;

}  // namespace alembert
