#include "motion/elastic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {

Elastic::Elastic(Nlp& inner, const std::vector<int>& groups, double weight)
    : inner_(inner),
      weight_(weight),
      inner_size_(inner.variable_count()),
      entries_(groups.size()),
      g_(inner.constraint_count()),
      inner_jacobian_(inner.jacobian_pattern().size()),
      inner_multipliers_(inner.constraint_count()) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const NlpBounds& old = inner.bounds();
  std::vector<double> lower, upper;
  const auto add = [&](const Row& row, double from, double to) {
    rows_.push_back(row);
    lower.push_back(from);
    upper.push_back(to);
  };
  for (int i = 0; i < static_cast<int>(groups.size()); ++i) {
    const double from = old.g_lower[i], to = old.g_upper[i];
    slacks_ = std::max(slacks_, groups[i] + 1);
    if (groups[i] < 0) {
      add({i, -1, 0.0}, from, to);
      continue;
    }
    if (std::isfinite(from)) add({i, groups[i], 1.0}, from, infinite);
    if (std::isfinite(to)) add({i, groups[i], -1.0}, -infinite, to);
  }
  bounds_.g_lower = Eigen::Map<Vector>(lower.data(), static_cast<int>(lower.size()));
  bounds_.g_upper = Eigen::Map<Vector>(upper.data(), static_cast<int>(upper.size()));
  bounds_.x_lower.resize(inner_size_ + slacks_);
  bounds_.x_upper.resize(inner_size_ + slacks_);
  bounds_.x_lower << old.x_lower, Vector::Zero(slacks_);
  bounds_.x_upper << old.x_upper, Vector::Constant(slacks_, infinite);

  const Triplets& pattern = inner.jacobian_pattern();
  for (int k = 0; k < pattern.size(); ++k) entries_[pattern.rows[k]].push_back(k);
  for (int r = 0; r < static_cast<int>(rows_.size()); ++r) {
    for (const int k : entries_[rows_[r].source]) {
      jacobian_.rows.push_back(r);
      jacobian_.columns.push_back(pattern.columns[k]);
    }
    if (rows_[r].slack < 0) continue;
    jacobian_.rows.push_back(r);
    jacobian_.columns.push_back(inner_size_ + rows_[r].slack);
  }
}

/// A slack of one constraint stands beside its unknowns; one of many is seen from everywhere.
std::vector<int> Elastic::places() const {
  std::vector<int> out = inner_.places();
  if (out.empty()) return out;
  out.resize(inner_size_ + slacks_, -1);
  std::vector<int> source(slacks_, -1);
  std::vector<char> shared(slacks_, false);
  for (const Row& row : rows_) {
    if (row.slack < 0) continue;
    shared[row.slack] =
        shared[row.slack] || (source[row.slack] >= 0 && source[row.slack] != row.source);
    source[row.slack] = row.source;
  }
  const Triplets& pattern = inner_.jacobian_pattern();
  for (int k = 0; k < slacks_; ++k) {
    if (shared[k] || source[k] < 0) continue;
    for (const int entry : entries_[source[k]]) {
      out[inner_size_ + k] = std::max(out[inner_size_ + k], out[pattern.columns[entry]]);
    }
  }
  return out;
}

Nlp::Vector Elastic::start(In x) {
  Vector z(inner_size_ + slacks_);
  z << x, Vector::Zero(slacks_);
  inner_.constraints(x, g_);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Row& row = rows_[r];
    if (row.slack < 0) continue;
    const double over =
        row.side > 0.0 ? bounds_.g_lower[r] - g_[row.source] : g_[row.source] - bounds_.g_upper[r];
    z[inner_size_ + row.slack] = std::max(z[inner_size_ + row.slack], over);
  }
  return z;
}

double Elastic::objective(In z) { return slack(z) + weight_ * inner_.objective(inner_point(z)); }

void Elastic::gradient(In z, Out out) {
  inner_.gradient(z.head(inner_size_), out.head(inner_size_));
  out.head(inner_size_) *= weight_;
  out.tail(slacks_).setOnes();
}

void Elastic::constraints(In z, Out out) {
  inner_.constraints(z.head(inner_size_), g_);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Row& row = rows_[r];
    const double given = row.slack < 0 ? 0.0 : row.side * z[inner_size_ + row.slack];
    out[r] = g_[row.source] + given;
  }
}

void Elastic::jacobian(In z, Out values) {
  inner_.jacobian(z.head(inner_size_), inner_jacobian_);
  int at = 0;
  for (const Row& row : rows_) {
    for (const int k : entries_[row.source]) values[at++] = inner_jacobian_[k];
    if (row.slack >= 0) values[at++] = row.side;
  }
}

void Elastic::hessian(In z, double factor, In multipliers, Out values) {
  inner_multipliers_.setZero();
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    inner_multipliers_[rows_[r].source] += multipliers[r];
  }
  inner_.hessian(z.head(inner_size_), weight_ * factor, inner_multipliers_, values);
}

}  // namespace alembert
