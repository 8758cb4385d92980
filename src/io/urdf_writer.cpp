// URDF, with what it has no words for spelled out: standard DH tips, frames and payloads become
// links on fixed joints, joints of several degrees become chains of one-degree joints.
#include <fmt/format.h>
#include <tinyxml2.h>

#include <set>

#include "alembert/collision_shapes.hpp"
#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "io/format_readers.hpp"
#include "io/pose.hpp"
#include "io/text.hpp"

namespace alembert {

namespace {

using namespace io;

std::string vector_text(const Eigen::Vector3d& v) {
  return fmt::format("{} {} {}", number_text(v.x()), number_text(v.y()), number_text(v.z()));
}

std::string limit_text(double value) {
  return number_text(std::clamp(value, -urdf_unlimited, urdf_unlimited));
}

class UrdfWriter {
 public:
  UrdfWriter(const Robot& robot, const LinkShapes& collisions, std::vector<std::string>* lost)
      : robot_(robot), collisions_(collisions), lost_(lost) {}

  std::string write() {
    for (const Link& link : robot_.links) taken_.insert(link.name);
    for (const Joint& joint : robot_.joints) taken_.insert(joint.name);
    for (const Frame& frame : robot_.frames) taken_.insert(frame.name);
    out_.PushHeader(false, true);
    open("robot");
    attribute("name", robot_.name);
    if (robot_.gravity != Robot().gravity) {
      lose(fmt::format("gravity ({})", vector_text(robot_.gravity)));
    }
    write_root();
    for (const Link& link : robot_.links) {
      write_link(link.name, link.inertia ? &*link.inertia : nullptr, link.visuals);
    }
    for (const Joint& joint : robot_.joints) write_joint(joint);
    write_frames_and_payloads();
    close();
    return out_.CStr();
  }

 private:
  void write_root() {
    if (is_identity(robot_.base_pose)) return;
    const std::string world = free_name("world");
    write_link(world);
    write_fixed_joint(free_name("world_joint"), world, robot_.base, robot_.base_pose);
  }

  void write_link(const std::string& name, const Inertia* inertia = nullptr,
                  const std::vector<Visual>& visuals = {}) {
    open("link");
    attribute("name", name);
    if (inertia != nullptr) write_inertial(*inertia);
    for (const Visual& visual : visuals) write_shape("visual", name, visual);
    if (const auto found = collisions_.find(name); found != collisions_.end()) {
      for (const Visual& shape : found->second) write_shape("collision", name, shape);
    }
    close();
  }

  void write_inertial(const Inertia& inertia) {
    const Eigen::Matrix3d& I = inertia.about_com;
    open("inertial");
    leaf("origin", {{"xyz", vector_text(inertia.com)}, {"rpy", "0 0 0"}});
    leaf("mass", {{"value", number_text(inertia.mass)}});
    leaf("inertia", {{"ixx", number_text(I(0, 0))},
                     {"ixy", number_text(I(0, 1))},
                     {"ixz", number_text(I(0, 2))},
                     {"iyy", number_text(I(1, 1))},
                     {"iyz", number_text(I(1, 2))},
                     {"izz", number_text(I(2, 2))}});
    close();
  }

  void write_shape(const char* tag, const std::string& link, const Visual& visual) {
    using Shape = Visual::Shape;
    open(tag);
    origin(visual.pose);
    open("geometry");
    switch (visual.shape) {
      case Shape::box:
        leaf("box", {{"size", vector_text(visual.size)}});
        break;
      case Shape::sphere:
        leaf("sphere", {{"radius", number_text(visual.size.x())}});
        break;
      case Shape::mesh:
        leaf("mesh", {{"filename", visual.mesh}, {"scale", vector_text(visual.size)}});
        break;
      case Shape::capsule:
        lose(fmt::format("the round ends of a capsule of link '{}' (written as a cylinder)", link));
        [[fallthrough]];
      case Shape::cylinder:
        leaf("cylinder",
             {{"radius", number_text(visual.size.x())}, {"length", number_text(visual.size.y())}});
        break;
    }
    close();
    if (visual.rgba) {
      const auto& c = *visual.rgba;
      open("material");
      attribute("name", fmt::format("{:.3g}_{:.3g}_{:.3g}_{:.3g}", c[0], c[1], c[2], c[3]));
      leaf("color", {{"rgba", fmt::format("{} {} {} {}", c[0], c[1], c[2], c[3])}});
      close();
    }
    close();
  }

  void write_joint(const Joint& joint) {
    if (joint.type == JointType::helical) {
      throw Error(Error::Code::unsupported, joint.where,
                  fmt::format("URDF has no word for the helical joint '{}'", joint.name),
                  "save the robot as .yaml");
    }
    const bool has_tip = !is_identity(joint.tip);
    const std::string moving = has_tip ? free_name(joint.name + "_joint") : joint.child;
    if (has_tip) write_link(moving);
    const bool known = joint.type != JointType::cylindrical && joint.type != JointType::universal &&
                       joint.type != JointType::spherical;
    if (known) {
      Joint simple = joint;
      simple.child = moving;
      write_simple_joint(simple);
      lose_drive(joint);
    } else {
      write_chain(joint, moving);
    }
    if (has_tip) write_fixed_joint(free_name(joint.name + "_tip"), moving, joint.child, joint.tip);
  }

