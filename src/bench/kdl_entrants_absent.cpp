// Stands in for kdl_entrants.cpp in a build without it.
#include "bench/case.hpp"

namespace alembert::bench {

bool has_kdl() { return false; }

std::vector<Entrant> kdl_entrants(const SharedCase&, const std::string&) { return {}; }

}  // namespace alembert::bench
