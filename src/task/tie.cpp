#include "task/tie.hpp"

#include "task/spans.hpp"

namespace alembert {

Tie tie_of(const CutJoint& cut) {
  Tie tie{cut.frame_a, cut.frame_b, cut.directions, {}};
  if (cut.hold_orientation) tie.turns = Eigen::Matrix3d::Identity();
  return tie;
}

std::vector<Tie> ties_in(const MotionProblem& problem, int segment) {
  std::vector<Tie> ties;
  for (const CutJoint& cut : problem.cut_joints) ties.push_back(tie_of(cut));
  for (const GroundContact& contact : problem.contacts) {
    if (contact.carries || !covers(problem, contact.during, segment)) continue;
    ties.push_back(tie_of(problem.model, contact));
  }
  return ties;
}

}  // namespace alembert
