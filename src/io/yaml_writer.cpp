// The native format: every joint by origin and axis, nothing that is already the default.
#include <yaml-cpp/yaml.h>

#include "alembert/collision_shapes.hpp"
#include "alembert/doctor.hpp"
#include "alembert/flexible_link.hpp"
#include "alembert/io.hpp"
#include "io/pose.hpp"
#include "io/text.hpp"

namespace alembert {

namespace {

using namespace io;
using YAML::BeginMap;
using YAML::BeginSeq;
using YAML::EndMap;
using YAML::EndSeq;
using YAML::Flow;

/// An Emitter with the few words this format needs. Numbers go out as text of our own making.
class Page {
 public:
  Page() { out_.SetIndent(2); }

  template <typename Content>
  void block(Content&& content) {
    out_ << BeginMap;
    content();
    out_ << EndMap;
  }
  template <typename Content>
  void flow(const char* key, Content&& content) {
    out_ << YAML::Key << key << YAML::Value << Flow;
    block(content);
  }
  template <typename Content>
  void nested(const char* key, Content&& content) {
    out_ << YAML::Key << key << YAML::Value;
    block(content);
  }
  template <typename Content>
  void list(const char* key, Content&& content) {
    out_ << YAML::Key << key << YAML::Value << BeginSeq;
    content();
    out_ << EndSeq;
  }
  template <typename Content>
  void flow_entry(Content&& content) {
    out_ << Flow;
    block(content);
  }

  void text(const char* key, const std::string& value) {
    out_ << YAML::Key << key << YAML::Value << value;
  }
  void number(const char* key, double value) { text(key, yaml_text(value)); }
  void number_unless(double usual, const char* key, double value) {
    if (value != usual) number(key, value);
  }
  template <typename Values>
  void numbers(const char* key, const Values& values) {
    out_ << YAML::Key << key << YAML::Value << Flow << BeginSeq;
    for (const double value : values) out_ << yaml_text(value);
    out_ << EndSeq;
  }
  void words(const std::vector<std::string>& values) {
    out_ << Flow << BeginSeq;
    for (const std::string& value : values) out_ << value;
    out_ << EndSeq;
  }
  void rows(const char* key, const std::vector<double>& x, const std::vector<double>& y) {
    out_ << YAML::Key << key << YAML::Value << Flow << BeginSeq;
    for (std::size_t i = 0; i < x.size(); ++i) {
      out_ << BeginSeq << yaml_text(x[i]) << yaml_text(y[i]) << EndSeq;
    }
    out_ << EndSeq;
  }
  void vector_unless(const Eigen::Vector3d& usual, const char* key, const Eigen::Vector3d& value) {
    if (value != usual) numbers(key, value);
  }
  void pose(const Eigen::Isometry3d& pose) {
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    vector_unless(zero, "xyz", pose.translation());
    vector_unless(zero, "rpy", rpy_from_rotation(pose.linear()));
  }
  void pose_unless_identity(const char* key, const Eigen::Isometry3d& value) {
    if (!is_identity(value)) flow(key, [&] { pose(value); });
  }

  std::string str() const { return std::string(out_.c_str()) + "\n"; }

 private:
  static std::string yaml_text(double value) {
    if (value == infinity) return ".inf";
    if (value == -infinity) return "-.inf";
    return number_text(value);
  }

