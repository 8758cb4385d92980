// Kane's equations (Angeles, Ma, Rojas 1988), stages 1 to 3. Equations and differences from the
// print: docs/equations/kane.md
#pragma once

#include <vector>

#include "alembert/formulation.hpp"

namespace alembert {

/// Kane's equations, after Angeles, Ma and Rojas 1988. Owns its workspace: one per thread.
template <typename S>
class Kane : public JointDynamics<S> {
 public:
  explicit Kane(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  /// How a link can turn at all, by the joints before it: what is known to be zero is not computed.
  enum class Turning { none, own_axis, any };

  struct Link {
    Turning turning = Turning::none;
    Vec3<S> rho, m_rho;     // mass centre from the origin; times the mass
    Vec3<S> omega, omegad;  // angular velocity and acceleration
    Mat3<S> W;              // Omega' + Omega^2
    Vec3<S> pdd;            // acceleration of the mass centre less gravity
    Vec3<S> v, w;           // over links j >= i: m p''; h' + s_ji x m p''. At the base only the one
                            // component that the joint feels
  };

  void turn(const JointProblem<S>& problem, std::size_t i);
  void accelerate(const JointProblem<S>& problem, std::size_t i);
  void start_sums(const JointProblem<S>& problem, std::size_t i);
  void start_sum_at_base(const JointProblem<S>& problem, std::size_t i);
  void pass_sums(const JointProblem<S>& problem, std::size_t i);
  void pass_sum_to_base_link(const JointProblem<S>& problem, std::size_t i);
  static void add_W_times(const Link& link, const Vec3<S>& arm, Vec3<S>& sum);
  static Vec3<S> moment_of_momentum_rate(const Link& link, const Mat3<S>& I);

  std::vector<Link> links_;
};

extern template class Kane<double>;
extern template class Kane<OpCount>;
extern template class Kane<Dual<double>>;

}  // namespace alembert
