// The Newton step of the barrier problem: one Cholesky factor of the condensed matrix, refined
// against the system it stands for.
#include <algorithm>
#include <cmath>

#include "motion/interior_point/interior_point.hpp"

namespace alembert {
namespace {

/// An equation gives by this share of its multiplier in the condensed matrix; refinement takes that
/// back.
constexpr double softness = 1e-9;
constexpr int refinements = 2;
/// What is added to the diagonal where the matrix is not positive definite.
constexpr double first_shift = 1e-4, smallest_shift = 1e-20, largest_shift = 1e20;

}  // namespace

void InteriorPoint::set_weights(double shift) {
  diagonal_ = curvature_.head(n_).array() + shift;
  for (int i = 0; i < m_; ++i) {
    weights_[i] = program_.is_equation(i) ? 1.0 / softness : curvature_[n_ + i] + shift;
  }
}

bool InteriorPoint::factor_newton() {
  program_.differentiate_twice(v_, y_);
  barrier_.curvature(v_, lower_z_, upper_z_, curvature_);
  shift_ = least_shift_;
  set_weights(shift_);
  if (system_.factor(diagonal_, weights_)) return true;
  const bool first = last_shift_ == 0.0;
  shift_ =
      std::max(least_shift_, first ? first_shift : std::max(smallest_shift, last_shift_ / 3.0));
  while (shift_ < largest_shift) {
    set_weights(shift_);
    if (system_.factor(diagonal_, weights_)) {
      last_shift_ = shift_;
      return true;
    }
    shift_ *= first ? 100.0 : 8.0;
  }
  return false;
}

/// Rows: w (J dx + c) + rs = dy.  Unknowns: (H + D) dx + Jᵀ dy = -rx.
void InteriorPoint::condensed_solve(const Vector& rx, const Vector& rs, const Vector& c, Vector& dx,
                                    Vector& dy) {
  row_work_ = weights_.cwiseProduct(c) + rs;
  dx.setZero();
  system_.add_transposed_times(row_work_, dx);
  dx = -rx - dx;
  system_.solve(dx);
  system_.jacobian_times(dx, dy);
  dy = weights_.cwiseProduct(dy + c) + rs;
}

/// Towards g - s + c = 0, linearised; c is that of the point, or corrected for curvature.
void InteriorPoint::newton_step(const Vector& c) {
  barrier_gradient_ = gradient_;
  barrier_.add_gradient(v_, mu_, barrier_gradient_);
  rx_ = barrier_gradient_.head(n_);
  system_.add_transposed_times(y_, rx_);
  for (int i = 0; i < m_; ++i) {
    rs_[i] = program_.is_equation(i) ? 0.0 : barrier_gradient_[n_ + i] - y_[i];
  }
  condensed_solve(rx_, rs_, c, x_work_, dy_);
  dv_.head(n_) = x_work_;
  rs_.setZero();
  for (int k = 0; k < refinements; ++k) {
    residual_.head(n_) = rx_ + diagonal_.cwiseProduct(dv_.head(n_));
    x_work_ = dv_.head(n_);
    correction_x_ = residual_.head(n_);
    system_.add_hessian_times(x_work_, correction_x_);
    system_.add_transposed_times(dy_, correction_x_);
    residual_.head(n_) = correction_x_;
    system_.jacobian_times(x_work_, refined_c_);
    for (int i = 0; i < m_; ++i)
      refined_c_[i] = program_.is_equation(i) ? refined_c_[i] + c[i] : 0.0;
    x_work_ = residual_.head(n_);
    condensed_solve(x_work_, rs_, refined_c_, correction_x_, correction_y_);
    dv_.head(n_) += correction_x_;
    dy_ += correction_y_;
  }
  x_work_ = dv_.head(n_);
  system_.jacobian_times(x_work_, row_work_);
  for (int i = 0; i < m_; ++i) {
    dv_[n_ + i] = program_.is_equation(i) ? 0.0 : row_work_[i] + c[i];
  }
  barrier_.multiplier_steps(v_, dv_, lower_z_, upper_z_, mu_, lower_dz_, upper_dz_);
}

}  // namespace alembert
