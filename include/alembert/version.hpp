// Which Alembert this is.
#pragma once

namespace alembert {

/// The version of the library that a program is linked with, "0.2.0": the numbers of semantic
/// versioning (docs/stability.md). Safe in any thread; never throws.
const char* version();

}  // namespace alembert
