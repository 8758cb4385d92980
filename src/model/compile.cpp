#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "model/canonical.hpp"
#include "model/locked.hpp"
#include "model/model_maker.hpp"
#include "model/skeleton.hpp"

namespace alembert {

namespace {

/// The leader must also keep its followers within their limits.
void tighten(Limits& leader, const Limits& follower, const Following& place) {
  double lower = (follower.lower - place.offset) / place.ratio;
  double upper = (follower.upper - place.offset) / place.ratio;
  if (place.ratio < 0.0) std::swap(lower, upper);
  const double scale = std::abs(place.ratio);
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

void make_coordinates(const Robot& robot, const Skeleton& skeleton, ModelMaker::Parts& parts) {
  std::vector<ModelJoint>& joints = parts.tree.joints;
  std::unordered_map<const Joint*, int> leaders;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    ModelJoint& joint = joints[i];
    const Joint* source = skeleton.joints[i].source;
    if (source && source->mimic) continue;
    joint.coordinate = static_cast<int>(parts.coordinates.size());
    Coordinate coordinate;
    coordinate.name = joint.name;
    coordinate.angular = joint.motion != JointMotion::prismatic;
    if (source) {
      coordinate.limits = source->limits;
      coordinate.wraps = source->type == JointType::continuous;
      leaders[source] = joint.coordinate;
    } else {
      coordinate.limits.torque = 0.0;  // a freed base has no motor
    }
    parts.coordinates.push_back(std::move(coordinate));
  }
  for (std::size_t i = 0; i < joints.size(); ++i) {
    const Joint* source = skeleton.joints[i].source;
    if (!source || !source->mimic) continue;
    const Following place = following(robot, *source);
    ModelJoint& joint = joints[i];
    joint.coordinate = leaders.at(place.leader);
    joint.ratio = place.ratio;
    joint.offset = place.offset;
    tighten(parts.coordinates[joint.coordinate].limits, source->limits, place);
    parts.tree.coupled = true;
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

void refuse_bending(const Robot& robot) {
  for (const Link& link : robot.links) {
    if (!link.flexible) continue;
    throw Error(Error::Code::unsupported, link.flexible->where,
                "link '" + link.name + "' bends, and this is for rigid links",
                "use `alembert modes` or `alembert simulate`, in C++ compile_flexible(); or "
                "rigidified(), `alembert convert --rigid`, for the same arm with stiff links");
  }
}

}  // namespace

Model compile(const Robot& as_written, const CompileOptions& options) {
  validate(as_written);
  refuse_bending(as_written);
  const Robot robot = locked(as_written, options.locked);
  const Skeleton skeleton = build_skeleton(robot, options.floating_base);
  if (skeleton.joints.empty()) refuse_rigid(robot);
  if (options.floating_base) refuse_name_clash(skeleton);
  CanonicalFrames canonical = place_canonical_frames(skeleton);

  ModelMaker::Parts parts;
  parts.name = robot.name;
  parts.tree.joints = std::move(canonical.joints);
  parts.tree.base = robot.base_pose * canonical.base;
  parts.tree.gravity = options.gravity.value_or(robot.gravity);
  parts.tree.base_inertia = transformed(canonical.base.inverse(), skeleton.base_inertia);
  make_coordinates(robot, skeleton, parts);
  for (std::size_t i = 0; i < parts.tree.joints.size(); ++i) {
    const Joint* source = skeleton.joints[i].source;
    parts.tree.joints[i].driven = source != nullptr;
    if (source && !options.ideal) add_drive(parts.tree.joints[i], *source);
  }
  Description& description = parts.description;
  description.robot = std::make_shared<const Robot>(as_written);
  description.options = options;
  description.links = skeleton.links;
  description.mount = robot.base_pose;
  for (const ModelFrame& frame : skeleton.frames) {
    const Eigen::Isometry3d& at =
        frame.joint < 0 ? canonical.base : canonical.in_skeleton[frame.joint];
    description.frames.push_back({frame.name, frame.joint, at.inverse() * frame.pose, frame.link});
  }
  parts.arm = stiff_arm();
  return ModelMaker::make(std::move(parts));
}

}  // namespace alembert
