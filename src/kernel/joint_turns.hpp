// Sines and cosines of all joints, a register at a time.
#pragma once

#include <vector>

#include "kernel/scalar_traits.hpp"

namespace alembert {

/// Entry i * Block + b is joint i in state b.
template <typename S, int Block = 1>
class JointTurns {
 public:
  explicit JointTurns(std::size_t joints)
      : angles_(joints * Block + sincos_padding, S(0)), sines_(angles_), cosines_(angles_) {}

  template <typename Joints>
  void set(const Joints& joints, const S* x) {
    std::size_t k = 0;
    for (const auto& joint : joints) {
      for (int b = 0; b < Block; ++b, ++k) angles_[k] = joint.angle(x[k]);
    }
    sincos_all(angles_.data(), static_cast<int>(k), sines_.data(), cosines_.data());
  }
  const S& sine(std::size_t k) const { return sines_[k]; }
  const S& cosine(std::size_t k) const { return cosines_[k]; }

 private:
  std::vector<S> angles_, sines_, cosines_;
};

}  // namespace alembert
