// The library's classes over the generated functions of puma560:
// put puma560::InverseDynamics in place of alembert::InverseDynamics, and so on.
#pragma once

#include <alembert/error.hpp>
#include <alembert/model.hpp>
#include <alembert/scalar.hpp>

#include "puma560.hpp"

namespace puma560 {

namespace detail {

inline void require(const alembert::Model& model) {
  if (model.dofs() == coordinates) return;
  throw alembert::Error(alembert::Error::Code::robot,
                        "this code was generated for puma560, of 6 coordinates",
                        "generate it again for " + model.name());
}

/// The matrix itself where its columns follow each other, else one of our own to copy from.
template <typename Out, typename Own>
class Target {
 public:
  Target(Out& out, Own& own)
      : data_(out.outerStride() == out.rows() ? out.data() : own.data()) {}
  auto* data() const { return data_; }

 private:
  typename Own::Scalar* data_;
};

}  // namespace detail

class InverseDynamics {
 public:
  explicit InverseDynamics(const alembert::Model& model) { detail::require(model); }

  void operator()(alembert::VecIn<double> q, alembert::VecIn<double> v, alembert::VecIn<double> a, alembert::VecOut<double> tau) {
    inverse_dynamics(q.data(), v.data(), a.data(), tau.data());
  }
};

}  // namespace puma560
