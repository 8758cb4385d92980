// A primal-dual interior-point method with a filter line search (Wächter and Biegler 2006) on
// programs whose structure is declared (docs/equations/interior-point.md).
//
//   InteriorPoint method(nlp);
//   NlpResult r = method.solve(from, NlpStart::cold, options);   // any number of times
#pragma once

#include "motion/interior_point/scaled_program.hpp"
#include "motion/interior_point/step_filter.hpp"

namespace alembert {

class InteriorPoint {
 public:
  /// The program must outlive it, and keep its patterns.
  explicit InteriorPoint(Nlp& nlp);

  NlpResult solve(const NlpPoint& from, NlpStart start, const NlpOptions& options);
  /// Still for this program, whose bounds or patterns may have changed.
  bool fits(const Nlp& nlp) const { return program_.fits(nlp); }

 private:
  using Vector = Eigen::VectorXd;
  using Status = NlpResult::Status;

  // Beginning (interior_point.cpp).
  bool begin(const NlpPoint& from, NlpStart start, EquationFactor equations);
  void choose_factor(EquationFactor equations);
  void estimate_multipliers();
  void reset_filter();
  void keep_best();
  NlpResult left(Status status, int iterations);

  // How far from an answer.
  void differentiate();
  double objective_scale() const { return program_.objective_scale(); }
  double error(double mu);
  bool solved(double tolerance);
  bool acceptable();
  void lower_barrier(double tolerance);
  void keep_good();
  bool at_good() const;

  // Newton steps (newton_step.cpp).
  bool factor_newton();
  const Vector& asked_of_step(const Vector& c);
  void newton_step(const Vector& missed);
  void refine_step(const Vector& c);
  void condense(bool with_hessian);
  bool factor(double shift);
  void condensed_solve(const Vector& rx, const Vector& rows, Vector& dx);
  void step_solve(const Vector& rx, const Vector& rows, const Vector& missed, Vector& dx);

  // Steps along them (line_search.cpp).
  struct Merit {
    double violation = 0.0, objective = 0.0;
  };
  bool try_point(double step);
  bool accepted(double step, const Merit& trial) const;
  /// A leap is not taken: it violates far more than the point it starts from.
  enum class StepEnd { taken, leap, none };
  StepEnd search_along_step(double shortest, bool may_leap);
  bool is_leap() const;
  bool correct_second_order();
  bool error_falls_along_step();
  double shortest_step() const;
  void take_step(double step);
  bool step_is_tiny() const;

  // Where no step is good: towards the constraints alone (feasibility.cpp).
  bool restore_feasibility(const NlpOptions& options, int& iteration);

  ScaledProgram program_;
  CondensedSystem& system_;
  const Barrier& barrier_;
  int n_, m_;
  StepFilter filter_;

  // The point: v is (x, s).
  Vector v_, y_, lower_z_, upper_z_;
  double mu_ = 0.1, f_ = 0.0, tolerance_ = 0.0, from_barrier_ = 0.0, to_barrier_ = 0.0;
  Vector g_, c_, gradient_, pulled_y_;             // pulled_y_: Jᵀ y
  bool any_equation_ = false, keeping_ = false;    // keeping_: equations are not condensed
  Vector is_limit_;                                // 1 of rows that are no equations
  double gradient_error_ = 0.0, violation_ = 0.0;  // set by error()
  bool interrupted_ = false, infeasible_ = false;

  Vector best_v_;  // that keeps its constraints
  double best_f_ = 0.0;
  bool any_best_ = false;

  /// The last acceptable point, with its multipliers.
  struct Good {
    Vector v, y, lower_z, upper_z;
    double f = 0.0;
  } good_;
  int since_good_ = -1;  // iterations; -1: there was none

  // The step.
  Vector dv_, dy_, lower_dz_, upper_dz_;
  double shift_ = 0.0, last_shift_ = 0.0, least_shift_ = 0.0;
  Vector curvature_, diagonal_, weights_, barrier_gradient_;

  // The search along it.
  Merit now_;
  double slope_ = 0.0, most_violation_ = 0.0, little_violation_ = 0.0, leap_violation_ = 0.0;
  double first_step_ = 1.0, share_to_bounds_ = 0.99;
  Vector trial_, trial_g_, trial_c_;
  double trial_f_ = 0.0;
  Merit trial_merit_;

  // Scratch: over unknowns, over rows, over both.
  Vector rx_, dx_, residual_x_, correction_x_;
  Vector rs_, rows_, row_work_, moved_rows_, refined_c_, corrected_c_, asked_c_, saved_dy_;
  Vector residual_, saved_dv_;
  Vector give_, kept_part_, kept_y_;  // of equations that are kept; kept_y_ over rows
};

}  // namespace alembert
