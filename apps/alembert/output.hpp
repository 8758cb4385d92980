// Where answers go: standard output, or a file that appears whole or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace alembert::cli {

class Output {
 public:
  /// "" and "-" are standard output. A file is written beside its place and moved there by
  /// finish(); without it nothing is left. Throws Error.
  explicit Output(const std::string& path);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  void write(std::string_view text);
  void finish();

 private:
  [[noreturn]] void fail(const std::string& action) const;

  std::string path_;
  std::string partial_;  // empty: written in place
  std::FILE* file_;
};

/// The whole answer at once.
void write_out(const std::string& path, std::string_view text);

}  // namespace alembert::cli
