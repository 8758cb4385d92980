// What FactorisedDerivativePass makes of a model, once.
#include <functional>

#include "kernel/factorised_derivative_pass.hpp"
#include "kernel/joint_groups.hpp"
#include "kernel/pivot_floors.hpp"

namespace alembert {

std::vector<TreeSlot> tree_slots(const std::vector<int>& parents) {
  std::vector<TreeSlot> slots;
  const int count = static_cast<int>(parents.size());
  const std::function<void(int, int)> add = [&](int joint, int parent) {
    const std::size_t slot = slots.size();
    slots.push_back({joint, parent, 0});
    for (int child = joint + 1; child < count; ++child) {
      if (parents[child] == joint) add(child, static_cast<int>(slot));
    }
    slots[slot].end = static_cast<int>(slots.size());
  };
  for (int joint = 0; joint < count; ++joint) {
    if (parents[joint] < 0) add(joint, -1);
  }
  return slots;
}

std::vector<TreeSlot> tree_slots(const Model& model) {
  std::vector<int> parents;
  for (const ModelJoint& joint : model.joints()) parents.push_back(joint.parent);
  return tree_slots(parents);
}

FactorisedDerivativePass::FactorisedDerivativePass(const Model& model)
    : n_(model.joint_count()),
      up_(small::v3<double>(-(model.base().linear().transpose() * model.gravity()))),
      slots_(tree_slots(model)),
      drives_(model),
      sines_(n_),
      zero_(n_),
      drive_torques_(model.dofs()),
      rest_(n_ + 1),
      links_(n_),
      neighbours_((n_ + 1) / 2, Neighbours{}),
      joint_terms_(n_ + 1, JointTerms{}),
      rows_(slots_),
      columns_(slots_, rows_.stride()) {
  set_constants(model);
  if (model.coupled()) coupled_.emplace(model, slots_, floors_, rows_, columns_);
}

void FactorisedDerivativePass::set_constants(const Model& model) {
  const RegroupedModel regrouped(model);
  const std::vector<double> floors = pivot_floors<double>(model, Pivots::elimination);
  set_root(regrouped);
  for (Neighbours& both : neighbours_) both.revolute = true;
  for (int s = 0; s < n_; ++s) {
    const int joint = slot(s).joint;
    chain_ &= slot(s).parent == s - 1 && joint == s;
    joints_.emplace_back(regrouped.joints[joint], model.joint(joint));
    joints_.back().parent = slot(s).parent;
    floors_.push_back(floors[joint]);
  }
  tell_what_is_behind(joints_);
  for (int s = first_; s < n_; ++s) {
    const MovingJoint<double>& joint = joints_[s];
    Neighbours& both = neighbours_[(s - first_) / 2];
    both.revolute &= joint.revolute();
    both.mass.set((s - first_) % 2, joint.mass);
    put(joint.own, (s - first_) % 2, both.own);
    heavy_ |= joint.heavy();
  }
}

void FactorisedDerivativePass::set_root(const RegroupedModel& regrouped) {
  const RegroupedJoint& root = regrouped.joints[slot(0).joint];
  const bool alone = slot(0).end == n_, upright = root.twist == Twist::none && root.first_child;
  if (!alone || !upright || root.motion != JointMotion::revolute || root.p.head<2>().any()) return;
  first_ = 1;
  root_ = {root.h.x(), root.h.y(), root.J(0, 0) + root.J(1, 1)};
  joint_terms_[0].S[2] = 1.0;
}

}  // namespace alembert
