// The torques of one body as a linear function of its ten inertial parameters.
#pragma once

#include "kernel/tree_state.hpp"

namespace alembert {

/// Columns m, mx, my, mz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz (about the frame's origin, in its axes) of a
/// body fixed to `frame`; dofs() x 10, zero before.
void add_inertial_columns(const TreeState<double>& motion, FrameId frame, MatOut<double> columns);

/// (m, mx, …, Izz) of a body.
Eigen::Matrix<double, 10, 1> inertial_parameters(const Inertia& body);

}  // namespace alembert
