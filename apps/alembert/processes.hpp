// Several searches at once, each in a process of its own: the linear solver below is not safe in
// threads. Signals are the program's business, so this is not in the library.
#pragma once

#include <memory>

#include "alembert/executor.hpp"

namespace alembert::cli {

/// So many at once; 0 is one a core.
std::shared_ptr<Executor> processes(int at_once);

}  // namespace alembert::cli
