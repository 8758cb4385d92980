// Composite rigid bodies (Walker and Orin 1982) on regrouped parameters, in link frames:
//
//   M_jj = S_j · I_j S_j        I_j the inertia of everything behind j: of I_j S_j nothing is
//                               computed, its entries are entries of I_j
//   M_ij = S_i · (I_j S_j)      carried from frame to frame down to the base, the forces of all
//                               joints behind i together
#pragma once

#include <vector>

#include "kernel/joint_matrix.hpp"
#include "kernel/joint_turns.hpp"
#include "kernel/link_body.hpp"

namespace alembert {

template <typename S>
class MassMatrixPass {
 public:
  explicit MassMatrixPass(const RegroupedModel& model);

  /// Joint values in; M between joints out, zeros between branches left as they are.
  ALEMBERT_FLATTEN void run(const S* x, JointTurns<S>& turns, JointMatrix<S> M);
  /// The same where the turns are already set.
  ALEMBERT_FLATTEN void run_turned(const S* x, const JointTurns<S>& turns, JointMatrix<S> M);

 private:
  using V = small::V3<S>;
  using Force6 = small::Force6<S>;
  struct Joint : JointFrame<S> {
    LinkBody<S> own;
    ConstantOf<S> mass;     // of everything behind the joint
    bool branches = false;  // has a child that does not follow directly
    bool carries = false;   // has one that does

    explicit Joint(const RegroupedJoint& j)
        : JointFrame<S>(j), own(LinkBody<S>::of(j)), mass(ConstantOf<S>(j.m)) {}
  };

  /// Takes the columns of everything behind joint i to its parent, and their entries there.
  template <JointKind K>
  void carry_columns(const Joint& j, std::size_t i, const S& s, const S& c, const V& p,
                     const JointMatrix<S>& M);
  template <JointKind K, typename L>
  void carry_lanes(const Joint& j, std::size_t slot, const S& s, const S& c, const V& p,
                   const JointMatrix<S>& M);

  std::size_t count_;
  SubtreeOrder order_;
  std::vector<Joint> joints_;
  std::vector<LinkBody<S>> branches_;  // sums of children that do not follow directly
  std::vector<S> columns_;             // component by component, slots in the order of subtrees
};

template <typename S>
MassMatrixPass<S>::MassMatrixPass(const RegroupedModel& model)
    : count_(model.joints.size()), order_(model), branches_(count_), columns_(6 * count_) {
  for (const RegroupedJoint& joint : model.joints) joints_.emplace_back(joint);
  for (std::size_t i = count_; i-- > 0;) {
    if (joints_[i].parent < 0) continue;
    const auto parent = static_cast<std::size_t>(joints_[i].parent);
    joints_[parent].mass += joints_[i].mass;
    (parent + 1 == i ? joints_[parent].carries : joints_[parent].branches) = true;
  }
}

template <typename S>
void MassMatrixPass<S>::run(const S* x, JointTurns<S>& turns, JointMatrix<S> M) {
  turns.set(joints_, x);
  run_turned(x, turns, M);
}

template <typename S>
void MassMatrixPass<S>::run_turned(const S* x, const JointTurns<S>& turns, JointMatrix<S> M) {
  const V zero{S(0), S(0), S(0)};
  LinkBody<S> carried{zero, {S(0), S(0), S(0), S(0), S(0), S(0)}};
  for (LinkBody<S>& sum : branches_) sum = carried;
  for (std::size_t i = count_; i-- > 0;) {
    const Joint& joint = joints_[i];
    const int index = static_cast<int>(i);
    const S s = turns.sine(i), c = turns.cosine(i);
    with_kind(joint.kind, [&]<JointKind K>() {
      LinkBody<S> body = joint.own;
      if (joint.carries) body += carried;
      if (joint.branches) body += branches_[i];
      const Force6 force = body.template times_joint<K>(joint, joint.mass);
      M(index, index) = along_joint<K>(joint, force);
      if (joint.parent < 0) return;
      store_force(force, order_.begin(i), count_, columns_.data());
      const V p = joint.template slides<K>() ? joint.slid(joint.slide(x[i])) : joint.still();
      const LinkBody<S> seen = body.template in_parent<K>(joint, joint.mass, s, c, p);
      carry_columns<K>(joint, i, s, c, p, M);
      if (joint.parent == index - 1) {
        carried = seen;
      } else {
        branches_[static_cast<std::size_t>(joint.parent)] += seen;
      }
    });
  }
}

template <typename S>
template <JointKind K>
void MassMatrixPass<S>::carry_columns(const Joint& j, std::size_t i, const S& s, const S& c,
                                      const V& p, const JointMatrix<S>& M) {
  std::size_t slot = order_.begin(i);
  const std::size_t end = order_.end(i);
  using Wide = typename Lanes<S>::Type;
  constexpr std::size_t width = Lanes<S>::width;
  if constexpr (width > 1) {
    for (; slot + width <= end; slot += width) carry_lanes<K, Wide>(j, slot, s, c, p, M);
  }
  for (; slot < end; ++slot) carry_lanes<K, S>(j, slot, s, c, p, M);
}

template <typename S>
template <JointKind K, typename L>
void MassMatrixPass<S>::carry_lanes(const Joint& j, std::size_t slot, const S& s, const S& c,
                                    const V& p, const JointMatrix<S>& M) {
  const auto force = j.template to_parent<K>(load_force<L>(columns_.data(), slot, count_), L(s),
                                             L(c), small::V3<L>{L(p.x), L(p.y), L(p.z)});
  store_force(force, slot, count_, columns_.data());
  const L entry = along_joint<JointKind::any>(joints_[static_cast<std::size_t>(j.parent)], force);
  for_each_lane<S>(order_, slot, entry, [&](int column, const S& value) {
    M(j.parent, column) = value;
    M(column, j.parent) = value;
  });
}

}  // namespace alembert
