#include "kernel/algorithm_choice.hpp"

#include <algorithm>
#include <vector>

#include "kernel/joint_groups.hpp"

namespace alembert::faster {

namespace {

/// Fits of passes by groups miss up to a seventh.
constexpr double margin = 1.15;
/// What packs take of the time that one state takes in link frames, in units of what groups in such
/// registers take of that in registers of two: chains of 24 are equal in wide ones.
double link_frames(int states) {
  return states == 1 ? 1.0 : states == 2 ? 0.8 : states == 4 ? 0.75 : 0.35;
}

}  // namespace

TreeShape::TreeShape(const Model& model) : joints(model.joint_count()) {
  std::vector<int> depth;
  for (const ModelJoint& joint : model.joints()) {
    depth.push_back(joint.parent < 0 ? 0 : depth[joint.parent] + 1);
    pairs += depth.back();
    triples += 0.5 * depth.back() * depth.back();
  }
}

GroupShape::GroupShape(const RegroupedModel& model, int states)
    : joints(static_cast<double>(model.joints.size())) {
  const JointGroups all(model, std::max(states, group_size));
  runs = static_cast<double>(all.runs().size());
  groups = all.count();
  pairs = all.pairs();
  std::vector<int> behind(model.joints.size(), 1);  // and the joint itself
  for (std::size_t j = behind.size(); j-- > 0;) {
    const RegroupedJoint& joint = model.joints[j];
    if (joint.parent < 0) continue;
    behind[joint.parent] += behind[j];
    const bool plain = joint.motion == JointMotion::revolute && joint.first_child;
    (!plain ? other : joint.twist == Twist::general ? twisted : straight) += behind[j];
  }
}

// Chains and trees of 7 to 96 joints. Equal at 13 in a row.
bool articulated_bodies(const Model& model) {
  if (model.coupled()) return false;
  const TreeShape of(model);
  const double factorised = 115.0 * of.joints + 1.1 * of.triples + 0.6 * of.joints * of.joints;
  return factorised > 153.0 * of.joints;
}

// Chains and trees of 6 to 200 joints.
bool grouped_derivatives(const RegroupedModel& model, int states) {
  const GroupShape of(model, states);
  return margin * (588.0 * of.groups + 86.0 * of.pairs) <
         link_frames(states) * (107.0 * of.joints + 97.0 * of.runs + 16.8 * of.twisted +
                                11.6 * of.straight + 20.4 * of.other);
}
bool grouped_mass_matrix(const RegroupedModel& model, int states) {
  const GroupShape of(model, states);
  return margin * (194.0 * of.groups + 17.5 * of.pairs) <
         link_frames(states) * (25.0 * of.joints + 27.0 * of.runs + 4.6 * of.twisted +
                                3.1 * of.straight + 4.0 * of.other);
}

// Chains and trees of 8 to 128 joints.
bool factorised_derivatives(const Model& model) {
  if (model.coupled()) return true;
  const TreeShape of(model);
  const double n = of.joints, articulated = 260.0 * n + 12.0 * n * n;
  return 155.0 * n + 17.5 * (n + of.pairs) + n * (of.pairs + 0.6 * n) < articulated;
}
// Of a state where two share a register, chains and trees of 6 to 90 joints; the other way is
// articulated bodies in packs or, where only two share, single calls.
bool factorised_packs(const Model& model, int width) {
  const TreeShape of(model);
  const double n = of.joints;
  const double other = width < 4 ? 260.0 * n + 14.0 * n * n : 240.0 * n + 20.0 * n * n;
  return 80.0 * n + 6.3 * of.pairs + 0.87 * n * of.pairs + 3.6 * n * n < other;
}

// By articulated bodies two states at a time gain less than one does by its pairs of columns.
bool one_by_one_forward_derivatives(const Model& model, int width) {
  return model.coupled() || (width < 4 && !factorised_packs(model, width));
}
// With more a batch wins nothing by packs of two (300 joints take as long as one by one), and every
// thread would need a hundred megabytes. Of chains of 200 joints packs of eight take 0.6 of that.
bool one_by_one_matrices(std::size_t entries, std::size_t pack) {
  return entries * pack > (pack > 16 ? 4u : 2u) << 20;
}

}  // namespace alembert::faster
