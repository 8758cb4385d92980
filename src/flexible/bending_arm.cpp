#include "flexible/bending_arm.hpp"

#include "alembert/arm_modes.hpp"
#include "alembert/bending_model.hpp"
#include "model/locked.hpp"

namespace alembert {

namespace {

constexpr double reference_share = 0.01;  // of a link's length; rad of a twist

}  // namespace

const FlexibleModel& BendingArm::flexible() const {
  std::call_once(made_, [&] {
    const FlexibleOptions how{.ideal = options_.ideal, .gravity = options_.gravity};
    flexible_ = options_.locked.empty() ? compile_flexible(*robot_, how)
                                        : compile_flexible(locked(*robot_, options_.locked), how);
    for (FlexibleDrive& drive : flexible_.drives) {
      if (left_out_.viscous) drive.viscous = 0.0;
      if (left_out_.coulomb) drive.coulomb = 0.0;
      if (left_out_.rotors) drive.rotor_inertia = 0.0;
      if (left_out_.springs) drive.stiffness = 0.0;
    }
  });
  return flexible_;
}

Model BendingArm::compile(const Robot& robot, const CompileOptions& options) const {
  return compile_bending(robot, options);
}

std::shared_ptr<const Arm> BendingArm::changed(const Description& description) const {
  return std::make_shared<const BendingArm>(description);
}

void BendingArm::scale_equations(const Model& model, Eigen::VectorXd& scales) const {
  for (const FlexibleBody& body : flexible().bodies) {
    for (int k = 0; k < body.modes; ++k) {
      const LinkShape& shape = body.shapes[k];
      const double size = shape.kind == ModeKind::torsion ? 1.0 : body.length;
      scales[model.coordinate(shape.name)] =
          reference_share * size * body.integrals.stiffness(k, k);
    }
  }
}

Eigen::VectorXd BendingArm::resting(const Model& model, const Eigen::VectorXd& q) const {
  const FlexibleModel& arm = flexible();
  const std::vector<int> places = places_in(model, arm);
  const Eigen::VectorXd told = Eigen::VectorXd(q(places)).head(arm.joints);
  Eigen::VectorXd rest = q;
  rest(places) = alembert::resting(arm, told);
  return rest;
}

std::vector<std::string> BendingArm::bending_links(const Model&) const {
  std::vector<std::string> links;
  for (const FlexibleBody& body : flexible().bodies) {
    if (body.bends()) links.push_back(body.name);
  }
  return links;
}

std::optional<Error> BendingArm::cannot(ArmUse use) const {
  using Code = Error::Code;
  switch (use) {
    case ArmUse::leading:
      return {};
    case ArmUse::smoothing:
      return Error(Code::unsupported, "smooth is not known of arms that bend",
                   "give limits.acceleration and limits.jerk, and ends `a`, instead");
    case ArmUse::timing:
      return Error(
          Code::value, "a path of an arm that bends cannot be timed",
          "use `alembert predict`, or time it with stiff links (`alembert convert --rigid`)");
    case ArmUse::control:
      return Error(Code::unsupported, "the arm bends, which this simulation does not know",
                   "use simulate_flexible() on joint_path(), or verify()");
    case ArmUse::mujoco:
      return Error(Code::unsupported, "MuJoCo's links do not bend", "verify without MuJoCo");
    case ArmUse::trapezoids:
      return Error(Code::unsupported, "links that bend follow no straight trapezoid",
                   "search without");
    case ArmUse::still_joints:
      return Error(Code::unsupported, "links bend where joints are held", "search for all joints");
  }
  return {};
}

}  // namespace alembert
