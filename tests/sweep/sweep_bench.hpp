// A folder with a small problem and its robot, gone at the end.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace alembert::testing {

class SweepBench {
 public:
  SweepBench() {
    std::string name = (std::filesystem::temp_directory_path() / "sweep-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    write("problem.yaml",
          "alembert: motion/1\n"
          "robot: " ALEMBERT_SOURCE_DIR
          "/models/two_link.yaml\n"
          "start: {q: [0, 0]}\n"
          "goal: {q: [0.5, 20 deg]}\n"
          "limits: {velocity: 1, acceleration: 4, jerk: 40, torque: none}\n"
          "carry: {name: part, frame: tip, mass: 1.5}\n");
  }
  SweepBench(const SweepBench&) = delete;
  SweepBench& operator=(const SweepBench&) = delete;
  ~SweepBench() {
    std::error_code none;
    std::filesystem::remove_all(folder_, none);
  }

  std::string path(const std::string& name) const { return folder_ / name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string sweep(const std::string& rest, const std::string& name = "sweep.yaml") const {
    return write(name, "alembert: sweep/1\nproblem: problem.yaml\n" + rest);
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace alembert::testing
