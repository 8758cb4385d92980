// Problem files of a folder, in order.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace alembert::bench {

/// Those whose name holds `only`.
inline std::vector<std::filesystem::path> problem_files(const std::string& folder,
                                                        const std::string& only) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".yaml" &&
        entry.path().filename().string().find(only) != std::string::npos) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace alembert::bench
