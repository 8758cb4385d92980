// Stands in for pinocchio_entrants.cpp in a build without it.
#include "bench/case.hpp"

namespace alembert::bench {

bool has_pinocchio() { return false; }

std::vector<Entrant> pinocchio_entrants(const SharedCase&, const std::string&) { return {}; }

}  // namespace alembert::bench
