#include "alembert/bending_model.hpp"

#include "alembert/error.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/flexible_link.hpp"
#include "model/locked.hpp"
#include "model/model_maker.hpp"

namespace alembert {

namespace {

/// Of its length, or rad of twist: beyond it the links of this model do not bend as beams do.
constexpr double largest_deflection = 0.1, largest_twist = 0.3;

FlexibleModel arm_of(const Robot& robot, const CompileOptions& options) {
  FlexibleOptions how;
  how.ideal = options.ideal;
  how.gravity = options.gravity;
  return compile_flexible(options.locked.empty() ? robot : locked(robot, options.locked), how);
}

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
  if (options.floating_base) {
    throw Error(Error::Code::unsupported, "an arm that bends cannot have a floating base",
                "keep the base fixed, or stiffen the links with `alembert convert --rigid`");
  }
  ModelMaker::Parts parts = ModelMaker::parts_of(compile(rigidified(robot), options));
  const FlexibleModel arm = arm_of(robot, options);
  for (const FlexibleBody& body : arm.bodies) {
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
  parts.description.robot = std::make_shared<const Robot>(robot);
  return ModelMaker::make(std::move(parts));
}

FlexibleModel flexible_arm(const Model& model) {
  const Description& description = ModelMaker::description(model);
  FlexibleModel arm = arm_of(*description.robot, description.options);
  for (FlexibleDrive& drive : arm.drives) {
    if (description.left_out.viscous) drive.viscous = 0.0;
    if (description.left_out.coulomb) drive.coulomb = 0.0;
    if (description.left_out.rotors) drive.rotor_inertia = 0.0;
    if (description.left_out.springs) drive.stiffness = 0.0;
  }
  return arm;
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
    if (load.axes == Load::Axes::frame) {
      throw Error(Error::Code::unsupported, "a load that turns with an arm that bends",
                  "give its force and moment in world axes");
    }
    made.push_back({arm.place(model.frame(load.frame).name), load.force, load.moment, load.point});
  }
  return made;
}

}  // namespace alembert
