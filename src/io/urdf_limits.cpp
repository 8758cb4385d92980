#include "io/urdf_limits.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/text.hpp"

namespace alembert::io {

namespace {

using Severity = Finding::Severity;

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

}  // namespace

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

}  // namespace alembert::io
