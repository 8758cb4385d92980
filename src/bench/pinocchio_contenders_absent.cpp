// Stands in for pinocchio_contenders.cpp in a build without it.
#include "bench/case.hpp"

namespace alembert::bench {

bool has_pinocchio() { return false; }

std::vector<Contender> pinocchio_contenders(const SharedCase&, const std::string&) { return {}; }

}  // namespace alembert::bench
