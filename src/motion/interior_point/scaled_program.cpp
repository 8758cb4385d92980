#include "motion/interior_point/scaled_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {
ScaledProgram::ScaledProgram(Nlp& nlp)
    : nlp_(nlp),
      order_(nlp),
      system_(nlp, order_),
      is_equation_(nlp.constraint_count()),
      equation_values_(nlp.constraint_count()),
      row_scale_(nlp.constraint_count()),
      x_(nlp.variable_count()),
      gradient_(nlp.variable_count()),
      y_(nlp.constraint_count()),
      differentiated_at_(nlp.variable_count()),
      jacobian_entries_(nlp.jacobian_pattern().size()),
      hessian_entries_(nlp.hessian_pattern().size()) {}

bool ScaledProgram::fits(const Nlp& nlp) const {
  if (nlp.variable_count() != x_.size() || nlp.constraint_count() != rows() ||
      nlp.jacobian_pattern().size() != jacobian_entries_.size() ||
      nlp.hessian_pattern().size() != hessian_entries_.size()) {
    return false;
  }
  const NlpBounds& bounds = nlp.bounds();
  for (int i = 0; i < nlp.variable_count(); ++i) {
    const bool fixed = bounds.x_lower[i] == bounds.x_upper[i];
    if (fixed != (order_.positions[i] < 0)) return false;
  }
  return true;
}

bool ScaledProgram::begin(const Vector& x) {
  const NlpBounds& bounds = nlp_.bounds();
  for (int i = 0; i < nlp_.variable_count(); ++i) {
    x_[i] = order_.positions[i] < 0 ? bounds.x_lower[i] : x[i];
  }
  nlp_.gradient(x_, gradient_);
  nlp_.jacobian(x_, jacobian_entries_);
  differentiated_at_ = x_;
  if (!gradient_.allFinite() || !jacobian_entries_.allFinite()) return false;
  const auto scale = [](double largest) {
    constexpr double largest_gradient = 100.0, least_scale = 1e-8;
    return largest > largest_gradient ? std::max(least_scale, largest_gradient / largest) : 1.0;
  };
  double largest = 0.0;
  for (const int i : order_.unknowns) largest = std::max(largest, std::abs(gradient_[i]));
  objective_scale_ = scale(largest);
  const Triplets& pattern = nlp_.jacobian_pattern();
  row_scale_.setZero();
  for (int k = 0; k < pattern.size(); ++k) {
    if (order_.positions[pattern.columns[k]] < 0) continue;
    double& most = row_scale_[pattern.rows[k]];
    most = std::max(most, std::abs(jacobian_entries_[k]));
  }
  for (double& most : row_scale_) most = scale(most);

  constexpr double infinite = std::numeric_limits<double>::infinity();
  Vector lower(unknowns() + rows()), upper(unknowns() + rows());
  lower.head(unknowns()) = bounds.x_lower(order_.unknowns);
  upper.head(unknowns()) = bounds.x_upper(order_.unknowns);
  for (int i = 0; i < rows(); ++i) {
    is_equation_[i] = bounds.g_lower[i] == bounds.g_upper[i];
    equation_values_[i] = is_equation_[i] ? row_scale_[i] * bounds.g_lower[i] : 0.0;
    lower[unknowns() + i] = is_equation_[i] ? -infinite : row_scale_[i] * bounds.g_lower[i];
    upper[unknowns() + i] = is_equation_[i] ? infinite : row_scale_[i] * bounds.g_upper[i];
  }
  barrier_.set_bounds(lower, upper);
  return true;
}

const Eigen::VectorXd& ScaledProgram::full(const Vector& v) {
  for (int p = 0; p < unknowns(); ++p) x_[order_.unknowns[p]] = v[p];
  return x_;
}

void ScaledProgram::enter(const Vector& x, Vector& v) { v.head(unknowns()) = x(order_.unknowns); }

double ScaledProgram::objective(const Vector& v) {
  return objective_scale_ * nlp_.objective(full(v));
}

void ScaledProgram::constraints(const Vector& v, Vector& g) {
  nlp_.constraints(full(v), g);
  g.array() *= row_scale_.array();
}

void ScaledProgram::differentiate(const Vector& v, Vector& gradient) {
  if (full(v) != differentiated_at_) {
    nlp_.gradient(x_, gradient_);
    nlp_.jacobian(x_, jacobian_entries_);
    differentiated_at_ = x_;
  }
  gradient.setZero();
  for (int p = 0; p < unknowns(); ++p) {
    gradient[p] = objective_scale_ * gradient_[order_.unknowns[p]];
  }
  system_.set_jacobian(jacobian_entries_, row_scale_);
}

void ScaledProgram::differentiate_twice(const Vector& v, const Vector& y) {
  y_ = y.cwiseProduct(row_scale_);
  nlp_.hessian(full(v), objective_scale_, y_, hessian_entries_);
  system_.set_hessian(hessian_entries_);
}

NlpPoint ScaledProgram::leave(const Vector& v, const Vector& y, const Vector& lower_z,
                              const Vector& upper_z) const {
  NlpPoint point;
  point.x = x_;
  point.multipliers = y.cwiseProduct(row_scale_) / objective_scale_;
  point.lower_multipliers.setZero(x_.size());
  point.upper_multipliers.setZero(x_.size());
  point.x(order_.unknowns) = v.head(unknowns());
  point.lower_multipliers(order_.unknowns) = lower_z.head(unknowns()) / objective_scale_;
  point.upper_multipliers(order_.unknowns) = upper_z.head(unknowns()) / objective_scale_;
  return point;
}

void ScaledProgram::enter_multipliers(const NlpPoint& point, Vector& y, Vector& lower_z,
                                      Vector& upper_z) const {
  y = objective_scale_ * point.multipliers.cwiseQuotient(row_scale_);
  lower_z.head(unknowns()) = objective_scale_ * point.lower_multipliers(order_.unknowns);
  upper_z.head(unknowns()) = objective_scale_ * point.upper_multipliers(order_.unknowns);
  // The gradient by a slack is -y - lower_z + upper_z. A bound that is not there has no multiplier:
  // no step would ever change it.
  for (int k = unknowns(); k < unknowns() + rows(); ++k) {
    lower_z[k] = std::isfinite(barrier_.lower(k)) ? std::max(0.0, -y[k - unknowns()]) : 0.0;
    upper_z[k] = std::isfinite(barrier_.upper(k)) ? std::max(0.0, y[k - unknowns()]) : 0.0;
  }
}

}  // namespace alembert
