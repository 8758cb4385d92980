#include "motion_output.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "alembert/arm.hpp"
#include "alembert/report.hpp"
#include "clock.hpp"
#include "mesh_options.hpp"
#include "page_output.hpp"
#include "verb.hpp"

namespace alembert::cli {

namespace fs = std::filesystem;

namespace {

/// Verification takes no longer than so many times what the search took, or so many seconds.
constexpr double times_the_search = 3.0, least_seconds = 5.0;

}  // namespace

const char* const verify_seconds_help =
    "integrate its torques for no longer than so many seconds (default: three times the search, 5 "
    "at least)";

std::vector<Verification> verifications(const MotionProblem& problem, const Trajectory& motion,
                                        double solved_in, const std::string& asked_seconds) {
  const double seconds = asked_seconds.empty()
                             ? std::max(least_seconds, times_the_search * solved_in)
                             : parse_positive(asked_seconds, "--verify-seconds");
  const Clock::time_point begun = Clock::now();
  StatusLine line;
  const auto check = [&](VerifyOptions how) {
    how.max_seconds = std::max(0.0, seconds - seconds_since(begun));
    how.checkpoint = [&] {
      if (!line.due()) return;
      line.draw(fmt::format("integrating its torques: {:.0f} s of {:.0f} s at most",
                            seconds_since(begun), seconds));
    };
    return verify(problem, motion, how);
  };
  std::vector<Verification> checks = {check({})};
  if (!reproduces_plan(checks)) checks.push_back(check({.restart = true}));
  if (problem.model.arm().can(ArmUse::leading) && Task(problem, motion).stages().size() == 1) {
    checks.push_back(check({.lead_joints = true}));
  }
  return checks;
}

std::string verification_note(const MotionDocument& document) {
  if (!document.verification) return "";
  const std::vector<Verification>& checks = *document.verification;
  std::string text = '\n' + verification_line(checks, reproduction_tolerance);
  if (!reproduces_plan(checks)) text += "; `alembert verify` tells more";
  return text + '\n';
}

void make_folder(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure || access(folder.c_str(), W_OK) != 0) {
    throw Error(
        Error::Code::file, {folder, 0},
        failure ? "cannot make this folder: " + failure.message() : "cannot write into this folder",
        "name another with --output");
  }
}

std::string motion_folder(const std::string& output, bool json, const std::string& name) {
  const std::string folder = output.empty() && !json ? name + ".motion" : output;
  make_folder(folder);
  return folder;
}

std::vector<std::string> write_motion_files(const std::string& folder, const MotionFile& file,
                                            const MotionDocument& document) {
  std::vector<std::string> written;
  if (folder.empty()) return written;
  const auto put = [&](const char* name, const std::string& text) {
    written.push_back(fs::path(folder) / name);
    write_out(written.back(), text);
  };
  put("motion.json", write_motion(document, folder));
  put("motion.csv", write_motion_csv(document));
  put("motion.svg", motion_plot(document));
  put("report.md", motion_page(document, "motion.svg"));
  std::vector<UndrawnMesh> undrawn;
  put("report.html", motion_html({page_motion(file, document)}, page_origin(), &undrawn));
  note_undrawn(undrawn);
  return written;
}

}  // namespace alembert::cli
