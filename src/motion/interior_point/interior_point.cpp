#include "motion/interior_point/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace alembert {
namespace {

/// Where the barrier begins, how far inside its bounds, and with which multipliers of bounds; those
/// that are 0 are found from the point.
struct Beginning {
  double barrier, push, multiplier;
};
Beginning beginning(NlpStart start) {
  static constexpr Beginning in_order[] = {
      {0.1, 1e-2, 1.0},    // cold_slow
      {1e-2, 1e-2, 0.03},  // cold
      {0.0, 1e-4, 0.0},    // centred: the barrier is told
      {1e-6, 1e-4, 0.0},   // near
      {1e-8, 1e-4, 0.0},   // warm
      {1e-4, 1e-4, 0.0},   // warm_slow
      {1e-6, 1e-9, 0.0},   // warm_exact
  };
  static_assert(std::size(in_order) == static_cast<std::size_t>(NlpStart::warm_exact) + 1);
  return in_order[static_cast<int>(start)];
}
constexpr double least_warm_multiplier = 1e-4;
/// How far from their centre, as a factor, multipliers of bounds may begin.
constexpr double off_centre = 10.0;
/// It falls by the smaller of the two once the error is below so many of it.
constexpr double barrier_factor = 0.1, barrier_power = 1.4, barrier_error = 40.0;
constexpr double largest_estimate = 1e3;  ///< of multipliers: beyond it they say nothing
/// Unscaled, as Ipopt has them.
constexpr double violation_tolerance = 1e-6, complementarity_tolerance = 1e-6;
constexpr double gradient_tolerance = 1.0;
constexpr double acceptable_error = 1e-6, acceptable_violation = 1e-2;
constexpr int acceptable_iterations = 15;
/// From an acceptable point shorter steps lead nowhere: multipliers without end, as where a state
/// at its limit is the start, make them.
constexpr double least_step_on = 1e-3;
constexpr int most_restorations = 10, most_shifts = 6;
/// So many iterations after an acceptable point, at the same objective to these digits: multipliers
/// were as exact there as rounding lets them be, and will not be so again.
constexpr int most_since_good = 5;
constexpr double same_objective = 1e-9;
/// Steps that violate this share of what the first point does are leaps: where constraints are far
/// from linear (a person's arms about her trunk) there is often no way back from where they lead.
/// They are taken again with the matrix shifted more, a few times.
constexpr double leap_share = 0.3;
constexpr int most_leaps = 4;

}  // namespace

InteriorPoint::InteriorPoint(Nlp& nlp)
    : program_(nlp),
      system_(program_.system()),
      barrier_(program_.barrier()),
      n_(program_.unknowns()),
      m_(program_.rows()) {
  for (Vector* v : {&v_, &lower_z_, &upper_z_, &gradient_, &dv_, &lower_dz_, &upper_dz_,
                    &curvature_, &barrier_gradient_, &trial_, &residual_, &saved_dv_, &best_v_}) {
    v->setZero(n_ + m_);
  }
  for (Vector* v : {&y_, &g_, &c_, &dy_, &weights_, &trial_g_, &trial_c_, &rs_, &rows_, &row_work_,
                    &moved_rows_, &refined_c_, &corrected_c_, &asked_c_, &saved_dy_}) {
    v->setZero(m_);
  }
  for (Vector* v : {&diagonal_, &rx_, &dx_, &residual_x_, &correction_x_, &pulled_y_}) {
    v->setZero(n_);
  }
}

/// Condensed unless told otherwise: it takes as many iterations, and less time in each.
void InteriorPoint::choose_factor(EquationFactor equations) {
  int count = 0;
  is_limit_.setOnes(m_);
  for (int i = 0; i < m_; ++i) {
    if (!program_.is_equation(i)) continue;
    is_limit_[i] = 0.0;
    ++count;
  }
  any_equation_ = count > 0;
  keeping_ = any_equation_ && equations == EquationFactor::kept;
  if (!keeping_) return;
  system_.keep(program_.equations());
  give_.resize(count);
  kept_part_.resize(n_ + count);
  kept_y_.setZero(m_);
}

