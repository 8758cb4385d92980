// The library's templates on Expr, compiled apart: few units, and cold.
#pragma once

#include <memory>
#include <vector>

#include "alembert/derivatives.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "generate/expr.hpp"

namespace alembert {

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
