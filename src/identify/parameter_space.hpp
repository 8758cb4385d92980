// The parameters of a model that logs may correct: all columns of its regressor, three
// more a coordinate for friction that differs by direction and for torques and positions that come
// late, the base parameters that torques depend on, and which of all these are free.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "alembert/base_parameters.hpp"
#include "alembert/identification.hpp"
#include "alembert/regressor.hpp"
#include "identify/matrices.hpp"
#include "kernel/workers.hpp"

namespace alembert::identifying {

/// What a parameter is, for priors and bounds.
enum class ParameterKind {
  inertial,
  rotor,
  viscous,
  coulomb,
  stiffness,
  offset,
  direction,
  delay,  ///< of a torque
  position_delay
};

/// What resists or holds, or turns in a drive.
inline bool must_be_positive(ParameterKind kind) {
  return kind == ParameterKind::rotor || kind == ParameterKind::viscous ||
         kind == ParameterKind::coulomb || kind == ParameterKind::stiffness;
}

class ParameterSpace {
 public:
  explicit ParameterSpace(const Model& model);

  const Model& model() const { return model_; }
  int dofs() const { return model_.dofs(); }
  int bodies() const { return base_->regressor().bodies(); }
  /// Of all parameters, and of those that torques depend on.
  int count() const { return static_cast<int>(columns_.size()); }
  int base_count() const { return static_cast<int>(map_.rows()); }

  const std::vector<RegressorColumn>& columns() const { return columns_; }
  ParameterKind kind(int column) const { return kinds_[column]; }
  /// The coordinate that a drive's column is of; -1 for inertias.
  int coordinate(int column) const { return coordinates_[column]; }
  /// The file's.
  const VectorXd& values() const { return values_; }
  /// base = map * all.
  const MatrixXd& map() const { return map_; }
  const std::vector<std::string>& base_names() const { return base_names_; }
  /// Units of base parameters: those of the leading column.
  const RegressorColumn& leading(int base) const;
  /// Base columns that coordinate j's torque can depend on.
  const std::vector<int>& seen(int j) const { return seen_[j]; }

  /// The base column of coordinate j's delay, whose entries only neighbours in time tell.
  int delay(int j) const { return base_count() - 2 * dofs() + j; }
  /// And of position k's, which all torques see if it is among those that are late.
  int position_delay(int k) const { return base_count() - dofs() + k; }
  const std::vector<int>& late_positions() const { return late_positions_; }
  void set_late_positions(std::vector<int> late);

  /// Rows of the base regressor at one instant, delays left zero; one object per thread.
  class Rows {
   public:
    explicit Rows(const ParameterSpace& space);
    /// dofs x base_count.
    const MatrixXd& operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a);

   private:
    const ParameterSpace& space_;
    Regressor regressor_;
    MatrixXd full_, kept_;
  };

 private:
  void describe();
  void find_seen();

  Model model_;
  std::unique_ptr<BaseParameters> base_;
  std::vector<RegressorColumn> columns_;
  std::vector<ParameterKind> kinds_;
  std::vector<int> coordinates_;
  VectorXd values_;
  MatrixXd map_;
  std::vector<std::string> base_names_;
  std::vector<std::vector<int>> seen_;
  std::vector<int> late_positions_;
};

/// Calls use(rows, item) for items 0 … items - 1, every worker with rows of its own.
void with_rows(const ParameterSpace& space, Workers& workers, int items,
               const std::function<void(ParameterSpace::Rows&, int)>& use);

/// Which parameters are fitted, as options ask.
std::vector<int> free_parameters(const ParameterSpace& space, const IdentifyOptions& options,
                                 bool delays = false);

}  // namespace alembert::identifying
