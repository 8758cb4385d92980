// What covering true Coulomb friction costs beside the smoothed one, and whether it is covered.
#pragma once

#include "problems/arguments.hpp"

namespace alembert::bench {

/// 0 where no limit is passed by the true sign of the speed and 97 in 100 are solved.
int compare_with_smoothed(const Arguments& asked);

}  // namespace alembert::bench
