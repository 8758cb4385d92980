// Stands in for mujoco_contenders.cpp in a build without it.
#include "bench/case.hpp"

namespace alembert::bench {

bool has_mujoco() { return false; }

std::vector<Contender> mujoco_contenders(const SharedCase&, const std::string&) { return {}; }

}  // namespace alembert::bench
