// Everything.
#pragma once

#include "alembert/doctor.hpp"
#include "alembert/energy.hpp"
#include "alembert/error.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inertia.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/inverse_kinematics.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/load.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/model.hpp"
#include "alembert/robot.hpp"
#include "alembert/scalar.hpp"
#include "alembert/state.hpp"
