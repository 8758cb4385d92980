#include "simulate/applied_torque.hpp"

#include <algorithm>
#include <cmath>

namespace alembert {

AppliedTorque::AppliedTorque(const Task& task, const Trajectory& motion, int table)
    : plan_(task, motion),
      friction_(coulomb_friction(task.model(), task.problem().slip_speed)),
      tau_(task.dofs()) {
  if (table > 1) table_ = sample(task, motion, table);
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
  friction_.add_coulomb(plan_.point().v(), -1.0, tau_);
}

}  // namespace alembert
