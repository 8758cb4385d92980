// Everything, component by component.
#pragma once

#include "alembert/component/core.hpp"
#include "alembert/component/cuda.hpp"
#include "alembert/component/flexible.hpp"
#include "alembert/component/formulations.hpp"
#include "alembert/component/generate.hpp"
#include "alembert/component/identify.hpp"
#include "alembert/component/io.hpp"
#include "alembert/component/motion.hpp"
#include "alembert/component/report.hpp"
#include "alembert/component/simulation.hpp"
#include "alembert/component/sweep.hpp"
#include "alembert/component/tables.hpp"
