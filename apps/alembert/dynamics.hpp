// What the verbs id and fd share: everything but the solver in the middle.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "command.hpp"
#include "numbers.hpp"
#include "robot_options.hpp"
#include "sample_options.hpp"

namespace alembert::cli {

/// q, v and the given quantity in, the wanted one out.
class DynamicsSolver {
 public:
  virtual ~DynamicsSolver() = default;
  virtual void set_base_motion(const BaseMotion& motion) = 0;
  /// False if there is no answer at q: the mass matrix is singular.
  [[nodiscard]] virtual bool solve(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                   const Eigen::VectorXd& given, Loads loads,
                                   Eigen::VectorXd& wanted) = 0;
};

struct DynamicsVerb {
  std::string given;   ///< "a" or "tau"
  std::string wanted;  ///< "tau" or "a"
  std::function<std::unique_ptr<DynamicsSolver>(const Model&)> solver;
};

struct DynamicsOptions {
  RobotOptions robot;
  SampleOptions samples;
  std::string trajectory, loads, output;
  bool json = false;
};

void add_dynamics_options(Command& command, DynamicsOptions& options, const DynamicsVerb& verb);

/// What the help says about trajectories and loads.
std::string dynamics_footer(const DynamicsVerb& verb, const std::string& examples);

/// {"tau": "N m (…)"}
Json dynamics_units(const std::string& wanted);

Exit run_dynamics(const DynamicsOptions& options, const DynamicsVerb& verb);

/// One solve; throws Error if there is no answer or none that is finite.
void solve_or_throw(DynamicsSolver& solver, const Model& model, const std::string& robot_file,
                    const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                    const Eigen::VectorXd& given, Loads loads, Eigen::VectorXd& wanted);

}  // namespace alembert::cli
