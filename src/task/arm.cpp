// What most kinds of arms answer alike; and arms of stiff links, of which the model's tree is all.
#include "alembert/arm.hpp"

#include "alembert/ground_coordinates.hpp"
#include "require.hpp"
#include "task/arm_frame.hpp"
#include "task/point_limit.hpp"
#include "task/rigid_dynamics.hpp"

namespace alembert {

std::unique_ptr<ArmFrame> Arm::frame(const Model&, FrameId) const { return nullptr; }

std::vector<PointLimit> Arm::limits_during_motion(const MotionProblem&) const { return {}; }

std::vector<PointLimit> Arm::limits_at_goal(const MotionProblem&) const { return {}; }

void Arm::require(ArmUse use) const {
  if (const std::optional<Error> why = cannot(use)) throw Error(*why);
}

namespace {

class StiffArm : public Arm {
 public:
  Model compile(const Robot& robot, const CompileOptions& options) const override {
    return alembert::compile(robot, options);
  }
  std::shared_ptr<const Arm> changed(const Description&) const override { return stiff_arm(); }

  std::shared_ptr<const Dynamics> dynamics(const MotionProblem& problem, const Model& model,
                                           const std::vector<Load>& loads,
                                           const std::vector<Tie>& ties) const override {
    return std::make_shared<RigidDynamics>(model, loads, ties, problem.slip_speed,
                                           coordinates_of_ground(problem, model.dofs()));
  }

  void check(const MotionProblem& problem) const override {
    alembert::require(problem.deflections.empty() && problem.vibration == 0.0,
                      "deflection or vibration is limited of an arm that is stiff",
                      "give a link `flexible` properties, or leave those limits out");
  }

  std::optional<Error> cannot(ArmUse use) const override {
    if (use != ArmUse::leading) return {};
    return Error(Error::Code::unsupported,
                 "joints are led of arms that bend, under loads that do not change",
                 "verify the torques instead");
  }
};

}  // namespace

std::shared_ptr<const Arm> stiff_arm() {
  static const auto one = std::make_shared<const StiffArm>();
  return one;
}

}  // namespace alembert
