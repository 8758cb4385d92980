// What the figures were measured on.
#pragma once

#include <string>

namespace alembert::bench {

struct Machine {
  std::string processor;  ///< "Neoverse-V1", or what the system calls it
  double ghz = 0.0;       ///< measured, in this program
  std::string compiler;   ///< "GCC 12.2.0"
};

Machine this_machine();

}  // namespace alembert::bench
