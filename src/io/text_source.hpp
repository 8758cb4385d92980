// Text from a file or from standard input.
#pragma once

#include <string>

namespace alembert::io {

/// The whole of a file, or of standard input for "-". Throws Error.
std::string read_whole(const std::string& path);
/// How messages call that file.
std::string display_name(const std::string& path);

}  // namespace alembert::io
