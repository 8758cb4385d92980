#include "kernel/joint_groups.hpp"

#include <algorithm>

namespace ALEMBERT_OF_REGISTERS {

JointGroups::JointGroups(const RegroupedModel& model, int size) {
  const auto& joints = model.joints;
  const int n = static_cast<int>(joints.size());
  std::vector<int> children(joints.size(), 0), run_of(joints.size());
  for (const RegroupedJoint& joint : joints) {
    if (joint.parent >= 0) ++children[joint.parent];
  }
  for (int j = 0; j < n; ++j) {
    const int parent = joints[j].parent;
    if (parent < 0 || parent != j - 1 || children[parent] > 1) {
      runs_.push_back({parent < 0 ? -1 : run_of[parent], j, 0, 0, 0, false});
    }
    ++runs_.back().count;
    run_of[j] = static_cast<int>(runs_.size()) - 1;
  }
  before_.resize(runs_.size());
  behind_.resize(runs_.size());
  for (std::size_t r = 0; r < runs_.size(); ++r) {
    Run& run = runs_[r];
    run.begin = count();
    for (int k = 0; k < run.count; k += size) {
      groups_.push_back({run.joint + k, std::min(size, run.count - k)});
    }
    run.end = count();
    if (run.parent < 0) continue;
    const auto parent = static_cast<std::size_t>(run.parent);
    runs_[parent].carries = true;
    before_[r] = before_[parent];
    before_[r].push_back(run.parent);
    for (int p = run.parent; p >= 0; p = runs_[p].parent) behind_[p].push_back(static_cast<int>(r));
  }
}

double JointGroups::pairs() const {
  double pairs = 0.0;
  for (int r = 0; r < static_cast<int>(runs_.size()); ++r) {
    for (int g = run(r).begin; g < run(r).end; ++g) each_before(r, g, [&](int, auto) { ++pairs; });
  }
  return pairs;
}

}  // namespace ALEMBERT_OF_REGISTERS