bool InteriorPoint::begin(const NlpPoint& from, NlpStart start, EquationFactor equations) {
  if (!program_.begin(from.x)) return false;
  choose_factor(equations);
  const bool guessed = start == NlpStart::cold || start == NlpStart::cold_slow;
  const double push = beginning(start).push;
  mu_ = start == NlpStart::centred ? from_barrier_ : beginning(start).barrier;
  last_shift_ = least_shift_ = 0.0;
  any_best_ = false;
  since_good_ = -1;
  interrupted_ = infeasible_ = false;
  program_.enter(from.x, v_);
  v_.tail(m_).setZero();
  barrier_.push_inside(push, v_);
  program_.constraints(v_, g_);
  for (int i = 0; i < m_; ++i) {
    v_[n_ + i] = program_.is_equation(i) ? program_.equation_value(i) : g_[i];
  }
  barrier_.push_inside(push, v_);
  c_ = g_ - v_.tail(m_);
  f_ = program_.objective(v_);
  if (!std::isfinite(f_) || !c_.allFinite()) return false;
  program_.differentiate(v_, gradient_);
  lower_z_.setZero();
  upper_z_.setZero();
  if (start == NlpStart::centred) {
    program_.enter_multipliers(from, y_, lower_z_, upper_z_);
    barrier_.keep_near(v_, mu_, off_centre, lower_z_, upper_z_);
  } else if (start == NlpStart::warm || start == NlpStart::warm_slow ||
             start == NlpStart::warm_exact) {
    program_.enter_multipliers(from, y_, lower_z_, upper_z_);
    const auto least = [&](double distance) {
      return start == NlpStart::warm_exact ? mu_ / distance : least_warm_multiplier;
    };
    for (const int i : barrier_.below()) {
      lower_z_[i] = std::max(lower_z_[i], least(v_[i] - barrier_.lower(i)));
    }
    for (const int i : barrier_.above()) {
      upper_z_[i] = std::max(upper_z_[i], least(barrier_.upper(i) - v_[i]));
    }
  } else {
    barrier_.centre(v_, mu_, lower_z_, upper_z_);
    if (guessed) {
      for (const int i : barrier_.below()) lower_z_[i] = beginning(start).multiplier;
      for (const int i : barrier_.above()) upper_z_[i] = beginning(start).multiplier;
    }
    estimate_multipliers();
  }
  pulled_y_.setZero();
  system_.add_transposed_times(y_, pulled_y_);
  reset_filter();
  return true;
}

/// Least squares of the gradient of the Lagrangian.
void InteriorPoint::estimate_multipliers() {
  curvature_.setOnes();
  condense(false);
  residual_ = gradient_ - lower_z_ + upper_z_;
  rx_ = residual_.head(n_);
  for (int i = 0; i < m_; ++i) rs_[i] = program_.is_equation(i) ? 0.0 : residual_[n_ + i];
  y_.setZero();
  if (!factor(0.0)) return;
  refined_c_.setZero();
  step_solve(rx_, rs_, refined_c_, dx_);
  y_ = weights_.cwiseProduct(row_work_) + rs_;
  if (keeping_) y_ += kept_y_;
  if (!(y_.size() == 0 || y_.lpNorm<Eigen::Infinity>() <= largest_estimate)) y_.setZero();
}

void InteriorPoint::reset_filter() {
  filter_.clear();
  const double violation = std::max(1.0, c_.lpNorm<1>());
  if (most_violation_ == 0.0) {
    most_violation_ = 1e4 * violation;
    little_violation_ = 1e-4 * violation;
    leap_violation_ = leap_share * violation;
  }
}

void InteriorPoint::differentiate() {
  program_.differentiate(v_, gradient_);
  pulled_y_.setZero();
  system_.add_transposed_times(y_, pulled_y_);
}

/// Scaled error of the barrier problem's first-order conditions.
double InteriorPoint::error(double mu) {
  residual_ = gradient_ - lower_z_ + upper_z_;
  rx_ = residual_.head(n_) + pulled_y_;
  gradient_error_ = n_ == 0 ? 0.0 : rx_.lpNorm<Eigen::Infinity>();
  if (m_ > 0) {
    const auto of_slacks = is_limit_.cwiseProduct(residual_.tail(m_) - y_);
    gradient_error_ = std::max(gradient_error_, of_slacks.lpNorm<Eigen::Infinity>());
  }
  if (!residual_.allFinite()) gradient_error_ = std::numeric_limits<double>::infinity();
  const double bounds = static_cast<double>(barrier_.below().size() + barrier_.above().size());
  const double z = lower_z_.lpNorm<1>() + upper_z_.lpNorm<1>();
  const double dual_scale =
      std::max(100.0, (y_.lpNorm<1>() + z) / std::max(1.0, m_ + bounds)) / 100.0;
  const double z_scale = std::max(100.0, z / std::max(1.0, bounds)) / 100.0;
  violation_ = m_ == 0 ? 0.0 : c_.lpNorm<Eigen::Infinity>();
  const double products = barrier_.complementarity(v_, lower_z_, upper_z_, mu);
  return std::max({gradient_error_ / dual_scale, violation_, products / z_scale});
}

bool InteriorPoint::solved(double tolerance) {
  return error(0.0) <= tolerance && gradient_error_ <= gradient_tolerance * objective_scale() &&
         program_.unscaled(c_) <= std::max(violation_tolerance, tolerance) &&
         barrier_.complementarity(v_, lower_z_, upper_z_, 0.0) <=
             std::max(complementarity_tolerance, tolerance) * objective_scale();
}

