#include "motion_output.hpp"

#include <unistd.h>

#include <filesystem>

#include "alembert/bending_model.hpp"
#include "alembert/error.hpp"
#include "alembert/report.hpp"
#include "mesh_options.hpp"
#include "output.hpp"
#include "page_output.hpp"

namespace alembert::cli {

namespace fs = std::filesystem;

std::vector<Verification> verifications(const MotionProblem& problem, const Trajectory& motion) {
  std::vector<Verification> checks = {verify(problem, motion)};
  if (!checks[0].within(comes_back)) {
    checks.push_back(verify(problem, motion, {.restart = true}));
  }
  if (bends(problem.model) && Task(problem).stages().size() == 1) {
    checks.push_back(verify(problem, motion, {.lead_joints = true}));
  }
  return checks;
}

std::string verification_note(const MotionDocument& document) {
  if (!document.verification) return "";
  const std::vector<Verification>& checks = *document.verification;
  std::string text = '\n' + verification_line(checks, comes_back);
  if (!checks.back().within(comes_back)) {
    text += checks.front().finished ? ";" : ":";
    text += " `alembert verify` tells more";
  }
  return text + '\n';
}

bool brought_back(const MotionDocument& document) {
  return !document.verification || document.verification->back().within(comes_back);
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

std::vector<std::string> write_motion_files(const std::string& folder, const MotionFile& file,
                                            const MotionDocument& document) {
  std::vector<std::string> written;
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
