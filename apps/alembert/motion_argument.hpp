// MOTION on the command line: what `predict` wrote, or a problem that is solved first.
#pragma once

#include <string>

#include "alembert/motion_document.hpp"
#include "mesh_options.hpp"

namespace alembert::cli {

struct GivenMotion {
  MotionFile file;  ///< the problem, on the motion's own grid
  MotionDocument document;
  std::string path;  ///< of motion.json; empty for a problem and for standard input

  const Trajectory& motion() const { return document.solution.motion; }
  const std::string& name() const { return document.problem.name; }
};

/// How the help describes the argument.
extern const char* const motion_argument_help;

/// A motion.json, its folder, `-` for one on standard input, or a problem's .yaml. A motion that
/// did not reach what was asked is taken with a note. Throws Error.
GivenMotion load_given_motion(const std::string& argument, const MeshOptions& meshes);

/// Of a motion that is found otherwise than by a problem's search: the limits of --limits, which
/// names its robot, or a robot's own. Throws Error, UsageError.
MotionFile load_limits(const std::string& limits, const std::string& robot,
                       const std::vector<std::string>& lock, const MeshOptions& meshes);

/// False for a motion that was not solved, unless one goes on anyway; says so on standard error,
/// with the verb's past ("simulated").
bool may_go_on(const GivenMotion& given, bool anyway, const std::string& done);

}  // namespace alembert::cli
