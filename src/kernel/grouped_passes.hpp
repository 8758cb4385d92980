// The passes by groups of joints once more, for a file that is compiled for wider registers.
#pragma once

#include "kernel/grouped_derivative_pass.cpp"
#include "kernel/grouped_links.cpp"
#include "kernel/grouped_mass_matrix_pass.cpp"
#include "kernel/joint_groups.cpp"
