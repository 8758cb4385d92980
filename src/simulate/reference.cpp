#include "simulate/reference.hpp"

#include <algorithm>

namespace alembert {

Reference::Reference(const Task& task, const Trajectory& motion, double slip_speed, bool held)
    : plan_(task, motion),
      held_(held),
      smooth_(plan_.task().without_coulomb()),
      coulomb_(coulomb_friction(task.model(), slip_speed)),
      friction_(task.dofs()) {
  for (const Stage& stage : smooth_.stages()) dynamics_.emplace_back(stage.model);
  q_ = v_ = a_ = tau_ = friction_;
}

int Reference::segment_at(double t) const {
  const int last = held_ ? plan_.segments() : plan_.segments() - 1;
  int segment = 0;
  while (segment < last && begin(segment + 1) <= t) ++segment;
  return segment;
}

void Reference::evaluate(double t, int segment) {
  const bool held = segment >= plan_.segments();
  plan_.evaluate(held ? plan_.duration() : t, std::min(segment, plan_.segments() - 1));
  q_ = plan_.point().q();
  v_ = plan_.point().v();
  a_ = plan_.point().a();
  if (held) {
    v_.setZero();
    a_.setZero();
  }
  friction_.setZero();
  coulomb_.add_coulomb(v_, 1.0, friction_);
  const std::size_t now = smooth_.stage_index(segment);
  dynamics_[now](q_, v_, a_, smooth_.stages()[now].loads, tau_);
  tau_ += friction_;
}

}  // namespace alembert
