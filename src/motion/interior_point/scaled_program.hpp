// A program as the interior-point method sees it: without its fixed unknowns, in the order of the
// condensed matrix, objective and constraints scaled so that no gradient at the start is large, and
// every constraint with a slack:
//
//   minimise f(x)  with  g(x) - s = 0,  lower <= (x, s) <= upper
//
// The slack of an equation is its right-hand side and stays there.
#pragma once

#include "motion/interior_point/barrier.hpp"
#include "motion/interior_point/condensed_system.hpp"
#include "motion/nlp_solver.hpp"

namespace alembert {

class ScaledProgram {
 public:
  using Vector = Eigen::VectorXd;

  explicit ScaledProgram(Nlp& nlp);

  int unknowns() const { return order_.size(); }
  int rows() const { return static_cast<int>(is_equation_.size()); }
  bool is_equation(int row) const { return is_equation_[row]; }
  const std::vector<char>& equations() const { return is_equation_; }
  double row_scale(int row) const { return row_scale_[row]; }
  double equation_value(int row) const { return equation_values_[row]; }
  /// Still that of the program, whose bounds and nodes may have changed.
  bool fits(const Nlp& nlp) const;

  /// Reads the program's bounds anew and scales by its derivatives at x; false where those are not
  /// finite.
  bool begin(const Vector& x);

  /// The unknowns of a full point; slacks stay.
  void enter(const Vector& x, Vector& v);
  /// Scaled; v is (x, s).
  double objective(const Vector& v);
  void constraints(const Vector& v, Vector& g);
  /// Gradient over v, zero for slacks; sets the system's Jacobian.
  void differentiate(const Vector& v, Vector& gradient);
  void differentiate_twice(const Vector& v, const Vector& y);

  const Barrier& barrier() const { return barrier_; }
  CondensedSystem& system() { return system_; }
  double objective_scale() const { return objective_scale_; }

  /// As the program's own: unscaled, all unknowns.
  NlpPoint leave(const Vector& v, const Vector& y, const Vector& lower_z,
                 const Vector& upper_z) const;
  /// Multipliers of a full point, scaled.
  void enter_multipliers(const NlpPoint& point, Vector& y, Vector& lower_z, Vector& upper_z) const;
  /// Largest violation of an unscaled constraint, where g - s is `c`.
  double unscaled(const Vector& c) const {
    return rows() == 0 ? 0.0 : c.cwiseQuotient(row_scale_).cwiseAbs().maxCoeff();
  }

 private:
  const Vector& full(const Vector& v);

  Nlp& nlp_;
  UnknownOrder order_;
  CondensedSystem system_;
  Barrier barrier_;
  std::vector<char> is_equation_;
  Vector equation_values_;
  double objective_scale_ = 1.0;
  Vector row_scale_, x_, gradient_, y_;
  Vector differentiated_at_;  // gradient_ and jacobian_entries_ are of this x
  Vector jacobian_entries_, hessian_entries_;
};

}  // namespace alembert
