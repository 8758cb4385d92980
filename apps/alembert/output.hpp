// Where answers go: standard output, or a file that appears whole or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "command.hpp"

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
  /// What is written is one JSON document in pieces, each of which could be the last but for
  /// `closing` ("]") and the bracket of the whole.
  void comes_in_pieces(std::string closing) { closing_ = std::move(closing); }
  void finish();

  /// Whether standard output has a whole answer.
  static bool answered();
  /// What closes the pieces of a document that was begun on standard output: "" where none was.
  static std::string rest_of_begun();

 private:
  [[noreturn]] void fail(const std::string& action) const;

  std::string path_;
  std::string partial_;  // empty: written in place
  std::FILE* file_;
  std::string closing_;
};

/// Throws Error where there is such a file; "" and "-" are none.
void refuse_to_replace(const std::string& path, bool force);

/// The whole answer at once; on standard output, after which the verb is done.
void write_out(const std::string& path, std::string_view text);
Exit answer_with(std::string_view text);

}  // namespace alembert::cli
