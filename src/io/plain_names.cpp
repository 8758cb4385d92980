// Names that readers let in.
#include <fmt/format.h>

#include "code_names.hpp"
#include "io/format_readers.hpp"
#include "io/text.hpp"

namespace alembert::io {

namespace {

void require_plain(const std::string& name, const char* kind, const Location& where) {
  if (is_plain_name(name)) return;
  throw Error(Error::Code::name, where,
              fmt::format("the {} {} holds a control character", kind, in_quotes(name)),
              "write names on one line, without tabs");
}

}  // namespace

void require_plain_names(const Robot& robot) {
  require_plain(robot.name, "robot's name", {robot.file, 0});
  for (const Link& link : robot.links) {
    require_plain(link.name, "link's name", link.where);
    for (const Visual& visual : link.visuals) require_plain(visual.mesh, "mesh's name", link.where);
  }
  for (const Joint& joint : robot.joints) require_plain(joint.name, "joint's name", joint.where);
  for (const Frame& frame : robot.frames) require_plain(frame.name, "frame's name", frame.where);
}

}  // namespace alembert::io
