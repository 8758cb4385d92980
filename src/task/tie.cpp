#include "task/tie.hpp"

#include "task/spans.hpp"

namespace alembert {

Tie tie_of(const CutJoint& cut) {
  Tie tie{cut.frame_a, cut.frame_b, cut.directions, {}};
  if (cut.hold_orientation) tie.turns = Eigen::Matrix3d::Identity();
  return tie;
}

Tie tie_of(const Model& model, const GroundContact& contact) {
  const Eigen::Matrix3d axes = place_of(model, contact).linear();
  Tie tie{contact.place, contact.frame, {}, {}};
  for (const int component : contact.components) {
    Eigen::MatrixX3d& rows = component < 3 ? tie.directions : tie.turns;
    rows.conservativeResize(rows.rows() + 1, 3);
    rows.bottomRows<1>() = axes.col(component % 3).transpose();
  }
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
