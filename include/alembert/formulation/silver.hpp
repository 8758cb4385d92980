// The Lagrangian on the angular velocity vector (Silver 1981, equations 3.11 to 3.16). Executes
// what newton_euler executes, operation for operation. Equations and differences from the print:
// docs/equations/silver.md; conversions between the representations: alembert/angular_velocity.hpp
#pragma once

#include <vector>

#include "alembert/formulation.hpp"

namespace alembert {

/// Silver's Lagrangian on angular velocities: operation for operation what NewtonEuler executes.
/// Owns its workspace: one per thread.
template <typename S>
class Silver : public JointDynamics<S> {
 public:
  explicit Silver(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  struct Link {
    Vec3<S> w, wd, ad;              // w, w'; acceleration of the frame's origin less gravity
    Vec3<S> sum_force, sum_moment;  // over links i >= j: F_i; p_ji x F_i + N_i
  };

  void differentiate(const JointProblem<S>& problem, std::size_t j);
  void start_sums(const JointProblem<S>& problem, std::size_t j);
  S generalized_force(const ModelJoint& joint, const Link& link) const;
  void pass_sums(const JointProblem<S>& problem, std::size_t j);

  std::vector<Link> links_;
};

extern template class Silver<double>;
extern template class Silver<OpCount>;
extern template class Silver<Dual<double>>;

}  // namespace alembert
