// A Model of an arm that bends, for motion problems: amplitudes are coordinates after the joints,
// in the order and by the names of FlexibleModel, without motors.
//
//   MotionProblem problem(compile_bending(robot));
//   problem.start = {.q = resting(flexible_arm(problem.model), q0)};
//
// What moves a problem (Task) sees the links bend. Kernels that are given such a model see them
// stiff: use FlexibleEquations.
#pragma once

#include "alembert/arm.hpp"
#include "alembert/flexible_model.hpp"
#include "alembert/load.hpp"

namespace alembert {

struct FlexibleLoad;

/// As compile(), of a robot with flexible links. A deflection is held within a tenth of the link's
/// length, where the model of it ends. Throws Error.
Model compile_bending(const Robot& robot, const CompileOptions& options = {});

bool bends(const Model& model);

/// Amplitudes are the coordinates from this one on; dofs() if nothing bends.
int first_amplitude(const Model& model);

/// What the equations of such a model run on: what it carries, its gravity and its drives as in the
/// model, which keeps it. Throws Error for other models than those of compile_bending().
const FlexibleModel& flexible_arm(const Model& model);

/// Of every coordinate of the arm, its index in the model.
std::vector<int> places_in(const Model& model, const FlexibleModel& arm);

/// Loads on the model's frames as loads on the arm's places. Throws Error for one that turns with
/// the arm.
std::vector<FlexibleLoad> loads_on(const Model& model, const FlexibleModel& arm, Loads loads);

}  // namespace alembert
