// Generated files in a folder of their own, and what the machine's compiler makes of them.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "alembert/generate.hpp"

namespace alembert::test {

class CompiledCode {
 public:
  CompiledCode() {
    std::string pattern = (std::filesystem::temp_directory_path() / "generated-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~CompiledCode() { std::filesystem::remove_all(folder_); }
  CompiledCode(const CompiledCode&) = delete;
  CompiledCode& operator=(const CompiledCode&) = delete;

  void write(const GeneratedCode& code) {
    for (const GeneratedFile& file : code.files) write(file.name, file.text);
  }
  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
  }
  bool runs(const std::string& command) const {
    return std::system(("cd '" + folder_.string() + "' && " + command).c_str()) == 0;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Writes the files, compiles source and test with this command and runs the test.
  bool passes(const GeneratedCode& code, const std::string& compiler,
              const std::vector<std::string>& sources) {
    write(code);
    std::string command = compiler + " -Wall -Werror -o test";
    for (const std::string& source : sources) command += " " + source;
    return runs(command + " -lm && ./test > log");
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace alembert::test
