// Sines and cosines of all joints, a register at a time.
#pragma once

#include <vector>

#include "kernel/scalar_traits.hpp"

namespace alembert {

/// Entry i * Block + b is joint i in state b.
template <typename S, int Block = 1>
class JointSines {
 public:
  explicit JointSines(std::size_t joints)
      : angles_(joints * Block + sincos_padding, S(0)), sines_(angles_), cosines_(angles_) {}

  template <typename Joints>
  void set(const Joints& joints, const S* x) {
    set(0, joints.size(), x, [&](std::size_t i, const S& value) { return joints[i].angle(value); });
  }
  /// The same without what q + theta0 loses in rounding: of an angle of several radians it is more
  /// than all else that rounds at a joint.
  template <typename Joints>
  void set_unrounded(const Joints& joints, const S* x) {
    set(joints, x);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      if (!joints[i].shifted) continue;
      const S shift = angles_[i] - x[i];
      const S lost = (x[i] - (angles_[i] - shift)) + (S(joints[i].theta0) - shift);
      const S s = sines_[i], c = cosines_[i];
      sines_[i] = s + lost * c;
      cosines_[i] = c - lost * s;
    }
  }
  /// Of the joints i = first, …, at angle(i, x); those before are left as they are.
  template <typename Angle>
  void set(std::size_t first, std::size_t joints, const S* x, Angle angle) {
    std::size_t k = first * Block;
    for (std::size_t i = first; i < joints; ++i) {
      for (int b = 0; b < Block; ++b, ++k) angles_[k] = angle(i, x[k]);
    }
    const std::size_t from = first * Block;
    sincos_all(angles_.data() + from, static_cast<int>(k - from), sines_.data() + from,
               cosines_.data() + from);
  }
  const S& sine(std::size_t k) const { return sines_[k]; }
  const S& cosine(std::size_t k) const { return cosines_[k]; }
  const S* sines() const { return sines_.data(); }
  const S* cosines() const { return cosines_.data(); }

 private:
  std::vector<S> angles_, sines_, cosines_;
};

}  // namespace alembert
