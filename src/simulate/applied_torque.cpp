#include "simulate/applied_torque.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

double sign(double x) { return static_cast<double>(x > 0.0) - static_cast<double>(x < 0.0); }

}  // namespace

AppliedTorque::AppliedTorque(const MotionProblem& problem, const Trajectory& motion, int table)
    : plan_(problem, motion), tau_(problem.model.dofs()) {
  for (const ModelJoint& joint : problem.model.joints()) {
    if (joint.coulomb != 0.0) rubbing_.push_back(joint);
  }
  if (table > 1) table_ = sample(problem, motion, table);
}

void AppliedTorque::evaluate(double t, int segment) {
  plan_.evaluate(t, segment);
  if (table_.empty()) {
    tau_ = plan_.torque();
  } else {
    const double step = table_[1].t - table_[0].t;
    const double k = std::clamp(std::floor(t / step), 0.0, static_cast<double>(table_.size() - 2));
    const auto i = static_cast<std::size_t>(k);
    tau_ = table_[i].tau + (t / step - k) * (table_[i + 1].tau - table_[i].tau);
  }
  for (const ModelJoint& joint : rubbing_) {
    const double rate = joint.ratio * plan_.point().v()[joint.coordinate];
    tau_[joint.coordinate] -= joint.ratio * joint.coulomb * sign(rate);
  }
}

Model without_coulomb(const Model& model) {
  Model::Data data = model.data();
  for (ModelJoint& joint : data.joints) joint.coulomb = 0.0;
  return Model(std::move(data));
}

}  // namespace alembert