  YAML::Emitter out_;
};

void write_inertia(Page& page, const Inertia& inertia) {
  page.number("mass", inertia.mass);
  page.vector_unless(Eigen::Vector3d::Zero(), "com", inertia.com);
  page.flow("inertia", [&] {
    const Eigen::Matrix3d& I = inertia.about_com;
    page.number("xx", I(0, 0));
    page.number("yy", I(1, 1));
    page.number("zz", I(2, 2));
    page.number_unless(0.0, "xy", I(0, 1));
    page.number_unless(0.0, "xz", I(0, 2));
    page.number_unless(0.0, "yz", I(1, 2));
  });
}

void write_visual(Page& page, const Visual& visual) {
  using Shape = Visual::Shape;
  switch (visual.shape) {
    case Shape::box:
      page.numbers("box", visual.size);
      break;
    case Shape::sphere:
      page.number("sphere", visual.size.x());
      break;
    case Shape::mesh:
      page.text("mesh", visual.mesh);
      page.vector_unless(Eigen::Vector3d::Ones(), "scale", visual.size);
      break;
    case Shape::cylinder:
    case Shape::capsule:
      page.flow(visual.shape == Shape::cylinder ? "cylinder" : "capsule", [&] {
        page.number("radius", visual.size.x());
        page.number("length", visual.size.y());
      });
      break;
  }
  page.pose(visual.pose);
  if (visual.rgba) page.numbers("rgba", *visual.rgba);
}

void write_shapes(Page& page, const char* key, const std::vector<Visual>& shapes) {
  if (shapes.empty()) return;
  page.list(key, [&] {
    for (const Visual& shape : shapes) {
      page.flow_entry([&] { write_visual(page, shape); });
    }
  });
}

void write_body(Page& page, const Link& link, const std::vector<Visual>& collisions) {
  if (link.inertia) write_inertia(page, *link.inertia);
  write_shapes(page, "visuals", link.visuals);
  write_shapes(page, "collisions", collisions);
}

void write_along(Page& page, const char* key, const Along& along) {
  if (!along.written()) return;
  if (along.constant()) return page.number(key, along.value.front());
  page.rows(key, along.x, along.value);
}

void write_flexible(Page& page, const FlexibleLink& f) {
  page.number("length", f.length);
  write_along(page, "mass_per_length", f.mass_per_length);
  write_along(page, "EIy", f.EIy);
  write_along(page, "EIz", f.EIz);
  write_along(page, "GJ", f.GJ);
  write_along(page, "EA", f.EA);
  write_along(page, "polar_inertia", f.polar_inertia);
  page.number_unless(0.0, "tip_mass", f.tip_mass);
  page.vector_unless(Eigen::Vector3d::Zero(), "tip_inertia", f.tip_inertia);
  if (!f.damping.empty()) page.numbers("damping", f.damping);
  if (f.shapes != ShapeFamily::file) {
    page.flow("modes", [&] {
      page.number_unless(0, "bending_y", f.bending_y);
      page.number_unless(0, "bending_z", f.bending_z);
      page.number_unless(0, "torsion", f.torsion);
      page.number_unless(0, "axial", f.axial);
    });
    static const char* const names[] = {"clamped-free", "clamped-tip-mass", "pinned", "polynomial",
                                        "finite-element"};
    page.text("shapes", names[static_cast<int>(f.shapes)]);
  } else {
    page.flow("shapes", [&] { page.text("file", f.shapes_file); });
  }
  if (f.shape_tip) {
    page.flow("shape_tip", [&] {
      page.number("mass", f.shape_tip->mass);
      page.number("inertia", f.shape_tip->inertia);
    });
  }
  page.number_unless(FlexibleLink().elements, "elements", f.elements);
}

void write_limits(Page& page, const Limits& limits) {
  const Limits none;
  const bool ranged = limits.lower != none.lower || limits.upper != none.upper;
  const bool limited = ranged || limits.velocity != infinity || limits.acceleration != infinity ||
                       limits.jerk != infinity || limits.torque != infinity ||
                       limits.torque_lower != none.torque_lower || limits.torque_upper != infinity;
  if (!limited) return;
  page.flow("limits", [&] {
    if (ranged) page.numbers("position", std::array{limits.lower, limits.upper});
    page.number_unless(infinity, "velocity", limits.velocity);
    page.number_unless(infinity, "acceleration", limits.acceleration);
    page.number_unless(infinity, "jerk", limits.jerk);
    const bool one_way =
        limits.torque_lower != none.torque_lower || limits.torque_upper != infinity;
    if (one_way) {
      page.numbers("effort", std::array{std::max(-limits.torque, limits.torque_lower),
                                        std::min(limits.torque, limits.torque_upper)});
    } else {
      page.number_unless(infinity, "effort", limits.torque);
    }
  });
}

void write_drive(Page& page, const Joint& joint) {
  write_limits(page, joint.limits);
  if (joint.friction.viscous != 0.0 || joint.friction.coulomb != 0.0) {
    page.flow("friction", [&] {
      page.number_unless(0.0, "viscous", joint.friction.viscous);
      page.number_unless(0.0, "coulomb", joint.friction.coulomb);
    });
  }
  if (joint.rotor.inertia != 0.0 || joint.rotor.gear != 1.0) {
    page.flow("rotor", [&] {
      page.number("inertia", joint.rotor.inertia);
      page.number_unless(1.0, "gear", joint.rotor.gear);
    });
  }
  if (joint.spring.stiffness != 0.0 || joint.spring.rest != 0.0) {
    page.flow("spring", [&] {
      page.number("stiffness", joint.spring.stiffness);
      page.number_unless(0.0, "rest", joint.spring.rest);
    });
  }
  if (joint.mimic) {
    page.flow("mimic", [&] {
      page.text("joint", joint.mimic->joint);
      page.number_unless(1.0, "ratio", joint.mimic->ratio);
      page.number_unless(0.0, "offset", joint.mimic->offset);
    });
  }
}

class RobotWriter {
 public:
  RobotWriter(const Robot& robot, const LinkShapes& collisions)
      : robot_(robot), collisions_(collisions) {}
  std::string write();

 private:
  void write_base();
  void write_joint(const Joint& joint, const std::string& usual_parent);
  void write_axes(const Joint& joint);
  void write_link(const Joint& joint);
  void write_link_name(const char* key, const std::string& name);
  void write_frames();
  void write_payloads();
  void write_self_clearance();

  const std::vector<Visual>& collisions_of(const Link& link) const {
    static const std::vector<Visual> none;
    const auto found = collisions_.find(link.name);
    return found == collisions_.end() ? none : found->second;
  }

