// Stands in for kdl_contenders.cpp in a build without it.
#include "bench/case.hpp"

namespace alembert::bench {

bool has_kdl() { return false; }

std::vector<Contender> kdl_contenders(const SharedCase&, const std::string&) { return {}; }

}  // namespace alembert::bench
