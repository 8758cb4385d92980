#include "io/urdf_notices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/text.hpp"

namespace alembert::io {

namespace {

using Severity = Finding::Severity;

template <typename Text>
bool contains(const std::vector<Text>& items, const std::string& item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

/// Tags of simulators and controllers: well known, and nothing to do with rigid-body dynamics.
constexpr const char* irrelevant_tags =
    "gazebo transmission sensor safety_controller plugin self_filter verbose contact "
    "self_collision_checking material mujoco drake ros2_control calibration collision_checking";

/// Where the tags that mean something belong.
std::string home_of(const std::string& tag) {
  static const std::vector<std::pair<std::string, std::vector<std::string>>> homes = {
      {"robot", {"link", "joint"}},
      {"link", {"inertial", "visual"}},
      {"joint", {"parent", "child", "axis", "limit", "dynamics", "mimic"}},
      {"inertial", {"mass", "inertia"}},
  };
  for (const auto& [home, tags] : homes) {
    if (contains(tags, tag)) return home;
  }
  return "";
}

}  // namespace

void UrdfNotices::add(Severity severity, const Location& where, const std::string& reason,
                      const std::string& fix) {
  noticed_.push_back({{severity, where, reason, fix}});
}

void UrdfNotices::add_counted(Severity severity, const Location& where, const std::string& reason,
                              const std::string& fix) {
  const auto same = std::find_if(noticed_.begin(), noticed_.end(), [&](const Counted& counted) {
    return counted.finding.severity == severity && counted.finding.reason == reason;
  });
  if (same == noticed_.end()) return add(severity, where, reason, fix);
  ++same->times;
  if (where.line < same->finding.where.line) same->finding.where = where;
}

void UrdfNotices::check_children(const XmlElement& element, const std::vector<std::string>& read) {
  for (const XmlElement& child : element.children()) {
    if (!contains(read, child.tag())) check_child(element, child, read);
  }
  if (const auto text = element.stray_text()) {
    add(Severity::warning, element.where(),
        fmt::format("the text {} in {} is ignored", in_quotes(trimmed(*text)), element.label()),
        "remove it, or look for a tag that lost its bracket");
  }
}

void UrdfNotices::check_child(const XmlElement& parent, const XmlElement& child,
                              const std::vector<std::string>& read) {
  const std::string tag = child.tag();
  if (tag.starts_with("xacro:")) {
    return add_counted(Severity::warning, child.where(), fmt::format("<{}> is not expanded", tag),
                       "run `xacro FILE > robot.urdf` first if it makes links or joints");
  }
  if (tag == "collision") {
    return add_counted(Severity::note, child.where(), "<collision> does not bear on the dynamics",
                       "nothing to do: problems whose clearance says `arm: from-robot` read it");
  }
  if (contains(words(irrelevant_tags), tag) || tag.find(':') != std::string::npos) {
    return add_counted(Severity::note, child.where(), fmt::format("<{}> is ignored", tag),
                       "nothing to do: it does not bear on the dynamics");
  }
  const std::string home = home_of(tag);
  const auto guess = closest(tag, read);
  const std::string fix =
      !home.empty() ? fmt::format("move it: <{}> belongs in <{}>", tag, home)
      : guess       ? fmt::format("did you mean <{}>? read here: {}", *guess, listed(read))
                    : fmt::format("remove it, or use what is read here: {}", listed(read));
  add(Severity::error, child.where(),
      fmt::format("unknown tag <{}> in {} is ignored", tag, parent.label()), fix);
}

void UrdfNotices::check_attributes(const XmlElement& element,
                                   const std::vector<std::string>& read) {
  for (const std::string& name : element.attribute_names()) {
    if (contains(read, name) || name.find(':') != std::string::npos || name == "xmlns") continue;
    const auto guess = closest(name, read);
    const std::string fix = guess ? fmt::format("did you mean {}? ", in_quotes(*guess)) : "";
    add_counted(Severity::warning, element.where(),
                fmt::format("attribute {} of <{}> is ignored", in_quotes(name), element.tag()),
                fix + "this tag has: " + (read.empty() ? "no attributes" : listed(read)));
  }
}

std::vector<Finding> UrdfNotices::findings() const {
  std::vector<Finding> findings;
  for (const Counted& counted : noticed_) {
    findings.push_back(counted.finding);
    if (counted.times > 1) {
      findings.back().reason += fmt::format(" ({} times, first here)", counted.times);
    }
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.where.line < b.where.line; });
  return findings;
}

}  // namespace alembert::io
