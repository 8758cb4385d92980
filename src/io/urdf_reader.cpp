// URDF: what of it bears on motion is read, the rest is reported as ignored.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>

#include "alembert/io.hpp"
#include "io/format_readers.hpp"
#include "io/pose.hpp"
#include "io/text.hpp"
#include "io/urdf_notices.hpp"
#include "io/xml.hpp"
#include "model/robot_size.hpp"

namespace alembert {

namespace {

using namespace io;
using Code = Error::Code;
using Severity = Finding::Severity;
using Rgba = std::array<double, 4>;

double unlimited_if_huge(double value) {
  return std::abs(value) < urdf_unlimited ? value : std::copysign(infinity, value);
}

bool has_position_limits(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic;
}

void read_range(const XmlElement& limit, Joint& joint, UrdfNotices& notices) {
  const double lower = limit.number("lower", 0.0), upper = limit.number("upper", 0.0);
  if (!has_position_limits(joint.type)) {
    if (lower == 0.0 && upper == 0.0) return;
    return notices.add_counted(Severity::note, limit.where(),
                               "lower and upper of continuous joints are ignored",
                               "write type=\"revolute\" if they are meant");
  }
  if (lower == 0.0 && upper == 0.0) {
    return notices.add(
        Severity::warning, limit.where(),
        fmt::format("joint {} may not move: lower and upper are both 0; taken as unlimited",
                    in_quotes(joint.name)),
        "write the true range, or type=\"fixed\"");
  }
  joint.limits.lower = unlimited_if_huge(lower);
  joint.limits.upper = unlimited_if_huge(upper);
}

/// Effort or velocity, both required by the specification and often left at zero.
double read_rate(const XmlElement& limit, const char* name, const Joint& joint,
                 UrdfNotices& notices) {
  const double value = limit.number(name, 0.0);
  if (value != 0.0) return unlimited_if_huge(value);
  notices.add(Severity::warning, limit.where(),
              fmt::format("joint {} has {} {}; taken as unlimited", in_quotes(joint.name),
                          limit.attribute(name) ? "zero" : "no", name),
              fmt::format("write {}=\"…\" in <limit>", name));
  return infinity;
}

/// <limit>, where zero and enormous numbers both mean "not given".
void read_urdf_limits(const XmlElement& element, Joint& joint, UrdfNotices& notices) {
  const auto limit = element.child("limit");
  joint.limits.where = limit ? limit->where() : element.where();
  if (!limit) {
    if (!has_position_limits(joint.type)) return;
    return notices.add(Severity::warning, element.where(),
                       fmt::format("{} joint {} has no <limit>; taken as unlimited",
                                   to_string(joint.type), in_quotes(joint.name)),
                       "write <limit lower=\"…\" upper=\"…\" effort=\"…\" velocity=\"…\"/>");
  }
  notices.check_attributes(*limit,
                           {"lower", "upper", "effort", "velocity", "acceleration", "jerk"});
  if (coordinate_suffixes(joint.type).size() != 1) {
    return notices.add_counted(
        Severity::note, limit->where(),
        fmt::format("<limit> of {} joints is ignored", to_string(joint.type)),
        joint.type == JointType::fixed
            ? "nothing to do: a fixed joint does not move"
            : "write revolute and prismatic joints if the limits matter");
  }
  read_range(*limit, joint, notices);
  joint.limits.torque = read_rate(*limit, "effort", joint, notices);
  joint.limits.velocity = read_rate(*limit, "velocity", joint, notices);
  joint.limits.acceleration = unlimited_if_huge(limit->number("acceleration", infinity));
  joint.limits.jerk = unlimited_if_huge(limit->number("jerk", infinity));
}

class UrdfReader {
 public:
  /// `shapes` is the tag that links' shapes are read from.
  explicit UrdfReader(const char* shapes = "visual") : shapes_(shapes) {}

  Robot read(const std::string& text, const std::string& file) {
    const XmlFile xml(text, file);
    const XmlElement root = xml.root();
    if (root.tag() != "robot") {
      root.fail(Code::robot, fmt::format("the root element is <{}>, not <robot>", root.tag()),
                root.tag() == "mujoco" ? "give this MJCF file the ending .xml or .mjcf"
                                       : "URDF starts with <robot name=\"…\">");
    }
    const std::vector<XmlElement> children = root.children();
    require_few_joints(static_cast<std::size_t>(
                           std::count_if(children.begin(), children.end(),
                                         [](const auto& child) { return child.tag() == "joint"; })),
                       root.where());
    robot_.file = file;
    robot_.name = root.attribute("name").value_or("robot");
    notices_.check_attributes(root, {"name", "version"});
    notices_.check_children(root, {"link", "joint", "material"});
    for (const XmlElement& child : children) {
      if (child.tag() == "material") read_material(child);
    }
    for (const XmlElement& child : children) {
      if (child.tag() == "link") robot_.links.push_back(read_link(child));
      if (child.tag() == "joint") robot_.joints.push_back(read_joint(child));
    }
    if (robot_.links.empty()) {
      root.fail(Code::robot, "the robot has no <link>", "write at least one <link name=\"…\"/>");
    }
    robot_.base = find_root();
    robot_.findings = notices_.findings();
    return std::move(robot_);
  }

