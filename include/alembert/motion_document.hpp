// A motion as a document: what was asked, what was found and what it is worth, readable alone.
// Written and read as JSON, `alembert: motion_result/3` (docs/documents.md); version 1 is read too.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alembert/motion_sample.hpp"
#include "alembert/problem_document.hpp"
#include "alembert/solution.hpp"
#include "alembert/verify.hpp"

namespace alembert {

/// When a waypoint was passed.
struct WaypointInstant {
  std::string name;
  double time = 0.0;  ///< s
};

struct MotionDocument {
  std::string file;  ///< where it was read; not written
  int version = 2;   ///< as it was read; 2 is written
  /// Of a document of version 1 only names, files, joints and limits are known.
  ProblemDocument problem;
  Solution solution;    ///< what was found
  std::string message;  ///< what to know about the status, in words
  /// What else to know, a sentence each: limits that are missing, joints that were held still.
  std::vector<std::string> remarks = {};
  std::vector<WaypointInstant> waypoints;  ///< in the order of the problem's
  double weight = 0.0;                     ///< N, of a robot that touches the world
  std::vector<std::string> force_names;    ///< of the cut joints' unknown forces
  std::vector<MotionSample> samples;       ///< may be left out
  /// One an integrator; none if nobody asked.
  std::optional<std::vector<Verification>> verification;
};

/// What is to be thought of a motion, in its first line, in its file and as an exit code.
enum class MotionVerdict {
  good,          ///< solved and, where its torques were integrated, reproduced by them
  not_verified,  ///< solved, but its torques do not bring it back
  not_solved,    ///< no motion that keeps all limits was found
};
MotionVerdict verdict(const MotionDocument& document);

/// The instants of a problem's waypoints in a motion.
std::vector<WaypointInstant> waypoint_instants(const MotionProblem& problem,
                                               const Trajectory& motion);

/// One JSON document, in which paths are relative to `folder`.
std::string write_motion(const MotionDocument& document, const std::string& folder);
/// Throws Error with the file and the place in the document at fault.
MotionDocument read_motion(const std::string& text, const std::string& file);
MotionDocument load_motion(const std::string& path);

/// The field `verification` alone.
std::string verification_text(const std::vector<Verification>& checks,
                              const std::vector<std::string>& joints);

/// The field `certificate.proof` alone.
std::string proof_document(const Proof& proof);

/// The problem that the motion answers, on the motion's own grid: from the document itself, or for
/// one of version 1 from the problem's file. Throws Error where the robot is another.
MotionFile problem_of(const MotionDocument& document);

/// Fills in what a document of version 1 does not say, from the problem that was found for it.
void complete(MotionDocument& document, const MotionFile& problem);

/// Whether the robot's file holds what it held when the motion was made. Unknown, and true, where
/// the document has no hash.
[[nodiscard]] bool robot_unchanged(const MotionDocument& document);

/// Where in the motion an instant is: "to pick" before the waypoint pick, "to goal" after the last.
/// Empty where there are no waypoints.
std::string phase_at(const MotionDocument& document, double time);

/// t, q.NAME, v.NAME, a.NAME, tau.NAME: a trajectory as `load_samples` reads it; torques of joints,
/// not of what places a robot on the ground. With waypoints
/// also `phase`, a text; with contacts NAME.fx … NAME.mz and the centre of pressure NAME.px NAME.py
/// NAME.pz, whose cells are empty where nothing presses.
std::string write_motion_csv(const MotionDocument& document);

/// A header that compiles alone: constexpr arrays of knots, control points and samples.
std::string write_motion_header(const MotionDocument& document);

/// Of the contacts that touch for a while, in their order, each once.
/// Then bodies that hands push.
std::vector<std::string> contact_names(const MotionRequest& problem);

/// "pin.fx", …: what the unknown forces of the cut joints are called, in their order.
std::vector<std::string> force_names(const MotionRequest& problem);
/// The same of those in a segment of a motion of so many: contacts come and go.
std::vector<std::string> force_names(const MotionRequest& problem, int segment, int segments);

}  // namespace alembert
