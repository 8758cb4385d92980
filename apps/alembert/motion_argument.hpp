// MOTION on the command line: what `predict` wrote, or a problem that is solved first.
#pragma once

#include <string>

#include "alembert/motion_file.hpp"

namespace alembert::cli {

struct GivenMotion {
  MotionFile file;
  Trajectory motion;
  std::string name;
  std::string path;      ///< of motion.json; empty for a problem and for standard input
  std::string document;  ///< its text
};

/// How the help describes the argument.
extern const char* const motion_argument_help;

/// A motion.json, its folder, `-` for one on standard input, or a problem's .yaml. A motion that
/// did not reach what was asked is taken with a note. Throws Error.
GivenMotion load_given_motion(const std::string& argument);

}  // namespace alembert::cli
