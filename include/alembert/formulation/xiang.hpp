// The recursive Lagrangian with loads (Xiang, Arora, Abdel-Malek 2008, equations 12 to 20 and 37).
// Equations and differences from the print: docs/equations/xiang.md
#pragma once

#include <vector>

#include "alembert/formulation.hpp"

namespace alembert {

/// The recursive Lagrangian of Xiang, Arora and Abdel-Malek with loads on links. Owns its
/// workspace: one per thread.
template <typename S>
class Xiang : public JointDynamics<S> {
 public:
  explicit Xiang(const Model& model);
  void operator()(const JointProblem<S>& problem, VecX<S>& tau) override;

 private:
  using Mat4 = Eigen::Matrix<S, 4, 4>;
  using Vec4 = Eigen::Matrix<S, 4, 1>;

  struct Link {
    Mat4 I;        // second moments of the mass, homogeneous
    Vec4 m_r;      // mass times mass centre; the mass itself
    Mat4 T;        // the link's frame in its parent's
    Mat4 A, B, C;  // the link's frame in the base's: pose, velocity, acceleration
    Mat4 dA;       // derivative of A by the joint's own value
    Mat4 D;        // over the links behind: inertia
    Vec4 E;        // over the links behind: first moments
    Vec3<S> G;     // over the links behind: moments from outside, base components
  };

  void move(const JointProblem<S>& problem, std::size_t i);
  void start_sums(std::size_t i);
  S project(const Vec4& gravity, std::size_t i) const;
  void pass_sums(int parent, std::size_t i);
  void subtract_loads(const JointProblem<S>& problem, VecX<S>& tau);

  std::vector<Link> links_;
};

extern template class Xiang<double>;
extern template class Xiang<OpCount>;
extern template class Xiang<Dual<double>>;

}  // namespace alembert
