// The library's templates on Expr, compiled apart: few units, and cold.
#pragma once

#include <memory>
#include <vector>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "generate/expr.hpp"
#include "kernel/regrouped.hpp"

namespace alembert {

template <>
inline constexpr bool open_inertias<Expr> = true;
/// The model's, unless OpenBodies says otherwise.
template <>
std::vector<RegroupedBody<Expr>> bodies_of(const Model& model);

/// While it lives, kernels that are made in this thread have these bodies on their joints.
class OpenBodies {
 public:
  explicit OpenBodies(std::vector<RegroupedBody<Expr>> bodies);
  ~OpenBodies();
  OpenBodies(const OpenBodies&) = delete;
  OpenBodies& operator=(const OpenBodies&) = delete;

 private:
  std::vector<RegroupedBody<Expr>> bodies_;
};

extern template class InverseDynamics<Expr>;
extern template class InverseDynamicsDerivatives<Expr>;
extern template class WeightedHessian<Expr>;

/// Where frames are.
class RecordedPoses {
 public:
  RecordedPoses(const Model& model, const VecX<Expr>& q);
  ~RecordedPoses();

  Mat3<Expr> rotation(FrameId frame) const;
  Vec3<Expr> position(FrameId frame) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace alembert
