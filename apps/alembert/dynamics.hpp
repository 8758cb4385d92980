// What the verbs id and fd share: everything but the solver in the middle.
#pragma once

#include <functional>
#include <string>

#include "state_report.hpp"

namespace alembert::cli {

/// The wanted quantity at a state. False if there is none: the mass matrix is singular.
using DynamicsSolver = std::function<bool(const State& at, Loads loads, Eigen::VectorXd& wanted)>;

struct DynamicsVerb {
  std::string given;   ///< "a" or "tau"
  std::string wanted;  ///< "tau" or "a"
  std::function<DynamicsSolver(const Model&)> solver;
};

struct DynamicsOptions {
  StateReportOptions report;
  std::string loads;
};

void add_dynamics_options(Command& command, DynamicsOptions& options, const DynamicsVerb& verb);

/// What the help says about trajectories and loads.
std::string dynamics_footer(const DynamicsVerb& verb, const std::string& examples);

/// Those of --loads.
std::vector<Load> loads_of(const DynamicsOptions& options, const Model& model);

Exit run_dynamics(const DynamicsOptions& options, const DynamicsVerb& verb);

}  // namespace alembert::cli
