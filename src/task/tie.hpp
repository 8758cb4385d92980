// Two frames that unknown forces hold together for a while: a cut joint, or a body on the ground.
#pragma once

#include <vector>

#include "alembert/motion_problem.hpp"

namespace alembert {

/// Forces along `directions`, then moments about `turns` (unit rows, world components), act on
/// frame b and, reversed, on frame a.
struct Tie {
  FrameId frame_a = {}, frame_b = {};
  Eigen::MatrixX3d directions = {}, turns = {};

  Eigen::Index size() const { return directions.rows() + turns.rows(); }
};

Tie tie_of(const CutJoint& cut);
/// Of one that does not carry (ground.cpp).
Tie tie_of(const Model& model, const GroundContact& contact);

/// What pushes in a segment: cut joints, then contacts, in their order.
std::vector<Tie> ties_in(const MotionProblem& problem, int segment);

}  // namespace alembert
