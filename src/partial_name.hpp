// The name that a file has until it is whole.
#pragma once

#include <string>

namespace alembert {

/// Beside `path`, and nobody else's: not another thread's that writes the same file, nor one that
/// somebody could have put there before.
std::string partial_name(const std::string& path);

}  // namespace alembert
