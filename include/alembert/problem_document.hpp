// A motion problem as a document: what was asked, with names instead of a compiled model, so that
// it can be read without the robot. Written and read as JSON, `alembert: motion_problem/1`
// (docs/documents.md).
#pragma once

#include <string>
#include <vector>

#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"

namespace alembert {

/// A robot by its file and by what the file held.
struct RobotReference {
  std::string name;  ///< of the robot
  std::string file;  ///< as seen from the current folder; written as seen from the document's
  std::string hash;  ///< content_hash of the file; empty if it was not there
};

/// How a coordinate moves.
enum class CoordinateKind {
  angular,     ///< rad, N m
  continuous,  ///< the same, and a full turn brings the robot back
  linear,      ///< m, N
};

struct ProblemDocument : MotionRequest {
  std::string name;
  std::string file;  ///< the problem's own; empty where it came from a program
  RobotReference robot;
  std::vector<std::string> joints;    ///< the coordinates, in the order of q
  std::vector<CoordinateKind> kinds;  ///< one a coordinate
  std::vector<std::string> frames;    ///< every FrameId of the request is an index into this list
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  ///< m/s^2, world components
  bool floating_base = false, ideal = false;          ///< as in CompileOptions
  std::vector<LockedJoint> locked;                    ///< rad or m; they are no coordinates
  SolveOptions solver;                                ///< without its initial motion
  std::vector<std::string> robot_shapes = {};         ///< what was made of them, a sentence each
  std::vector<std::string> unseen_links = {};  ///< whose shapes are missing and were left out
  std::vector<Frame> own_frames = {};          ///< on the robot's links: its file has them not
};

/// "fnv1a64:" and 16 hexadecimal digits of the bytes of a text: the FNV-1a hash of 64 bits. It
/// tells whether a file has changed, not who changed it.
std::string content_hash(const std::string& text);

/// The problem of a file, or one made by a program.
ProblemDocument problem_document(const MotionFile& asked);

/// The problem again, on its robot: loaded from its file and compiled as the document says. Throws
/// Error where the robot is not there or lacks a joint or frame that the document names.
MotionFile problem_of(const ProblemDocument& document);
/// The same on a robot that is there already, and the model that was compiled from it.
MotionFile problem_of(const ProblemDocument& document, Robot robot, const Model& model);

/// One JSON document, in which paths are relative to `folder`.
std::string write_problem(const ProblemDocument& document, const std::string& folder);
/// Throws Error with the file and the place in the document at fault.
ProblemDocument read_problem(const std::string& text, const std::string& file);

}  // namespace alembert
