// All of the component formulations. The papers' formulations.
#pragma once

#include "alembert/formulation.hpp"
#include "alembert/formulation/hollerbach_3x3.hpp"
#include "alembert/formulation/hollerbach_4x4.hpp"
#include "alembert/formulation/kane.hpp"
#include "alembert/formulation/link_matrices.hpp"
#include "alembert/formulation/newton_euler.hpp"
#include "alembert/formulation/newton_euler_base.hpp"
#include "alembert/formulation/silver.hpp"
#include "alembert/formulation/uicker_kahn.hpp"
#include "alembert/formulation/waters.hpp"
#include "alembert/formulation/xiang.hpp"
#include "alembert/formulation/xiang_sensitivities.hpp"
