// How far along a step: Wächter and Biegler's filter with second-order corrections. Constants are
// theirs.
#include <algorithm>
#include <cmath>
#include <limits>

#include "motion/interior_point/interior_point.hpp"

namespace alembert {
namespace {

constexpr double violation_margin = 1e-5, objective_margin = 1e-8;
constexpr double sufficient_decrease = 1e-8;
constexpr double violation_power = 1.1, slope_power = 2.3;
constexpr double shortest_share = 0.05;
/// Shorter ones change nothing but digits, however little is violated.
constexpr double shortest_of_all = 1e-10;
constexpr double least_share_to_bounds = 0.99;
constexpr double multiplier_range = 1e10;
constexpr int most_corrections = 4;
constexpr double correction_gain = 0.99;
constexpr double slack_share = 0.1;
constexpr double leap_growth = 10.0;
/// By which the error must fall along a step that is good for nothing else.
constexpr double error_gain = 0.5;
constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

/// Evaluates v + step dv. Slacks go where their constraints are rather than where these were
/// predicted to be, unless that brings them much nearer to their bounds: it violates less, and what
/// motions do where no limit holds them need not be found to the last digit.
bool InteriorPoint::try_point(double step) {
  trial_ = v_ + step * dv_;
  trial_f_ = program_.objective(trial_);
  if (!std::isfinite(trial_f_)) return false;
  program_.constraints(trial_, trial_g_);
  for (int i = 0; i < m_; ++i) {
    if (!program_.is_equation(i) && barrier_.allows(n_ + i, trial_, trial_g_[i], slack_share)) {
      trial_[n_ + i] = trial_g_[i];
    }
  }
  trial_c_ = trial_g_ - trial_.tail(m_);
  trial_merit_ = {trial_c_.lpNorm<1>(), trial_f_ + barrier_.value(trial_, mu_)};
  return std::isfinite(trial_merit_.violation) && std::isfinite(trial_merit_.objective);
}

bool InteriorPoint::accepted(double step, const Merit& trial) const {
  if (trial.violation > most_violation_ || !filter_.accepts(trial.violation, trial.objective)) {
    return false;
  }
  const double rounding = 10.0 * epsilon * std::abs(now_.objective);
  const bool for_objective = slope_ < 0.0 && step * std::pow(-slope_, slope_power) >
                                                 std::pow(now_.violation, violation_power);
  if (for_objective && now_.violation <= little_violation_) {
    return trial.objective - now_.objective <= sufficient_decrease * step * slope_ + rounding;
  }
  return trial.violation <= (1.0 - violation_margin) * now_.violation ||
         trial.objective - now_.objective <= -objective_margin * now_.violation + rounding;
}

double InteriorPoint::shortest_step() const {
  double least = violation_margin;
  if (slope_ < 0.0) {
    least = std::min(least, objective_margin * now_.violation / -slope_);
    if (now_.violation <= little_violation_) {
      least = std::min(least,
                       std::pow(now_.violation, violation_power) / std::pow(-slope_, slope_power));
    }
  }
  return std::max(shortest_of_all, shortest_share * least);
}

bool InteriorPoint::step_is_tiny() const {
  return (dv_.array().abs() / (1.0 + v_.array().abs())).maxCoeff() < 10.0 * epsilon;
}

/// From the trial point, which violates more than the one before, along steps that know of it.
bool InteriorPoint::correct_second_order() {
  saved_dv_ = dv_;
  saved_dy_ = dy_;
  Vector& c = corrected_c_;
  c = c_;
  double step = first_step_, before = now_.violation;
  for (int k = 0; k < most_corrections; ++k) {
    c = step * c + trial_c_;
    newton_step(c);
    step = barrier_.longest_step(v_, dv_, share_to_bounds_);
    if (!try_point(step)) break;
    if (accepted(step, trial_merit_)) {
      take_step(step);
      return true;
    }
    if (trial_merit_.violation > correction_gain * before) break;
    before = trial_merit_.violation;
  }
  dv_ = saved_dv_;
  dy_ = saved_dy_;
  return false;
}

bool InteriorPoint::is_leap() const {
  return trial_merit_.violation > std::max(leap_growth * now_.violation, leap_violation_);
}

InteriorPoint::StepEnd InteriorPoint::search_along_step(double shortest, bool may_leap) {
  now_ = {c_.lpNorm<1>(), f_ + barrier_.value(v_, mu_)};
  slope_ = barrier_gradient_.dot(dv_);
  share_to_bounds_ = std::max(least_share_to_bounds, 1.0 - mu_);
  first_step_ = barrier_.longest_step(v_, dv_, share_to_bounds_);
  if (step_is_tiny() && try_point(first_step_)) {
    take_step(first_step_);
    return StepEnd::taken;
  }
  const double least = std::max(shortest, shortest_step());
  for (double step = first_step_; step >= least; step *= 0.5) {
    if (!try_point(step)) continue;
    if (step == first_step_ && !may_leap && is_leap()) return StepEnd::leap;
    if (accepted(step, trial_merit_)) {
      take_step(step);
      return StepEnd::taken;
    }
    if (step == first_step_ && trial_merit_.violation >= now_.violation && correct_second_order()) {
      return StepEnd::taken;
    }
  }
  return StepEnd::none;
}

/// Equations that are met are not chased, so what rounding leaves of them may stay as it is along a
/// step, while the objective is as good as it gets: no filter accepts that. It is right to go on
/// all the same where the error of the first-order conditions falls.
bool InteriorPoint::error_falls_along_step() {
  const double before = error(mu_);
  const double f = f_;
  const Vector y = y_, lower_z = lower_z_, upper_z = upper_z_;
  if (!try_point(first_step_)) return false;
  take_step(first_step_);
  differentiate();
  if (error(mu_) <= error_gain * before) {
    reset_filter();
    return true;
  }
  v_.swap(trial_);
  g_.swap(trial_g_);
  c_.swap(trial_c_);
  f_ = f;
  y_ = y;
  lower_z_ = lower_z;
  upper_z_ = upper_z;
  differentiate();
  return false;
}

/// To the trial point, which was found acceptable.
void InteriorPoint::take_step(double step) {
  const bool for_objective =
      slope_ < 0.0 &&
      step * std::pow(-slope_, slope_power) > std::pow(now_.violation, violation_power) &&
      trial_merit_.objective - now_.objective <= sufficient_decrease * step * slope_;
  if (!for_objective) {
    filter_.add((1.0 - violation_margin) * now_.violation,
                now_.objective - objective_margin * now_.violation);
  }
  barrier_.multiplier_steps(v_, dv_, lower_z_, upper_z_, mu_, lower_dz_, upper_dz_);
  const double dual =
      barrier_.longest_multiplier_step(lower_z_, lower_dz_, upper_z_, upper_dz_, share_to_bounds_);
  v_.swap(trial_);
  g_.swap(trial_g_);
  c_.swap(trial_c_);
  f_ = trial_f_;
  y_ += step * dy_;
  lower_z_ += dual * lower_dz_;
  upper_z_ += dual * upper_dz_;
  barrier_.keep_near(v_, mu_, multiplier_range, lower_z_, upper_z_);
}

}  // namespace alembert
