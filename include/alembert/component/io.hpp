// All of the component io. Robots, problems, results and states in files.
#pragma once

#include "alembert/collision_shapes.hpp"
#include "alembert/first_problem.hpp"
#include "alembert/io.hpp"
#include "alembert/mesh_folders.hpp"
#include "alembert/motion_document.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/named_poses.hpp"
#include "alembert/problem_document.hpp"
#include "alembert/robot_document.hpp"
#include "alembert/scene.hpp"
#include "alembert/simulation_runs.hpp"
#include "alembert/state.hpp"
