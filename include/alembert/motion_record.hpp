// Predicted motions in files: motion.json (`alembert: motion_result/1`), CSV, C++ arrays.
#pragma once

#include <string>
#include <vector>

#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/verify.hpp"

namespace alembert {

/// What motion.json keeps of a prediction; limits and loads stay in the problem's file.
struct MotionRecord {
  std::string file;
  std::string problem_file, robot_file;  ///< as seen from the current folder
  std::string name, robot;
  std::vector<std::string> joints;
  Solution solution;
  std::vector<MotionSample> samples;
};

/// One JSON document, in which paths are relative to `folder`. Without samples they are left out.
std::string write_motion(const MotionFile& asked, const Solution& found,
                         const std::vector<MotionSample>& samples, const std::string& folder);

/// Verifications as JSON, one entry each.
std::string verification_text(const std::vector<Verification>& checks,
                              const std::vector<std::string>& joints);
/// Such a document with its field `verification` filled in, and nothing else changed.
std::string with_verification(const std::string& document, const std::vector<Verification>& checks);

/// Throws Error for what is not such a document.
MotionRecord read_motion(const std::string& text, const std::string& file);
MotionRecord load_motion(const std::string& path);

/// The problem that the motion answers, on the motion's own grid.
MotionFile load_problem_of(const MotionRecord& record);

/// t, q.NAME, v.NAME, a.NAME, tau.NAME: what `alembert id --trajectory` reads back.
std::string write_motion_csv(const Model& model, const std::vector<MotionSample>& samples);

/// A header that compiles alone: constexpr arrays of knots, control points and samples.
std::string write_motion_header(const MotionFile& asked, const Solution& found,
                                const std::vector<MotionSample>& samples);

/// "pin.x", …: what the unknown forces of the cut joints are called, in their order.
std::vector<std::string> force_names(const MotionProblem& problem);

/// "solved_to_lower_accuracy": a status as files spell it.
std::string status_word(MotionStatus status);

}  // namespace alembert
