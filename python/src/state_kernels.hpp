// What is computed on rows of states: one function a call.
#pragma once

#include <optional>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "rows.hpp"

namespace alembert::python {

/// Besides the states.
struct StateExtra {
  std::vector<Load> loads = {};
  std::optional<BaseMotion> base = std::nullopt;  ///< none: it rests
  const char* formulation = nullptr;              ///< none: the production kernel
  FrameId frame = {};
  Load::Axes axes = Load::Axes::world;
};

/// Workspaces of one thread, each made when it is first needed.
std::shared_ptr<void> make_state_workspace(const Model& model);

enum class StateCall {
  inverse_dynamics,
  bias,
  gravity,
  forward_dynamics,
  mass_matrix,
  pose,
  jacobian,
  derivatives,
  weighted_hessian,
  second_derivatives,
  forward_derivatives,
  energy,
  torque_parts,
  center_of_mass,
};

/// The calls on a model's states, in the order of StateCall.
std::vector<RowCall> state_calls(const Model& model);

}  // namespace alembert::python
