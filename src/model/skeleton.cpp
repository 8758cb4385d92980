#include "model/skeleton.hpp"

#include <functional>
#include <queue>
#include <unordered_map>

#include "model/joint_steps.hpp"
#include "model/model_maker.hpp"

namespace alembert {

namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;

/// Where a link of the user's stands: behind which skeleton joint, and how.
struct Attachment {
  int joint = -1;
  Isometry3d pose = Isometry3d::Identity();
  int link = -1;  // index into Skeleton::links
};

/// Indices of joints so that parents come first and, beyond that, the order of the file is kept.
std::vector<std::size_t> topological_order(const Robot& robot) {
  std::unordered_map<std::string, std::vector<std::size_t>> by_parent;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    by_parent[robot.joints[j].parent].push_back(j);
  }
  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  const auto release = [&](const std::string& link) {
    for (std::size_t j : by_parent[link]) ready.push(j);
  };
  release(robot.base);
  std::vector<std::size_t> order;
  while (!ready.empty()) {
    order.push_back(ready.top());
    ready.pop();
    release(robot.joints[order.back()].child);
  }
  return order;
}

class Builder {
 public:
  explicit Builder(const Robot& robot) : robot_(robot) {}

  Skeleton build(bool floating_base) {
    Attachment base;
    if (floating_base) {
      Joint freedom;
      freedom.name = "base";
      freedom.type = JointType::floating;
      base = attach(freedom, base, nullptr);
    }
    place(robot_.base, base, nullptr);
    for (std::size_t j : topological_order(robot_)) {
      const Joint& joint = robot_.joints[j];
      place(joint.child, attach(joint, links_.at(joint.parent), &joint), &joint);
    }
    place_frames();
    add_masses();
    return std::move(skeleton_);
  }

 private:
  /// Appends the joint's steps behind `parent` and says where its child link stands.
  Attachment attach(const Joint& joint, const Attachment& parent, const Joint* source) {
    const std::vector<JointStep> steps = steps_of(joint);
    const std::vector<std::string>& suffixes = coordinate_suffixes(joint.type);
    Attachment at{parent.joint, parent.pose * joint.origin, -1};
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const Matrix3d R = frame_along(steps[k].axis);
      SkeletonJoint degree;
      degree.name = joint.name + suffixes[k];
      degree.parent = at.joint;
      degree.motion = steps[k].motion;
      degree.pitch = steps[k].pitch;
      degree.origin = at.pose * Isometry3d(R);
      degree.source = source;
      at.joint = static_cast<int>(skeleton_.joints.size());
      at.pose = Isometry3d(Matrix3d(R.transpose()));
      skeleton_.joints.push_back(std::move(degree));
    }
    at.pose = at.pose * joint.tip;
    return at;
  }

  void place(const std::string& link, Attachment at, const Joint* carrier) {
    at.link = static_cast<int>(skeleton_.links.size());
    links_[link] = at;
    ModelLink as_written;
    as_written.name = link;
    as_written.frame = FrameId(static_cast<int>(skeleton_.frames.size()));
    if (carrier) {
      as_written.joint = carrier->name;
      as_written.parent = links_.at(carrier->parent).link;
      as_written.origin = carrier->origin;
    }
    skeleton_.links.push_back(std::move(as_written));
    skeleton_.frames.push_back({link, at.joint, at.pose, at.link});
  }

  void place_frames() {
    for (const Frame& frame : robot_.frames) {
      const Attachment& at = links_.at(frame.link);
      skeleton_.frames.push_back({frame.name, at.joint, at.pose * frame.pose, at.link});
    }
  }

  void add_masses() {
    for (const Link& link : robot_.links) {
      if (link.inertia) add_mass(links_.at(link.name), *link.inertia);
    }
    for (const Payload& payload : robot_.payloads) {
      const Frame* frame = robot_.find_frame(payload.frame);
      add_mass(links_.at(frame ? frame->link : payload.frame),
               frame ? transformed(frame->pose, payload.inertia) : payload.inertia);
    }
    describe_masses(robot_, skeleton_.links);
  }

  void add_mass(const Attachment& at, const Inertia& in_link) {
    Inertia& body = at.joint < 0 ? skeleton_.base_inertia : skeleton_.joints[at.joint].inertia;
    body = combined(body, transformed(at.pose, in_link));
  }

  const Robot& robot_;
  Skeleton skeleton_;
  std::unordered_map<std::string, Attachment> links_;
};

}  // namespace

void describe_masses(const Robot& robot, std::vector<ModelLink>& links) {
  std::unordered_map<std::string, ModelLink*> by_name;
  for (ModelLink& link : links) {
    link.payload.reset();
    by_name[link.name] = &link;
  }
  for (const Link& link : robot.links) by_name.at(link.name)->inertia = link.inertia;
  for (const Payload& payload : robot.payloads) {
    const Frame* frame = robot.find_frame(payload.frame);
    const Inertia in_link = frame ? transformed(frame->pose, payload.inertia) : payload.inertia;
    std::optional<Inertia>& sum = by_name.at(frame ? frame->link : payload.frame)->payload;
    sum = sum ? combined(*sum, in_link) : in_link;
  }
}

Skeleton build_skeleton(const Robot& robot, bool floating_base) {
  return Builder(robot).build(floating_base);
}

}  // namespace alembert
