// Stands in for mujoco_entrants.cpp in a build without it.
#include "bench/case.hpp"

namespace alembert::bench {

bool has_mujoco() { return false; }

std::vector<Entrant> mujoco_entrants(const SharedCase&, const std::string&) { return {}; }

}  // namespace alembert::bench
