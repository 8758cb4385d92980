// A model changed into another: what it carries, weighs, rubs, falls by.
#include <cmath>

#include "model/model_maker.hpp"
#include "model/random_source.hpp"

namespace alembert {

namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// How the body behind one joint is changed, in its canonical frame.
struct Deviation {
  double mass = 1.0, tensor = 1.0;  // factors
  Vector3d shift = Vector3d::Zero();
  Vector3d com = Vector3d::Zero();  // before
};

/// Changes one of the bodies that the whole consists of, which stands at a pose in its frame, so
/// that all of them together change as the whole does: each is shifted alike, and takes its own
/// share m d² of what the whole's tensor gains besides theirs.
void deviate(Inertia& part, const Eigen::Isometry3d& pose, const Deviation& off) {
  const Vector3d d = pose.linear().transpose() * (pose * part.com - off.com);
  const Matrix3d spread = d.squaredNorm() * Matrix3d::Identity() - d * d.transpose();
  part.about_com = off.tensor * part.about_com + (off.tensor - off.mass) * part.mass * spread;
  part.com += pose.linear().transpose() * off.shift;
  part.mass *= off.mass;
}

Inertia& body_behind(int joint, CanonicalTree& tree) {
  return joint < 0 ? tree.base_inertia : tree.joints[joint].inertia;
}

}  // namespace

Model carrying(const Model& model, FrameId frame, const Inertia& body_in_frame) {
  ModelMaker::Parts parts = ModelMaker::parts_of(model);
  const ModelFrame& place = model.frame(frame);
  Inertia& body = body_behind(place.joint, parts.tree);
  body = combined(body, transformed(place.pose, body_in_frame));
  ModelLink& carrier = parts.description.links[place.link];
  const Eigen::Isometry3d in_carrier = model.frame(carrier.frame).pose.inverse() * place.pose;
  carrier.payload =
      combined(carrier.payload.value_or(Inertia{}), transformed(in_carrier, body_in_frame));
  Robot robot = *parts.description.robot;
  robot.payloads.push_back({place.name, body_in_frame, {}});
  parts.description.robot = std::make_shared<const Robot>(std::move(robot));
  return ModelMaker::changed(std::move(parts));
}

Model perturbed(const Model& model, double error, unsigned seed) {
  ModelMaker::Parts parts = ModelMaker::parts_of(model);
  RandomSource random(seed);
  std::vector<Deviation> deviations;
  for (ModelJoint& joint : parts.tree.joints) {
    Inertia& body = joint.inertia;
    // Drawn for massless links, too: the others keep their numbers when one gets a mass.
    const double by_mass = random.uniform(), by_tensor = random.uniform();
    const double x = random.uniform(), y = random.uniform(), z = random.uniform();
    Deviation off{1.0 + error * by_mass, 1.0 + error * by_tensor, {}, body.com};
    if (body.mass > 0.0) {
      const double gyration = std::sqrt(0.5 * body.about_com.trace() / body.mass);
      body.com += error * gyration * Vector3d(x, y, z);
    }
    off.shift = body.com - off.com;
    body.mass *= off.mass;
    body.about_com *= off.tensor;
    deviations.push_back(off);
  }
  Robot robot = *parts.description.robot;
  const auto deviate_at = [&](const std::string& name, Inertia& part) {
    const ModelFrame& place = model.frame(model.frame(name));
    if (place.joint < 0) return;
    deviate(part, place.pose, deviations[place.joint]);
  };
  for (Link& link : robot.links) {
    if (link.inertia) deviate_at(link.name, *link.inertia);
  }
  for (Payload& payload : robot.payloads) deviate_at(payload.frame, payload.inertia);
  describe_masses(robot, parts.description.links);
  parts.description.robot = std::make_shared<const Robot>(std::move(robot));
  return ModelMaker::changed(std::move(parts));
}

Model without_drives(const Model& model, const DriveParts& which) {
  ModelMaker::Parts parts = ModelMaker::parts_of(model);
  DriveParts& left_out = parts.description.left_out;
  left_out.viscous |= which.viscous;
  left_out.coulomb |= which.coulomb;
  left_out.rotors |= which.rotors;
  left_out.springs |= which.springs;
  for (ModelJoint& joint : parts.tree.joints) {
    if (which.viscous) joint.viscous = 0.0;
    if (which.coulomb) joint.coulomb = 0.0;
    if (which.rotors) joint.rotor_inertia = 0.0;
    if (which.springs) joint.stiffness = 0.0;
  }
  return ModelMaker::changed(std::move(parts));
}

Model with_gravity(const Model& model, const Vector3d& gravity) {
  ModelMaker::Parts parts = ModelMaker::parts_of(model);
  parts.tree.gravity = gravity;
  parts.description.options.gravity = gravity;
  return ModelMaker::changed(std::move(parts));
}

Model with_locked_joints(const Model& model, const std::vector<LockedJoint>& joints) {
  const Description& description = ModelMaker::description(model);
  CompileOptions options = description.options;
  options.locked.insert(options.locked.end(), joints.begin(), joints.end());
  return without_drives(model.arm().compile(*description.robot, options), description.left_out);
}

}  // namespace alembert
