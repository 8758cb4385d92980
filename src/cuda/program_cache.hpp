// Compiled programs, kept in files: compiling takes seconds, reading none.
#pragma once

#include <filesystem>
#include <string>

namespace alembert::cuda {

class ProgramCache {
 public:
  /// As GpuOptions::cache.
  explicit ProgramCache(const std::string& folder);

  /// From the cache, or compiled and put there; a folder that cannot be written is left alone.
  std::string machine_code(const std::string& source, const std::string& name,
                           int capability) const;

  /// What else to do about a program that is no good: the end of a sentence.
  std::string remedy() const;

 private:
  std::filesystem::path folder_;  // empty: nothing is kept
};

}  // namespace alembert::cuda
