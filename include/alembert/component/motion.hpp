// All of the component motion. The best motion for a task.
#pragma once

#include "alembert/executor.hpp"
#include "alembert/motion.hpp"
#include "alembert/replanner.hpp"
#include "alembert/sensitivity.hpp"
