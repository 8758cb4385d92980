// What most kinds of arms answer alike.
#include "alembert/arm.hpp"

#include "task/arm_frame.hpp"
#include "task/point_limit.hpp"

namespace alembert {

std::unique_ptr<ArmFrame> Arm::frame(const Model&, FrameId) const { return nullptr; }

std::vector<PointLimit> Arm::limits_during_motion(const MotionProblem&) const { return {}; }

std::vector<PointLimit> Arm::limits_at_goal(const MotionProblem&) const { return {}; }

void Arm::require(ArmUse use) const {
  if (const std::optional<Error> why = cannot(use)) throw Error(*why);
}

}  // namespace alembert
