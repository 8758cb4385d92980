// All of the component simulation. Torques integrated forward, controllers.
#pragma once

#include "alembert/flexible_simulation.hpp"
#include "alembert/free_motion.hpp"
#include "alembert/simulate.hpp"
#include "alembert/verify.hpp"
