// Robots: read, written, examined, and built part by part.
#include <pybind11/stl.h>

#include "alembert/doctor.hpp"
#include "alembert/human.hpp"
#include "alembert/io.hpp"
#include "alembert/robot_document.hpp"
#include "bindings.hpp"

namespace alembert::python {

namespace {

using Code = Error::Code;

/// A robot of one part, in the native format; faults are where the caller is.
Robot read_part(const std::string& text, const Location& caller) {
  Robot part;
  try {
    part = read_yaml(text, caller.file);
  } catch (const Error& e) {
    throw Error(e.code(), caller, e.reason(), e.fix());
  }
  for (Link& link : part.links) link.where = link.inertia_where = caller;
  for (Joint& joint : part.joints) {
    joint.where = joint.limits.where = caller;
    if (joint.mimic) joint.mimic->where = caller;
  }
  for (Frame& frame : part.frames) frame.where = caller;
  for (Payload& payload : part.payloads) payload.where = caller;
  return part;
}

/// A link by its name or by that of the joint which moves it; none named: the newest.
std::string link_named(const Robot& robot, const std::string& name, const Location& caller) {
  if (name.empty()) return robot.joints.empty() ? robot.base : robot.joints.back().child;
  if (robot.find_link(name)) return name;
  if (const Joint* joint = robot.find_joint(name)) return joint->child;
  throw Error(Code::name, caller, "the robot has no link or joint '" + name + "'",
              "add it first, or look at Robot.links");
}

void require_new(const Robot& robot, const std::string& name, const char* what, bool taken,
                 const Location& caller) {
  if (!taken) return;
  throw Error(Code::name, caller,
              std::string("'") + robot.name + "' has a " + what + " '" + name + "' already",
              "give it another name");
}

void add_link(Robot& robot, Link link, const Location& caller) {
  require_new(robot, link.name, "link", robot.find_link(link.name) != nullptr, caller);
  robot.links.push_back(std::move(link));
}

/// The part has one joint; `child` names a link that is there already.
void add_joint(Robot& robot, const std::string& text, const std::string& parent,
               const std::string& child, const std::string& file, int line) {
  const Location caller{file, line};
  Robot part = read_part(text, caller);
  Joint joint = part.joints.at(0);
  require_new(robot, joint.name, "joint", robot.find_joint(joint.name) != nullptr, caller);
  joint.parent = link_named(robot, parent, caller);
  if (child.empty()) {
    add_link(robot, part.links.at(1), caller);
  } else {
    if (!robot.find_link(child)) {
      throw Error(Code::name, caller, "the robot has no link '" + child + "'",
                  "add it first with Robot.add_link");
    }
    joint.child = child;
  }
  robot.joints.push_back(std::move(joint));
}

void add_one_link(Robot& robot, const std::string& text, const std::string& file, int line) {
  add_link(robot, read_part(text, {file, line}).links.at(1), {file, line});
}

void add_frame(Robot& robot, const std::string& text, const std::string& link,
               const std::string& file, int line) {
  const Location caller{file, line};
  Frame frame = read_part(text, caller).frames.at(0);
  require_new(robot, frame.name, "frame", robot.find_frame(frame.name) != nullptr, caller);
  frame.link = link_named(robot, link, caller);
  robot.frames.push_back(std::move(frame));
}

void add_payload(Robot& robot, const std::string& text, const std::string& frame,
                 const std::string& file, int line) {
  const Location caller{file, line};
  Payload payload = read_part(text, caller).payloads.at(0);
  payload.frame = robot.find_frame(frame) ? frame : link_named(robot, frame, caller);
  robot.payloads.push_back(std::move(payload));
}

Robot read_text(const std::string& text, const std::string& format, const std::string& file) {
  if (format == "yaml") return read_yaml(text, file);
  if (format == "urdf") return read_urdf(text, file);
  if (format == "mjcf") return read_mjcf(text, file);
  throw Error(Code::name, "the format '" + format + "' is not known",
              "give 'yaml', 'urdf' or 'mjcf'");
}

py::tuple urdf_of(const Robot& robot) {
  std::vector<std::string> lost;
  const std::string text = write_urdf(robot, &lost);
  return py::make_tuple(text, lost);
}

std::vector<std::string> save(const Robot& robot, const std::string& path) {
  std::vector<std::string> lost;
  save_robot(robot, path, &lost);
  return lost;
}

py::list findings_of(const Robot& robot) {
  static const char* const words[] = {"note", "warning", "error"};
  py::list all;
  for (const Finding& f : examine(robot)) {
    all.append(py::make_tuple(words[static_cast<int>(f.severity)], f.reason, f.fix, f.where.file,
                              f.where.line));
  }
  return all;
}

}  // namespace

void bind_robot(py::module_& module) {
  py::class_<Robot>(module, "Robot")
      .def(py::init<const Robot&>())
      .def_static("_load", &load_robot)
      .def_static(
          "_human",
          [](double height, double mass, bool male) {
            return human({.height = height, .mass = mass, .sex = male ? Sex::male : Sex::female});
          })
      .def_static("_read", &read_text)
      .def_static("_part",
                  [](const std::string& text, const std::string& file, int line) {
                    return read_part(text, {file, line});
                  })
      .def_static("_from_document",
                  [](const std::string& text) { return read_robot(text, "robot"); })
      .def("_document", &write_robot)
      .def("_yaml", &write_yaml)
      .def("_urdf", &urdf_of)
      .def("_save", &save)
      .def("_findings", &findings_of)
      .def("_add_joint", &add_joint)
      .def("_add_link", &add_one_link)
      .def("_add_frame", &add_frame)
      .def("_add_payload", &add_payload)
      .def_readonly("_name", &Robot::name)
      .def_readonly("_file", &Robot::file)
      .def_readonly("_base", &Robot::base);
}

}  // namespace alembert::python
