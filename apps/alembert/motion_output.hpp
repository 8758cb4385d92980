// What `predict` and `retime` do with a motion: verify it, write it into a folder.
#pragma once

#include <string>
#include <vector>

#include "alembert/motion_document.hpp"

namespace alembert::cli {

/// From end to end and, where the arm runs away, from knot to knot; in a few times the seconds that
/// it took to find, or in those of `--verify-seconds`. Shows that it is at it.
std::vector<Verification> verifications(const MotionProblem& problem, const Trajectory& motion,
                                        double solved_in, const std::string& asked_seconds);
extern const char* const verify_seconds_help;
/// In words; empty where nothing was verified.
std::string verification_note(const MotionDocument& document);

/// Before the work, so that it is not done in vain. Empty: none. Throws Error.
void make_folder(const std::string& folder);
/// Likewise --output, or NAME.motion; with --json none by itself.
std::string motion_folder(const std::string& output, bool json, const std::string& name);

/// motion.json, motion.csv, motion.svg, report.md and report.html; their paths. None in no folder.
std::vector<std::string> write_motion_files(const std::string& folder, const MotionFile& file,
                                            const MotionDocument& document);

}  // namespace alembert::cli
