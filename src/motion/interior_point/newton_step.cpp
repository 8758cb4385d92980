// The Newton step of the barrier problem: one factor of the matrix with its constraints condensed,
// or with its equations kept, refined against the system it stands for.
#include <algorithm>
#include <cmath>

#include "motion/interior_point/interior_point.hpp"

namespace alembert {
namespace {

/// An equation gives by this share of its multiplier, more where its row is long, since the squares
/// of long rows, condensed, would drown all else in rounding. Refinement takes that back.
constexpr double softness = 1e-9;
constexpr int refinements = 2;
/// Of an unscaled equation: half of what a solved program may violate.
constexpr double well_met = 5e-7;
/// What is added to the diagonal where the matrix is not positive definite. Little more than
/// needed: a motion that slides along a valley goes as far in a step as that lets it.
constexpr double first_shift = 1e-4, smallest_shift = 1e-20, largest_shift = 1e20;
constexpr double first_growth = 100.0, growth = 3.0, decay = 3.0;

}  // namespace

void InteriorPoint::condense(bool with_hessian) {
  diagonal_ = curvature_.head(n_);
  if (any_equation_) system_.squared_norms(row_work_);
  const auto give = [&](int i) { return softness * std::sqrt(std::max(1.0, row_work_[i])); };
  for (int i = 0; i < m_; ++i) {
    weights_[i] = !program_.is_equation(i) ? curvature_[n_ + i] : keeping_ ? 0.0 : 1.0 / give(i);
  }
  for (int k = 0; keeping_ && k < system_.kept(); ++k) give_[k] = give(system_.kept_rows()[k]);
  system_.condense(diagonal_, weights_, {.hessian = with_hessian, .kept_rows = !keeping_});
}

/// A shift bends unknowns and slacks alike.
bool InteriorPoint::factor(double shift) {
  if (shift > 0.0) system_.shift(shift, is_limit_);
  if (!(keeping_ ? system_.factor_kept(give_) : system_.factor())) return false;
  if (shift > 0.0) {
    diagonal_.array() += shift;
    weights_ += shift * is_limit_;
  }
  return true;
}

bool InteriorPoint::factor_newton() {
  program_.differentiate_twice(v_, y_);
  barrier_.curvature(v_, lower_z_, upper_z_, curvature_);
  condense(true);
  shift_ = least_shift_;
  if (factor(shift_)) return true;
  const bool first = last_shift_ == 0.0;
  shift_ =
      std::max(least_shift_, first ? first_shift : std::max(smallest_shift, last_shift_ / decay));
  for (; shift_ < largest_shift; shift_ *= first ? first_growth : growth) {
    if (!factor(shift_)) continue;
    last_shift_ = shift_;
    return true;
  }
  return false;
}

/// The unknowns' part of  (H + D) dx + Jᵀ dy = -rx,  w (J dx + c) + rs = dy;  `rows` is
/// w c + rs. Leaves J dx in row_work_.
void InteriorPoint::condensed_solve(const Vector& rx, const Vector& rows, Vector& dx) {
  dx.setZero();
  system_.add_transposed_times(rows, dx);
  dx = -rx - dx;
  system_.solve(dx);
  system_.jacobian_times(dx, row_work_);
}

/// The same where equations may be kept: those miss by `missed`, have no weight and leave their
/// multipliers in kept_y_.
void InteriorPoint::step_solve(const Vector& rx, const Vector& rows, const Vector& missed,
                               Vector& dx) {
  if (!keeping_) return condensed_solve(rx, rows, dx);
  dx.setZero();
  system_.add_transposed_times(rows, dx);
  kept_part_.head(n_) = -rx - dx;
  for (int k = 0; k < system_.kept(); ++k) kept_part_[n_ + k] = -missed[system_.kept_rows()[k]];
  system_.solve_kept(kept_part_);
  dx = kept_part_.head(n_);
  for (int k = 0; k < system_.kept(); ++k) kept_y_[system_.kept_rows()[k]] = kept_part_[n_ + k];
  system_.jacobian_times(dx, row_work_);
}

/// Equations that are met, as scaled and as the program has them, are asked to stay so only: nearly
/// dependent ones would have the step go far for the last digit of their difference.
const Eigen::VectorXd& InteriorPoint::asked_of_step(const Vector& c) {
  asked_c_ = c;
  double most = 0.0, most_unscaled = 0.0;
  for (int i = 0; i < m_; ++i) {
    if (!program_.is_equation(i)) continue;
    most = std::max(most, std::abs(c[i]));
    most_unscaled = std::max(most_unscaled, std::abs(c[i]) / program_.row_scale(i));
  }
  const bool met = most <= tolerance_ && most_unscaled <= std::max(well_met, 0.5 * tolerance_);
  for (int i = 0; met && i < m_; ++i) {
    if (program_.is_equation(i)) asked_c_[i] = 0.0;
  }
  return asked_c_;
}

/// Towards g - s + c = 0, linearised; `missed` is c of the point, or corrected for curvature.
void InteriorPoint::newton_step(const Vector& missed) {
  const Vector& c = asked_of_step(missed);
  barrier_gradient_ = gradient_;
  barrier_.add_gradient(v_, mu_, barrier_gradient_);
  rx_ = barrier_gradient_.head(n_) + pulled_y_;
  for (int i = 0; i < m_; ++i) {
    rs_[i] = program_.is_equation(i) ? 0.0 : barrier_gradient_[n_ + i] - y_[i];
  }
  rows_ = weights_.cwiseProduct(c) + rs_;
  step_solve(rx_, rows_, c, dx_);
  moved_rows_ = row_work_;
  dy_ = weights_.cwiseProduct(moved_rows_ + c) + rs_;
  if (keeping_) dy_ += kept_y_;
  for (int k = 0; any_equation_ && k < refinements; ++k) refine_step(c);
  dv_.head(n_) = dx_;
  for (int i = 0; i < m_; ++i) dv_[n_ + i] = program_.is_equation(i) ? 0.0 : moved_rows_[i] + c[i];
}

/// Equations that still miss are asked again, with what the step lacks in the unknowns' rows; the
/// two products by Jᵀ are one.
void InteriorPoint::refine_step(const Vector& c) {
  residual_x_ = rx_ + diagonal_.cwiseProduct(dx_);
  system_.add_hessian_times(dx_, residual_x_);
  for (int i = 0; i < m_; ++i) {
    refined_c_[i] = program_.is_equation(i) ? moved_rows_[i] + c[i] : 0.0;
  }
  rows_ = dy_ + weights_.cwiseProduct(refined_c_);
  step_solve(residual_x_, rows_, refined_c_, correction_x_);
  dx_ += correction_x_;
  moved_rows_ += row_work_;
  dy_ += weights_.cwiseProduct(row_work_ + refined_c_);
  if (keeping_) dy_ += kept_y_;
}

}  // namespace alembert
