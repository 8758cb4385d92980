// Newton-Euler with every vector in base coordinates (Hollerbach 1980, "recursive Newton-Euler
// dynamics"). Equations and differences from the print: docs/equations/newton_euler_base.md
#pragma once

#include <vector>

#include "alembert/formulation.hpp"

namespace alembert {

/// Newton-Euler with all vectors in the base's frame. Owns its workspace: one per thread.
template <typename S>
class NewtonEulerBase : public JointDynamics<S> {
 public:
  explicit NewtonEulerBase(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  struct Link {
    Mat3<S> W;           // rotation of the link's frame into the base's
    Vec3<S> z, p;        // joint axis; from the parent's origin to the link's
    Vec3<S> w, wd, pdd;  // angular velocity, acceleration; acceleration of the origin less gravity
    Vec3<S> f, n;        // transmitted by joint i: force, moment about the origin
  };

  void place(const JointProblem<S>& problem, std::size_t i);
  void move(const JointProblem<S>& problem, std::size_t i);
  void apply_inertia(const JointProblem<S>& problem, std::size_t i);

  std::vector<Link> links_;
};

extern template class NewtonEulerBase<double>;
extern template class NewtonEulerBase<OpCount>;
extern template class NewtonEulerBase<Dual<double>>;

}  // namespace alembert
