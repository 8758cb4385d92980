// Where no part of a step is good: towards the constraints alone, whatever the objective.
//
//   minimise  |g(x) - s|² / 2 + barrier of (x, s)
//
// by Gauss and Newton's steps, damped as Levenberg and Marquardt did. Condensed, a constraint with
// the curvature S of its slack's barrier weighs S / (1 + S), an equation 1.
#include <algorithm>
#include <cmath>

#include "motion/interior_point/interior_point.hpp"

namespace alembert {
namespace {

constexpr int most_steps = 60, most_dampings = 12;
constexpr double enough = 0.9;  ///< of the violation it began with
/// A point is as good as it gets when so many steps in a row gain less than this share.
constexpr double little_gain = 1e-3;
constexpr int most_idle_steps = 4;
constexpr double no_violation = 1e-5;  ///< a smaller one is no proof that constraints contradict
constexpr double share_of_distance = 0.99;
constexpr double largest_multiplier = 1e3;

}  // namespace

bool InteriorPoint::restore_feasibility(const NlpOptions& options, int& iteration) {
  filter_.add(now_.violation, now_.objective);
  const double begun = now_.violation;
  double damping = 1e-4;
  int idle = 0;
  for (int k = 0; k < most_steps; ++k) {
    program_.differentiate(v_, gradient_);
    const double largest = c_.lpNorm<Eigen::Infinity>();
    const double mu = std::min(mu_, 0.1 * largest * largest);
    // Primal barrier: gradient in residual_, curvature.
    residual_.setZero();
    barrier_.add_gradient(v_, mu, residual_);
    curvature_.setZero();
    for (const int i : barrier_.below()) {
      curvature_[i] += mu / std::pow(v_[i] - barrier_.lower(i), 2);
    }
    for (const int i : barrier_.above()) {
      curvature_[i] += mu / std::pow(barrier_.upper(i) - v_[i], 2);
    }
    rx_ = residual_.head(n_);
    for (int i = 0; i < m_; ++i) {
      const bool equation = program_.is_equation(i);
      const double S = curvature_[n_ + i];
      weights_[i] = equation ? 1.0 : S / (1.0 + S);
      rs_[i] = equation ? 0.0 : residual_[n_ + i] / (1.0 + S);
    }
    const double before = 0.5 * c_.squaredNorm() + barrier_.value(v_, mu);
    bool moved = false;
    system_.condense(curvature_.head(n_), weights_, {.hessian = false});
    for (int d = 0; d < most_dampings && !moved; ++d) {
      system_.shift(damping);
      if (system_.factor()) {
        rows_ = weights_.cwiseProduct(c_) + rs_;
        condensed_solve(rx_, rows_, dx_);
        dv_.head(n_) = dx_;
        for (int i = 0; i < m_; ++i) {
          const double S = curvature_[n_ + i];
          dv_[n_ + i] = program_.is_equation(i)
                            ? 0.0
                            : (c_[i] + row_work_[i] - residual_[n_ + i]) / (1.0 + S);
        }
        const double step = barrier_.longest_step(v_, dv_, share_of_distance);
        moved =
            try_point(step) && 0.5 * trial_c_.squaredNorm() + barrier_.value(trial_, mu) < before;
      }
      damping = moved ? std::max(1e-10, damping / 5.0) : damping * 10.0;
    }
    const double after = 0.5 * trial_c_.squaredNorm() + barrier_.value(trial_, mu);
    idle = !moved || before - after < little_gain * std::abs(before) ? idle + 1 : 0;
    if (!moved || idle > most_idle_steps) {
      infeasible_ = largest > no_violation;
      return false;
    }
    v_.swap(trial_);
    g_.swap(trial_g_);
    c_.swap(trial_c_);
    f_ = trial_f_;
    ++iteration;
    interrupted_ = options.on_iteration && !options.on_iteration({iteration, f_ / objective_scale(),
                                                                  c_.lpNorm<Eigen::Infinity>()});
    if (interrupted_ || iteration >= options.max_iterations) return false;
    if (trial_merit_.violation <= enough * begun &&
        filter_.accepts(trial_merit_.violation, trial_merit_.objective)) {
      program_.differentiate(v_, gradient_);
      barrier_.centre(v_, mu_, lower_z_, upper_z_);
      lower_z_ = lower_z_.cwiseMin(largest_multiplier);
      upper_z_ = upper_z_.cwiseMin(largest_multiplier);
      estimate_multipliers();
      return true;
    }
  }
  return false;
}

}  // namespace alembert