bool InteriorPoint::acceptable() {
  return error(0.0) <= acceptable_error && program_.unscaled(c_) <= acceptable_violation;
}

void InteriorPoint::keep_good() {
  std::tie(good_.v, good_.y, good_.lower_z, good_.upper_z, good_.f) =
      std::tie(v_, y_, lower_z_, upper_z_, f_);
  since_good_ = 0;
}

bool InteriorPoint::at_good() const {
  return std::abs(f_ - good_.f) <= same_objective * std::max(1.0, std::abs(good_.f));
}

/// As far as the point is good enough for; the filter is of one barrier only.
void InteriorPoint::lower_barrier(double tolerance) {
  const double least = std::max(0.1 * tolerance, to_barrier_);
  while (mu_ > least && error(mu_) <= barrier_error * mu_) {
    mu_ = std::max(least, std::min(barrier_factor * mu_, std::pow(mu_, barrier_power)));
    reset_filter();
  }
}

/// For those who stop early.
void InteriorPoint::keep_best() {
  if (program_.unscaled(c_) > violation_tolerance || (any_best_ && f_ >= best_f_)) return;
  best_v_ = v_;
  best_f_ = f_;
  any_best_ = true;
}

NlpResult InteriorPoint::left(Status status, int iterations) {
  const bool stopped = status == Status::interrupted || status == Status::iteration_limit;
  if (stopped && any_best_) {
    v_ = best_v_;
    f_ = best_f_;
  }
  NlpResult result;
  result.status = status;
  result.point = program_.leave(v_, y_, lower_z_, upper_z_);
  result.feasible =
      status == Status::solved || status == Status::acceptable || (stopped && any_best_);
  result.objective = f_ / objective_scale();
  result.iterations = iterations;
  result.method = SolverMethod::structured;
  return result;
}

NlpResult InteriorPoint::solve(const NlpPoint& from, NlpStart start, const NlpOptions& options) {
  most_violation_ = 0.0;
  tolerance_ = options.tolerance;
  from_barrier_ = options.from_barrier;
  to_barrier_ = options.to_barrier;
  if (!begin(from, start, options.equations)) {
    NlpResult none;
    none.point = from;
    none.method = SolverMethod::structured;
    return none;
  }
  int good_enough = 0, restorations = 0, shifts = 0, leaps = 0;
  const auto shift_more = [this] { least_shift_ = std::max(1e-4, 10.0 * shift_); };
  for (int iteration = 0;; ++iteration) {
    const bool done = to_barrier_ > 0.0 ? mu_ <= to_barrier_ && error(mu_) <= barrier_error * mu_
                                        : solved(options.tolerance);
    keep_best();
    const bool go_on = !options.on_iteration ||
                       options.on_iteration({iteration, f_ / objective_scale(), violation_});
    if (done) return left(Status::solved, iteration);
    good_enough = acceptable() ? good_enough + 1 : 0;
    if (good_enough > 0) {
      keep_good();
    } else if (since_good_ >= 0 && ++since_good_ >= most_since_good && at_good()) {
      std::tie(v_, y_, lower_z_, upper_z_, f_) =
          std::tie(good_.v, good_.y, good_.lower_z, good_.upper_z, good_.f);
      return left(Status::acceptable, iteration);
    }
    if (good_enough >= acceptable_iterations) return left(Status::acceptable, iteration);
    if (!go_on) return left(Status::interrupted, iteration);
    if (iteration >= options.max_iterations) return left(Status::iteration_limit, iteration);

    lower_barrier(options.tolerance);
    if (!factor_newton()) return left(Status::failed, iteration);
    newton_step(c_);
    const StepEnd end = search_along_step(good_enough > 0 ? least_step_on : 0.0,
                                          !options.bound_leaps || leaps >= most_leaps);
    if (end == StepEnd::taken) {
      least_shift_ = 0.0;
      shifts = leaps = 0;
    } else if (end == StepEnd::leap) {
      ++leaps;
      shift_more();
      continue;
    } else if (options.follow_error && violation_ < options.tolerance && error_falls_along_step()) {
      least_shift_ = 0.0;
      shifts = leaps = 0;
      continue;
    } else if (good_enough > 0) {
      return left(Status::acceptable, iteration);
    } else if (violation_ < options.tolerance) {
      // Nothing to restore: the step was a bad one, and a shorter one may not be.
      if (++shifts > most_shifts) return left(Status::failed, iteration);
      shift_more();
      continue;
    } else {
      if (++restorations > most_restorations) return left(Status::failed, iteration);
      if (!restore_feasibility(options, iteration)) {
        return left(interrupted_  ? Status::interrupted
                    : infeasible_ ? Status::infeasible
                                  : Status::failed,
                    iteration);
      }
    }
    differentiate();
  }
}

}  // namespace alembert
