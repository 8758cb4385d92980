// All of the component flexible. Arms that bend.
#pragma once

#include "alembert/arm_modes.hpp"
#include "alembert/bending_model.hpp"
#include "alembert/book_equations.hpp"
#include "alembert/flexible_derivatives.hpp"
#include "alembert/flexible_equations.hpp"
#include "alembert/flexible_model.hpp"