  const Robot& robot_;
  const LinkShapes& collisions_;
  Page page_;
};

std::string RobotWriter::write() {
  page_.block([&] {
    page_.text("alembert", "robot/1");
    page_.text("name", robot_.name.empty() ? "robot" : robot_.name);
    page_.text("convention", "frames");
    page_.vector_unless(Robot().gravity, "gravity", robot_.gravity);
    write_base();
    page_.list("joints", [&] {
      std::string previous = robot_.base;
      for (const Joint& joint : robot_.joints) {
        write_joint(joint, previous);
        previous = joint.child;
      }
    });
    write_frames();
    write_payloads();
    write_self_clearance();
  });
  return page_.str();
}

void RobotWriter::write_base() {
  const Link& base = *robot_.find_link(robot_.base);
  const std::vector<Visual>& collisions = collisions_of(base);
  const bool has_body = base.inertia.has_value() || !base.visuals.empty() || !collisions.empty();
  if (base.name == "base" && !has_body && is_identity(robot_.base_pose)) return;
  page_.nested("base", [&] {
    page_.text("name", base.name);
    page_.pose(robot_.base_pose);
    if (has_body) page_.nested("link", [&] { write_body(page_, base, collisions); });
  });
}

void RobotWriter::write_joint(const Joint& joint, const std::string& usual_parent) {
  page_.block([&] {
    page_.text("name", joint.name);
    if (joint.type != JointType::revolute) page_.text("type", to_string(joint.type));
    if (joint.parent != usual_parent) write_link_name("parent", joint.parent);
    page_.pose_unless_identity("origin", joint.origin);
    write_axes(joint);
    page_.pose_unless_identity("tip", joint.tip);
    if (coordinate_suffixes(joint.type).size() == 1) write_drive(page_, joint);
    write_link(joint);
  });
}

void RobotWriter::write_axes(const Joint& joint) {
  const bool no_axis = joint.type == JointType::fixed || joint.type == JointType::spherical ||
                       joint.type == JointType::floating;
  if (!no_axis) page_.vector_unless(Joint().axis, "axis", joint.axis);
  if (joint.type == JointType::universal) {
    page_.vector_unless(Joint().axis2, "axis2", joint.axis2);
  }
  if (joint.type == JointType::helical) page_.number("pitch", joint.pitch);
}

void RobotWriter::write_link(const Joint& joint) {
  const Link& link = *robot_.find_link(joint.child);
  const std::vector<Visual>& collisions = collisions_of(link);
  if (link.name == joint.name && !link.inertia && !link.flexible && link.visuals.empty() &&
      collisions.empty()) {
    return;
  }
  page_.nested("link", [&] {
    if (link.name != joint.name) page_.text("name", link.name);
    if (link.flexible) page_.nested("flexible", [&] { write_flexible(page_, *link.flexible); });
    write_body(page_, link, collisions);
  });
}

/// A link that shares its name with a joint that moves another link is named as a link.
void RobotWriter::write_link_name(const char* key, const std::string& name) {
  const Joint* namesake = robot_.find_joint(name);
  if (namesake == nullptr || namesake->child == name) return page_.text(key, name);
  page_.flow(key, [&] { page_.text("link", name); });
}

void RobotWriter::write_frames() {
  if (robot_.frames.empty()) return;
  page_.list("frames", [&] {
    for (const Frame& frame : robot_.frames) {
      page_.flow_entry([&] {
        page_.text("name", frame.name);
        write_link_name("link", frame.link);
        page_.pose(frame.pose);
      });
    }
  });
}

void RobotWriter::write_payloads() {
  if (robot_.payloads.empty()) return;
  page_.list("payload", [&] {
    for (const Payload& payload : robot_.payloads) {
      page_.flow_entry([&] {
        const bool on_frame = robot_.find_frame(payload.frame) != nullptr;
        if (on_frame) page_.text("frame", payload.frame);
        if (!on_frame) write_link_name("frame", payload.frame);
        write_inertia(page_, payload.inertia);
      });
    }
  });
}

void RobotWriter::write_self_clearance() {
  if (robot_.self_clearance.capsules.empty()) return;
  page_.nested("clearance", [&] {
    page_.list("arm", [&] {
      for (const SelfClearance::Capsule& capsule : robot_.self_clearance.capsules) {
        page_.flow_entry([&] {
          page_.text("name", capsule.name);
          page_.text("frame", capsule.frame);
          page_.flow("capsule", [&] {
            page_.numbers("from", capsule.from);
            page_.numbers("to", capsule.to);
            page_.number("radius", capsule.radius);
          });
        });
      }
    });
    page_.list("self", [&] {
      for (const auto& [one, other] : robot_.self_clearance.pairs) page_.words({one, other});
    });
  });
}

}  // namespace

std::string write_yaml(const Robot& robot) { return yaml_with_collisions(robot, {}); }

std::string yaml_with_collisions(const Robot& robot, const LinkShapes& collisions) {
  validate(robot);
  return RobotWriter(robot, collisions).write();
}

}  // namespace alembert
