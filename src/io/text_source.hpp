// Text from a file or from standard input, and into a file.
#pragma once

#include <string>

namespace alembert::io {

/// The whole of a file, or of standard input for "-". Throws Error.
std::string read_whole(const std::string& path);
/// What to do about a path at which there is nothing: the file there that is named much like it.
std::string advice_for_missing(const std::string& path);
/// Throws the Error of a file that fopen() just refused.
[[noreturn]] void fail_to_open(const std::string& path);
/// The file appears whole or not at all. Throws Error.
void write_whole(const std::string& path, const std::string& text);
/// How messages call that file.
std::string display_name(const std::string& path);

}  // namespace alembert::io
