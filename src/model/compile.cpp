#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "alembert/doctor.hpp"
#include "alembert/model.hpp"
#include "model/canonical.hpp"
#include "model/skeleton.hpp"

namespace alembert {

namespace {

/// A follower's place behind its leader: x = ratio q(leader) + offset, cycles already excluded.
struct Coupling {
  const Joint* leader;
  double ratio = 1.0, offset = 0.0;
};

Coupling resolve(const Robot& robot, const Joint& joint) {
  Coupling coupling{&joint};
  while (coupling.leader->mimic) {
    const Mimic& mimic = *coupling.leader->mimic;
    coupling.offset += coupling.ratio * mimic.offset;
    coupling.ratio *= mimic.ratio;
    coupling.leader = robot.find_joint(mimic.joint);
  }
  return coupling;
}

/// The leader must also keep its followers within their limits.
void tighten(Limits& leader, const Limits& follower, const Coupling& coupling) {
  double lower = (follower.lower - coupling.offset) / coupling.ratio;
  double upper = (follower.upper - coupling.offset) / coupling.ratio;
  if (coupling.ratio < 0.0) std::swap(lower, upper);
  const double scale = std::abs(coupling.ratio);
  leader.lower = std::max(leader.lower, lower);
  leader.upper = std::min(leader.upper, upper);
  leader.velocity = std::min(leader.velocity, follower.velocity / scale);
  leader.acceleration = std::min(leader.acceleration, follower.acceleration / scale);
  leader.jerk = std::min(leader.jerk, follower.jerk / scale);
}

void add_drive(ModelJoint& joint, const Joint& source) {
  joint.viscous = source.friction.viscous;
  joint.coulomb = source.friction.coulomb;
  joint.rotor_inertia = source.rotor.inertia * source.rotor.gear * source.rotor.gear;
  joint.stiffness = source.spring.stiffness;
  joint.spring_rest = source.spring.rest;
}

void make_coordinates(const Robot& robot, const Skeleton& skeleton, Model::Data& data) {
  std::unordered_map<const Joint*, int> leaders;
  for (std::size_t i = 0; i < data.joints.size(); ++i) {
    ModelJoint& joint = data.joints[i];
    const Joint* source = skeleton.joints[i].source;
    if (source && source->mimic) continue;
    joint.coordinate = static_cast<int>(data.coordinates.size());
    Coordinate coordinate;
    coordinate.name = joint.name;
    coordinate.angular = joint.motion != JointMotion::prismatic;
    if (source) {
      coordinate.limits = source->limits;
      coordinate.wraps = source->type == JointType::continuous;
      leaders[source] = joint.coordinate;
    }
    data.coordinates.push_back(std::move(coordinate));
  }
  for (std::size_t i = 0; i < data.joints.size(); ++i) {
    const Joint* source = skeleton.joints[i].source;
    if (!source || !source->mimic) continue;
    const Coupling coupling = resolve(robot, *source);
    ModelJoint& joint = data.joints[i];
    joint.coordinate = leaders.at(coupling.leader);
    joint.ratio = coupling.ratio;
    joint.offset = coupling.offset;
    tighten(data.coordinates[static_cast<std::size_t>(joint.coordinate)].limits, source->limits,
            coupling);
    data.coupled = true;
  }
}

/// A freed base brings coordinates of its own, which must not meet a joint of the same name.
void refuse_name_clash(const Skeleton& skeleton) {
  std::unordered_map<std::string, const Joint*> seen;
  for (const SkeletonJoint& joint : skeleton.joints) {
    if (seen.emplace(joint.name, joint.source).second) continue;
    throw Error(Error::Code::name, joint.source ? joint.source->where : Location{},
                "joint '" + joint.name + "' has the name of a coordinate of the floating base",
                "rename the joint, or keep the base fixed");
  }
}

}  // namespace

Model compile(const Robot& robot, const CompileOptions& options) {
  validate(robot);
  const Skeleton skeleton = build_skeleton(robot, options.floating_base);
  if (options.floating_base) refuse_name_clash(skeleton);
  CanonicalFrames canonical = place_canonical_frames(skeleton);

  Model::Data data;
  data.name = robot.name;
  data.joints = std::move(canonical.joints);
  data.mount = robot.base_pose;
  data.base = robot.base_pose * canonical.base;
  data.gravity = options.gravity.value_or(robot.gravity);
  data.base_inertia = transformed(canonical.base.inverse(), skeleton.base_inertia);
  data.links = skeleton.links;
  make_coordinates(robot, skeleton, data);
  for (std::size_t i = 0; i < data.joints.size(); ++i) {
    const Joint* source = skeleton.joints[i].source;
    data.joints[i].driven = source != nullptr;
    if (source && !options.ideal) add_drive(data.joints[i], *source);
  }
  for (const ModelFrame& frame : skeleton.frames) {
    const Eigen::Isometry3d& at =
        frame.joint < 0 ? canonical.base
                        : canonical.in_skeleton[static_cast<std::size_t>(frame.joint)];
    data.frames.push_back({frame.name, frame.joint, at.inverse() * frame.pose, frame.link});
  }
  return Model(std::move(data));
}

}  // namespace alembert