  /// One joint for each coordinate, in order, with links without mass between.
  void write_chain(const Joint& joint, const std::string& child) {
    const auto step_axis = [&](const std::string& suffix) -> Eigen::Vector3d {
      if (suffix == ".rz") return Eigen::Vector3d::UnitZ();
      if (suffix == ".ry") return Eigen::Vector3d::UnitY();
      if (suffix == ".rx") return Eigen::Vector3d::UnitX();
      return suffix == ".rot2" ? joint.axis2 : joint.axis;
    };
    const std::vector<std::string>& suffixes = coordinate_suffixes(joint.type);
    Joint step;
    step.parent = joint.parent;
    step.origin = joint.origin;
    for (const std::string& suffix : suffixes) {
      const bool last = suffix == suffixes.back();
      step.name = free_name(joint.name + suffix);
      step.type = suffix == ".trans" ? JointType::prismatic : JointType::continuous;
      step.axis = step_axis(suffix);
      step.child = last ? child : free_name(step.name + "_link");
      if (!last) write_link(step.child);
      write_simple_joint(step);
      step.parent = step.child;
      step.origin = Eigen::Isometry3d::Identity();
    }
  }

  void write_simple_joint(const Joint& joint) {
    open("joint");
    attribute("name", joint.name);
    attribute("type", to_string(joint.type));
    origin(joint.origin);
    leaf("parent", {{"link", joint.parent}});
    leaf("child", {{"link", joint.child}});
    const bool one_degree = coordinate_suffixes(joint.type).size() == 1;
    if (one_degree || joint.type == JointType::planar) {
      leaf("axis", {{"xyz", vector_text(joint.axis)}});
    }
    if (one_degree) write_drive(joint);
    close();
  }

  void write_fixed_joint(const std::string& name, const std::string& parent,
                         const std::string& child, const Eigen::Isometry3d& pose) {
    Joint joint;
    joint.name = name;
    joint.type = JointType::fixed;
    joint.parent = parent;
    joint.child = child;
    joint.origin = pose;
    write_simple_joint(joint);
  }

  void write_drive(const Joint& joint) {
    const Limits& limits = joint.limits;
    if (joint.type != JointType::continuous) {
      leaf("limit", {{"lower", limit_text(limits.lower)},
                     {"upper", limit_text(limits.upper)},
                     {"effort", limit_text(limits.torque)},
                     {"velocity", limit_text(limits.velocity)}});
    } else if (limits.torque != infinity || limits.velocity != infinity) {
      leaf("limit",
           {{"effort", limit_text(limits.torque)}, {"velocity", limit_text(limits.velocity)}});
    }
    if (joint.friction.viscous != 0.0 || joint.friction.coulomb != 0.0) {
      leaf("dynamics", {{"damping", number_text(joint.friction.viscous)},
                        {"friction", number_text(joint.friction.coulomb)}});
    }
    if (joint.mimic) {
      leaf("mimic", {{"joint", joint.mimic->joint},
                     {"multiplier", number_text(joint.mimic->ratio)},
                     {"offset", number_text(joint.mimic->offset)}});
    }
  }

  void write_frames_and_payloads() {
    for (const Frame& frame : robot_.frames) {
      write_link(frame.name);
      write_fixed_joint(free_name(frame.name + "_frame"), frame.link, frame.name, frame.pose);
    }
    for (const Payload& payload : robot_.payloads) {
      const std::string name = free_name("payload");
      write_link(name, &payload.inertia);
      write_fixed_joint(free_name(name + "_joint"), payload.frame, name,
                        Eigen::Isometry3d::Identity());
    }
    if (!robot_.self_clearance.pairs.empty()) lose("the clearance between its own parts");
  }

  void open(const char* tag) { out_.OpenElement(tag); }
  void close() { out_.CloseElement(); }
  void attribute(const char* name, const std::string& value) {
    out_.PushAttribute(name, value.c_str());
  }
  void leaf(const char* tag,
            std::initializer_list<std::pair<const char*, std::string>> attributes) {
    open(tag);
    for (const auto& [name, value] : attributes) attribute(name, value);
    close();
  }

  void origin(const Eigen::Isometry3d& pose) {
    if (is_identity(pose)) return;
    leaf("origin", {{"xyz", vector_text(pose.translation())},
                    {"rpy", vector_text(rpy_from_rotation(pose.linear()))}});
  }

  void lose(const std::string& what) {
    if (lost_ != nullptr) lost_->push_back(what);
  }
  void lose_drive(const Joint& joint) {
    const auto lose_if = [&](bool present, const char* what) {
      if (present) lose(fmt::format("{} of joint '{}'", what, joint.name));
    };
    lose_if(joint.limits.acceleration != infinity, "the acceleration limit");
    lose_if(joint.limits.jerk != infinity, "the jerk limit");
    lose_if(joint.spring.stiffness != 0.0, "the spring");
    lose_if(joint.rotor.inertia != 0.0, "the rotor");
  }

  /// `wanted`, or with a number behind it if a link or joint of that name exists.
  std::string free_name(const std::string& wanted) {
    std::string name = wanted;
    for (int i = 2; !taken_.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
    return name;
  }

  const Robot& robot_;
  const LinkShapes& collisions_;
  std::vector<std::string>* lost_;
  std::set<std::string> taken_;
  tinyxml2::XMLPrinter out_;
};

}  // namespace

std::string write_urdf(const Robot& robot, std::vector<std::string>* lost) {
  return urdf_with_collisions(robot, {}, lost);
}

std::string urdf_with_collisions(const Robot& robot, const LinkShapes& collisions,
                                 std::vector<std::string>* lost) {
  validate(robot);
  return UrdfWriter(robot, collisions, lost).write();
}

}  // namespace alembert
