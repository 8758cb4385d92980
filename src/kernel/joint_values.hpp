// Coordinates spread over joints, and joint-space matrices folded back: what coupling means.
#pragma once

#include "alembert/link_transform.hpp"
#include "alembert/model.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// x, v, a of the joints for q, v, a of the coordinates. Without coupling they are the same.
template <typename S>
class JointValues {
 public:
  explicit JointValues(const Model& model)
      : x(model.joint_count()), rate(model.joint_count()), acceleration(model.joint_count()) {}

  void set(const Model& model, VecIn<S> q, VecIn<S> v, VecIn<S> a) {
    for (int i = 0; i < model.joint_count(); ++i) {
      const ModelJoint& joint = model.joint(i);
      x[i] = joint_value<S>(joint, q);
      rate[i] = joint_rate<S>(joint, v);
      acceleration[i] = joint_rate<S>(joint, a);
    }
  }

  VecX<S> x, rate, acceleration;
};

/// Adds the joints' entry (i, j) to the coordinates' matrix.
template <typename S>
void add_entry(const Model& model, int i, int j, const S& value, MatOut<S>& out) {
  const ModelJoint &row = model.joint(i), &column = model.joint(j);
  out(row.coordinate, column.coordinate) += S(row.ratio * column.ratio) * value;
}

}  // namespace alembert
