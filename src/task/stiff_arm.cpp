// Arms of stiff links: the model's tree is all there is.
#include "alembert/arm.hpp"
#include "alembert/ground_coordinates.hpp"
#include "task/rigid_dynamics.hpp"

namespace alembert {

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
    if (problem.deflections.empty() && problem.vibration == 0.0) return;
    throw Error(Error::Code::value, "deflection or vibration is limited of an arm that is stiff",
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
