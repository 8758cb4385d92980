#include "alembert/robot_document.hpp"

#include "alembert/flexible_link.hpp"
#include "io/document_text.hpp"
#include "io/json_text.hpp"
#include "io/problem_fields.hpp"
#include "io/robot_words.hpp"

namespace alembert {

inline Spellings words_of(Finding::Severity) { return words_up_to<Finding::Severity::error>(); }

void fields(auto& a, Limits& limits) {
  a("lower", io::bounded(limits.lower, -infinity));
  a("upper", io::bounded(limits.upper));
  a("velocity", io::bounded(limits.velocity));
  a("acceleration", io::bounded(limits.acceleration));
  a("jerk", io::bounded(limits.jerk));
  a("torque", io::bounded(limits.torque));
  a.unless_equal("torque_lower", limits.torque_lower, -infinity);
  a.unless_equal("torque_upper", limits.torque_upper, infinity);
  a("where", limits.where);
}

void fields(auto& a, Mimic& mimic) {
  a("joint", mimic.joint);
  a("ratio", mimic.ratio);
  a("offset", mimic.offset);
  a("where", mimic.where);
}

void fields(auto& a, Joint& joint) {
  a("name", joint.name);
  a("type", joint.type);
  a("parent", joint.parent);
  a("child", joint.child);
  pose_field(a, "origin", joint.origin);
  a("axis", joint.axis);
  a("axis2", joint.axis2);
  pose_field(a, "tip", joint.tip);
  a("pitch", joint.pitch);
  a("limits", joint.limits);
  a("viscous", joint.friction.viscous);
  a("coulomb", joint.friction.coulomb);
  a("rotor_inertia", joint.rotor.inertia);
  a("gear", joint.rotor.gear);
  a("stiffness", joint.spring.stiffness);
  a("spring_rest", joint.spring.rest);
  a("mimic", joint.mimic);
  a("where", joint.where);
}

template <typename Archive>
void fields(Archive& a, Visual& visual) {
  a("shape", visual.shape);
  a("size", visual.size);
  a("mesh", visual.mesh);
  pose_field(a, "pose", visual.pose);
  std::optional<Eigen::Vector4d> colour;
  if (visual.rgba) colour = Eigen::Vector4d(visual.rgba->data());
  a("rgba", colour);
  if constexpr (Archive::reading) {
    if (colour) visual.rgba = {(*colour)[0], (*colour)[1], (*colour)[2], (*colour)[3]};
  }
}

void fields(auto& a, Along& property) {
  a("x", property.x);
  a("value", property.value);
  a("where", property.where);
}

void fields(auto& a, SampledShape& shape) {
  a("kind", shape.kind);
  a("x", shape.x);
  a("value", shape.value);
}

void fields(auto& a, ShapeTip& tip) {
  a("mass", tip.mass);
  a("inertia", tip.inertia);
}

void fields(auto& a, FlexibleLink& link) {
  a("length", link.length);
  a("mass_per_length", link.mass_per_length);
  a("EIy", link.EIy);
  a("EIz", link.EIz);
  a("GJ", link.GJ);
  a("EA", link.EA);
  a("polar_inertia", link.polar_inertia);
  a("tip_mass", link.tip_mass);
  a("tip_inertia", link.tip_inertia);
  a("damping", link.damping);
  a("bending_y", link.bending_y);
  a("bending_z", link.bending_z);
  a("torsion", link.torsion);
  a("axial", link.axial);
  a("shapes", link.shapes);
  a("shape_tip", link.shape_tip);
  a("elements", link.elements);
  a("shapes_file", link.shapes_file);
  a("sampled", link.sampled);
  a("outer", link.outer);
  a("where", link.where);
}

template <typename Archive>
void fields(Archive& a, Link& link) {
  a("name", link.name);
  a("inertia", link.inertia);
  std::optional<FlexibleLink> flexible;
  if (link.flexible) flexible = *link.flexible;
  a.unless_empty("flexible", flexible);
  if constexpr (Archive::reading) {
    if (flexible) link.flexible = std::make_shared<const FlexibleLink>(*flexible);
  }
  a("visuals", link.visuals);
  a("where", link.where);
  a("inertia_where", link.inertia_where);
}

void fields(auto& a, Payload& payload) {
  a("frame", payload.frame);
  a("inertia", payload.inertia);
  a("where", payload.where);
}

void fields(auto& a, SelfClearance::Capsule& capsule) {
  a("name", capsule.name);
  a("frame", capsule.frame);
  a("from", capsule.from);
  a("to", capsule.to);
  a("radius", capsule.radius);
  a("where", capsule.where);
}

void fields(auto& a, SelfClearance::Pair& pair) {
  a("one", pair.one);
  a("other", pair.other);
}

void fields(auto& a, Finding& finding) {
  a("severity", finding.severity);
  a("where", finding.where);
  a("reason", finding.reason);
  a("fix", finding.fix);
}

namespace {

void whole_robot(auto& a, Robot& robot) {
  a("name", robot.name);
  a("file", robot.file);
  a("base", robot.base);
  pose_field(a, "base_pose", robot.base_pose);
  a("gravity", robot.gravity);
  a("links", robot.links);
  a("joints", robot.joints);
  a("frames", robot.frames);
  a("payloads", robot.payloads);
  a("findings", robot.findings);
  a.unless_empty("clearance_capsules", robot.self_clearance.capsules);
  a.unless_empty("clearance_pairs", robot.self_clearance.pairs);
}

io::ArchiveContext robot_context(const std::string& file) {
  return {.file = file, .advice = "give a robot as `write_robot` writes it", .version = 1};
}

}  // namespace

std::string write_robot(const Robot& robot) {
  Robot copy = robot;
  io::ArchiveContext context = robot_context("");
  io::JsonWriter writer(context);
  writer.derived("alembert", "robot_document/1");
  whole_robot(writer, copy);
  return io::document_text(writer.take());
}

Robot read_robot(const std::string& text, const std::string& file) {
  io::ArchiveContext context = robot_context(file);
  const io::OrderedJson json = io::parse_json(text, file);
  io::document_version(json, "robot_document", 1, "a robot", context);
  Robot robot;
  io::JsonReader reader(context, json, {});
  reader.derived("alembert", "");
  whole_robot(reader, robot);
  reader.finish();
  return robot;
}

}  // namespace alembert
