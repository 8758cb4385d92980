// Base parameters: the fewest combinations of inertial parameters that torques depend on, which is
// all that measuring torques can ever tell.
//
//   BaseParameters base(model);
//   base.names()[0];                 // "upper.Izz + 0.25 fore.m"
//   base(q, v, a, Y);                // the regressor of full rank: tau = Y * base.parameters()
#pragma once

#include <string>
#include <vector>

#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/regressor.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

struct BaseParameterOptions {
  RegressorOptions regressor = {};  ///< bodies, drives and springs that have columns
  /// A column is kept if, at random states, more than this lies outside of those kept before it, as
  /// a fraction of the largest column of its unit.
  double tolerance = 1e-9;
  unsigned seed = 1;  ///< of the random states
};

/// Found from the rank of regressors stacked at random states. Columns are looked at from the base
/// to the tips, in each body m, mz and Iyy last, and kept if they say something new: the grouping
/// that Gautier and Khalil (1990) give by rules. What is kept are columns of the full regressor.
/// Owns its workspace: one per thread.
class BaseParameters {
 public:
  explicit BaseParameters(const Model& model, const BaseParameterOptions& options = {});

  int count() const;                   ///< of base parameters: the rank of the regressor
  const Regressor& regressor() const;  ///< the full one, with all columns
  /// The columns of the full regressor that are kept, ascending.
  const std::vector<int>& columns() const;
  /// The columns that no torque ever depends on.
  const std::vector<int>& idle() const;
  /// base = map() * parameters: count() x all columns, the identity on columns().
  const Eigen::MatrixXd& map() const;
  /// Moving the parameters along these columns changes no torque.
  Eigen::MatrixXd null_space() const;
  /// Each base parameter as the sum it is: "j2.Ia + upper.Izz - 0.4318 fore.mx".
  const std::vector<std::string>& names() const;
  /// Their values in the model.
  Eigen::VectorXd parameters() const;

  /// The least that a kept column had of its own, and the most of a dropped one, as fractions.
  double least_kept() const;
  double most_dropped() const;  ///< see above: well below least_kept() where the choice is clear
  /// Would a tolerance a thousand times larger or smaller have kept the same columns? If not, some
  /// axes are nearly, but not quite, parallel.
  bool clear() const;

  /// Y is dofs() x count(); no allocation.
  void operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, MatOut<double> Y);

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
