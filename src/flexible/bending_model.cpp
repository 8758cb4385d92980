#include "alembert/bending_model.hpp"

#include "alembert/error.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/flexible_link.hpp"
#include "flexible/bending_arm.hpp"
#include "model/model_maker.hpp"
#include "require.hpp"

namespace alembert {

namespace {

/// Of its length, or rad of twist: beyond it the links of this model do not bend as beams do.
constexpr double largest_deflection = 0.1, largest_twist = 0.3;

/// A massless slide on the base: it moves nothing, so what is stiff stays as it is.
ModelJoint amplitude_joint(const std::string& name, int coordinate) {
  ModelJoint joint;
  joint.name = name;
  joint.motion = JointMotion::prismatic;
  joint.first_child = false;
  joint.coordinate = coordinate;
  joint.driven = false;
  return joint;
}

}  // namespace

Model compile_bending(const Robot& robot, const CompileOptions& options) {
  require(!options.floating_base, "an arm that bends cannot have a floating base",
          "keep the base fixed, or stiffen the links with `alembert convert --rigid`",
          Error::Code::unsupported);
  ModelMaker::Parts parts = ModelMaker::parts_of(compile(rigidified(robot), options));
  parts.description.robot = std::make_shared<const Robot>(robot);
  const auto arm = std::make_shared<const BendingArm>(parts.description);
  for (const FlexibleBody& body : arm->flexible().bodies) {
    for (const LinkShape& shape : body.shapes) {
      const bool twist = shape.kind == ModeKind::torsion;
      const auto index = static_cast<int>(parts.coordinates.size());
      parts.tree.joints.push_back(amplitude_joint(shape.name, index));
      Coordinate coordinate{shape.name, twist, false, {}};
      coordinate.limits.upper = twist ? largest_twist : largest_deflection * body.length;
      coordinate.limits.lower = -coordinate.limits.upper;
      coordinate.limits.torque = 0.0;
      parts.coordinates.push_back(std::move(coordinate));
    }
  }
  parts.arm = arm;
  return ModelMaker::make(std::move(parts));
}

bool bends(const Model& model) { return dynamic_cast<const BendingArm*>(&model.arm()) != nullptr; }

int first_amplitude(const Model& model) {
  return bends(model) ? model.arm().told(model) : model.dofs();
}

const FlexibleModel& flexible_arm(const Model& model) {
  if (const auto* arm = dynamic_cast<const BendingArm*>(&model.arm())) return arm->flexible();
  throw Error(Error::Code::robot, "robot '" + model.name() + "' has no links that bend",
              "compile a robot with `flexible` links by compile_bending()");
}

std::vector<int> places_in(const Model& model, const FlexibleModel& arm) {
  std::vector<int> places;
  for (const Coordinate& coordinate : arm.coordinates) {
    places.push_back(model.coordinate(coordinate.name));
  }
  return places;
}

std::vector<FlexibleLoad> loads_on(const Model& model, const FlexibleModel& arm, Loads loads) {
  std::vector<FlexibleLoad> made;
  for (const Load& load : loads) {
    require(load.axes != Load::Axes::frame, "a load that turns with an arm that bends",
            "give its force and moment in world axes", Error::Code::unsupported);
    made.push_back({arm.place(model.frame(load.frame).name), load.force, load.moment, load.point});
  }
  return made;
}

}  // namespace alembert
