// Runs the built program as a user would, in a folder of its own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace alembert::testing {

using Json = nlohmann::json;

/// The path of the program: the built one, or what the environment variable ALEMBERT_PROGRAM says.
std::string program();

struct Outcome {
  int code = -1;  ///< exit code; 128 + signal if one ended it
  std::string out, err;
  long peak_kib = 0;  ///< resident memory at its largest

  /// Fails the test unless standard output is exactly one JSON document.
  Json json() const;
};

/// A fresh folder, removed at the end, with little robots in it and the program at hand:
///   arm.urdf      j1, j2 turn about y, j3 slides along x; link 'tool' at the end; damping at j1
///   gripper.urdf  'left' slides, 'right' follows it
///   massless.urdf j2 moves no mass
class Workbench {
 public:
  Workbench();
  ~Workbench();

  std::string path(const std::string& name) const { return folder_ / name; }
  std::string write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> listing() const;

  /// Runs `alembert ARGUMENTS` in the folder.
  Outcome run(const std::vector<std::string>& arguments, const std::string& input = "") const;

 private:
  std::filesystem::path folder_;
};

/// With the text in the message when it is not as expected.
::testing::AssertionResult contains(const std::string& text, const std::string& part);
::testing::AssertionResult starts_with(const std::string& text, const std::string& start);

/// Nothing on standard output but, with --json, the error.
::testing::AssertionResult only_an_error(const Outcome& outcome);

/// The program's verbs.
inline const std::vector<std::string> verbs = {
    "check",   "info",   "convert",    "pose",        "ik",         "id",       "fd",
    "mass",    "com",    "energy",     "derivatives", "regressor",  "predict",  "retime",
    "certify", "verify", "simulate",   "modes",       "view",       "count",    "compare",
    "table",   "bench",  "completion", "new",         "export",     "generate", "identify",
    "payload", "excite", "human",      "sweep",       "sensitivity"};

}  // namespace alembert::testing
