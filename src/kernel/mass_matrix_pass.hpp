// Composite rigid bodies (Walker and Orin 1982) on regrouped parameters, in link frames:
//
//   M_jj = S_j · I_j S_j        I_j the inertia of everything behind j: of I_j S_j nothing is
//                               computed, its entries are entries of I_j
//   M_ij = S_i · (I_j S_j)      carried from frame to frame down to the base, the forces of all
//                               joints behind i together
#pragma once

#include <vector>

#include "kernel/joint_matrix.hpp"
#include "kernel/joint_sines.hpp"
#include "kernel/link_body.hpp"

namespace alembert {

template <typename S>
class MassMatrixPass {
 public:
  explicit MassMatrixPass(const RegroupedModel& model);

  /// Joint values in; M between joints out, zeros between branches left as they are.
  ALEMBERT_FLATTEN void run(const S* x, JointSines<S>& sines, JointMatrix<S> M);
  /// The same where the sines are already set; of first joints none is needed.
  ALEMBERT_FLATTEN void run_from_sines(const S* x, const JointSines<S>& sines, JointMatrix<S> M);

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

  using L = typename Lanes<S>::Type;

  /// Takes a group of columns from a link to its parent.
  template <JointKind K>
  static void carry(const Joint& j, const S& s, const S& c, const V& p, small::Force6<L>& group);

  std::size_t count_;
  ColumnOrder order_;
  std::vector<Joint> joints_;
  std::vector<LinkBody<S>> branches_;      // sums of children that do not follow directly
  std::vector<small::Force6<L>> columns_;  // I S of each joint, in groups
};

template <typename S>
MassMatrixPass<S>::MassMatrixPass(const RegroupedModel& model)
    : count_(model.joints.size()),
      order_(model, Lanes<S>::width),
      branches_(count_),
      columns_(order_.groups()) {
  for (const RegroupedJoint& joint : model.joints) joints_.emplace_back(joint);
  tell_what_is_behind(joints_);
}

template <typename S>
void MassMatrixPass<S>::run(const S* x, JointSines<S>& sines, JointMatrix<S> M) {
  sines.set(joints_, x);
  run_from_sines(x, sines, M);
}

template <typename S>
void MassMatrixPass<S>::run_from_sines(const S* x, const JointSines<S>& sines, JointMatrix<S> M) {
  const S none(0);
  const V zero{none, none, none};
  LinkBody<S> carried{zero, {none, none, none, none, none, none}};
  for (std::size_t i = 0; i < count_; ++i) {
    if (joints_[i].branches) branches_[i] = carried;
  }
  for (std::size_t i = count_; i-- > 0;) {
    const Joint& joint = joints_[i];
    const int index = static_cast<int>(i);
    const S s = sines.sine(i), c = sines.cosine(i);
    with_kind<S>(joint.kind, [&]<JointKind K>() {
      LinkBody<S> body = joint.own;
      if (joint.carries) body += carried;
      if (joint.branches) body += branches_[i];
      const Force6 force = body.template times_joint<K>(joint, joint.mass);
      M(index, index) = along_joint<K>(joint, force);
      if (joint.parent < 0) return;
      set_lane(columns_[order_.last(i)], order_.lane(i), force);
      const V p = joint.template slides<K>() ? joint.slid(joint.slide(x[i])) : joint.still();
      const LinkBody<S> seen = body.template in_parent<K>(joint, joint.mass, s, c, p);
      const Joint& parent = joints_[joint.parent];
      const Cross<S> cross{M, joint.parent};
      with_motion(parent.motion, [&]<JointKind Parent>() {
        for (int g = order_.first(i); g <= order_.last(i); ++g) {
          small::Force6<L>& group = columns_[g];
          carry<K>(joint, s, c, p, group);
          const L entry = along_joint<Parent>(parent, group);
          order_.template for_each_joint<Lanes<S>::width>(g, [&](int k, int lane) {
            const S one = lane_of<S>(entry, lane);
            cross.set(k, one, one);
          });
        }
      });
      if (joint.parent == index - 1) {
        carried = seen;
      } else {
        branches_[joint.parent] += seen;
      }
    });
  }
}

template <typename S>
template <JointKind K>
void MassMatrixPass<S>::carry(const Joint& j, const S& s, const S& c, const V& p,
                              small::Force6<L>& group) {
  group = j.template to_parent<K>(group, L(s), L(c), small::V3<L>{L(p.x), L(p.y), L(p.z)});
}

}  // namespace alembert