 private:
  void read_material(const XmlElement& material) {
    const auto color = material.child("color");
    const auto name = material.attribute("name");
    if (!color || !name) return;
    const std::vector<double> c = color->numbers("rgba", 4);
    colours_.emplace(*name, Rgba{c[0], c[1], c[2], c[3]});
  }

  Link read_link(const XmlElement& element) {
    Link link;
    link.name = element.required("name");
    link.where = element.where();
    notices_.check_attributes(element, {"name"});
    notices_.check_children(element, {"inertial", "visual"});
    if (const auto inertial = element.child("inertial")) {
      link.inertia = read_inertial(*inertial);
      link.inertia_where = inertial->where();
    }
    for (const XmlElement& child : element.children()) {
      if (child.tag() != shapes_) continue;
      if (auto visual = read_visual(child)) link.visuals.push_back(std::move(*visual));
    }
    return link;
  }

  Inertia read_inertial(const XmlElement& element) {
    notices_.check_attributes(element, {});
    notices_.check_children(element, {"origin", "mass", "inertia"});
    const XmlElement mass = element.required_child("mass", "write <mass value=\"…\"/> in kg");
    const XmlElement tensor = element.required_child(
        "inertia", "write <inertia ixx=\"…\" ixy=\"…\" ixz=\"…\" iyy=\"…\" iyz=\"…\" izz=\"…\"/>");
    notices_.check_attributes(mass, {"value"});
    notices_.check_attributes(tensor, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
    const double xx = tensor.number("ixx"), xy = tensor.number("ixy"), xz = tensor.number("ixz");
    const double yy = tensor.number("iyy"), yz = tensor.number("iyz"), zz = tensor.number("izz");
    Inertia inertia;
    inertia.mass = mass.number("value");
    inertia.about_com << xx, xy, xz, xy, yy, yz, xz, yz, zz;
    return transformed(read_origin(element), inertia);
  }

  std::optional<Visual> read_visual(const XmlElement& element) {
    const XmlElement geometry =
        element.required_child("geometry", "write <geometry><box size=\"…\"/></geometry>");
    Visual visual;
    if (const auto box = geometry.child("box")) {
      visual.shape = Visual::Shape::box;
      visual.size = box->vector("size", visual.size);
    } else if (const auto sphere = geometry.child("sphere")) {
      visual.shape = Visual::Shape::sphere;
      visual.size = {sphere->number("radius"), 0.0, 0.0};
    } else if (const auto mesh = geometry.child("mesh")) {
      visual.shape = Visual::Shape::mesh;
      visual.mesh = mesh->required("filename");
      visual.size = mesh->vector("scale", visual.size);
    } else {
      const auto cylinder = geometry.child("cylinder");
      const auto round = cylinder ? cylinder : geometry.child("capsule");
      if (!round) {
        notices_.add_counted(Severity::note, geometry.where(),
                             "a shape of unknown kind is not drawn",
                             "use box, cylinder, capsule, sphere or mesh");
        return std::nullopt;
      }
      visual.shape = cylinder ? Visual::Shape::cylinder : Visual::Shape::capsule;
      visual.size = {round->number("radius"), round->number("length"), 0.0};
    }
    visual.pose = read_origin(element);
    if (const auto material = element.child("material")) {
      read_material(*material);
      const auto colour = colours_.find(material->attribute("name").value_or(""));
      if (const auto own = material->child("color")) {
        const std::vector<double> c = own->numbers("rgba", 4);
        visual.rgba = {c[0], c[1], c[2], c[3]};
      } else if (colour != colours_.end()) {
        visual.rgba = colour->second;
      }
    }
    return visual;
  }

  Joint read_joint(const XmlElement& element) {
    Joint joint;
    joint.name = element.required("name");
    joint.where = element.where();
    joint.type = read_type(element);
    notices_.check_attributes(element, {"name", "type"});
    notices_.check_children(element,
                            {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"});
    const XmlElement parent = element.required_child("parent", "write <parent link=\"…\"/>");
    const XmlElement child = element.required_child("child", "write <child link=\"…\"/>");
    notices_.check_attributes(parent, {"link"});
    notices_.check_attributes(child, {"link"});
    joint.parent = parent.required("link");
    joint.child = child.required("link");
    joint.origin = read_origin(element);
    read_axis(element, joint);
    read_urdf_limits(element, joint, notices_);
    read_dynamics(element, joint);
    read_mimic(element, joint);
    return joint;
  }

  JointType read_type(const XmlElement& element) const {
    static const std::vector<std::string> names = {"revolute", "continuous", "prismatic",
                                                   "fixed",    "floating",   "planar"};
    const std::string name = element.required("type");
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      element.fail(Code::robot,
                   fmt::format("{} has the type {}, which URDF does not know", element.label(),
                               in_quotes(name)),
                   did_you_mean(name, names));
    }
    return *joint_type(name);
  }

  void read_axis(const XmlElement& element, Joint& joint) {
    const bool used = has_one_degree(joint.type) || joint.type == JointType::planar;
    const auto axis = element.child("axis");
    if (used) joint.axis = Eigen::Vector3d::UnitX();
    if (!axis) return;
    notices_.check_attributes(*axis, {"xyz"});
    if (!used) {
      return notices_.add_counted(
          Severity::note, axis->where(),
          fmt::format("<axis> of {} joints is ignored", to_string(joint.type)),
          "nothing to do: such a joint has no axis");
    }
    axis->required("xyz");
    joint.axis = axis->vector("xyz", joint.axis);
    const double length = joint.axis.stableNorm();
    // Zero stays zero, for validate() to refuse with its line; unit stays unit to the last bit.
    if (length == 0.0 || std::abs(length - 1.0) <= 4e-16) return;
    joint.axis /= length;
    if (std::abs(length - 1.0) > 1e-3) {
      notices_.add(Severity::warning, axis->where(),
                   fmt::format("the axis of joint {} has length {:.4g} and was made 1",
                               in_quotes(joint.name), length),
                   "write a unit vector, in case a number in it is wrong");
    }
  }

  void read_dynamics(const XmlElement& element, Joint& joint) {
    const auto dynamics = element.child("dynamics");
    if (!dynamics) return;
    notices_.check_attributes(*dynamics, {"damping", "friction"});
    const Friction friction{dynamics->number("damping", 0.0), dynamics->number("friction", 0.0)};
    if (has_one_degree(joint.type)) {
      joint.friction = friction;
    } else if (joint.type == JointType::fixed) {
      notices_.add_counted(Severity::note, dynamics->where(),
                           "<dynamics> of fixed joints is ignored",
                           "nothing to do: a fixed joint does not move");
    } else if (friction.viscous != 0.0 || friction.coulomb != 0.0) {
      dynamics->fail(Code::unsupported,
                     fmt::format("{} has friction, but several degrees", element.label()),
                     "write it as revolute and prismatic joints, each with its own <dynamics>");
    }
  }

  void read_mimic(const XmlElement& element, Joint& joint) {
    const auto mimic = element.child("mimic");
    if (!mimic) return;
    notices_.check_attributes(*mimic, {"joint", "multiplier", "offset"});
    if (joint.type == JointType::fixed) {
      return notices_.add_counted(Severity::note, mimic->where(),
                                  "<mimic> of fixed joints is ignored",
                                  "nothing to do: a fixed joint does not move");
    }
    if (!has_one_degree(joint.type)) {
      mimic->fail(Code::unsupported,
                  fmt::format("{} mimics another, but has several degrees", element.label()),
                  "write it as revolute and prismatic joints, each with its own <mimic>");
    }
    joint.mimic = Mimic{mimic->required("joint"), mimic->number("multiplier", 1.0),
                        mimic->number("offset", 0.0), mimic->where()};
  }

  Eigen::Isometry3d read_origin(const XmlElement& element) {
    const auto origin = element.child("origin");
    if (!origin) return Eigen::Isometry3d::Identity();
    notices_.check_attributes(*origin, {"xyz", "rpy"});
    if (origin->attribute("quat_xyzw")) {
      origin->fail(Code::unsupported, origin->label() + " is turned by quat_xyzw",
                   "write the rotation as rpy=\"roll pitch yaw\"");
    }
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    const Eigen::Vector3d rpy = origin->vector("rpy", zero);
    if (rpy.cwiseAbs().maxCoeff() > 2.0 * std::numbers::pi + 1e-3) {
      notices_.add(Severity::error, origin->where(),
                   fmt::format("rpy of {} turns by more than a turn: it looks like degrees",
                               origin->label()),
                   "write radians: 90 degrees are 1.570796");
    }
    return make_pose(origin->vector("xyz", zero), rpy);
  }

  /// The link that no joint moves. If there are several, the first; validate() says the rest.
  std::string find_root() const {
    std::set<std::string> moved;
    for (const Joint& joint : robot_.joints) moved.insert(joint.child);
    for (const Link& link : robot_.links) {
      if (!moved.contains(link.name)) return link.name;
    }
    return "";
  }

  const char* shapes_;
  Robot robot_;
  UrdfNotices notices_;
  std::map<std::string, Rgba> colours_;
};

}  // namespace

Robot read_urdf(const std::string& text, const std::string& file) {
  Robot robot = UrdfReader().read(text, file);
  require_plain_names(robot);
  return robot;
}

Robot io::read_urdf_collisions(const std::string& text, const std::string& file) {
  return UrdfReader("collision").read(text, file);
}

}  // namespace alembert
