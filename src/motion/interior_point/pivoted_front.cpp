#include "motion/interior_point/pivoted_front.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/dense_product.hpp"

namespace alembert {
namespace {

/// A pivot is at least this share of what stands beside it. Larger: more digits, and more that
/// waits; with 1e-2 fronts of loops grow with the motion.
constexpr double threshold = 1e-6;
constexpr int panel_width = 8;  // of columns of the rest that are updated together

}  // namespace

void PivotedFront::reset(int candidates, int rest) {
  candidates_ = candidates;
  size_ = candidates + rest;
  eliminated_ = negative_ = 0;
  finite_ = true;
  if (size_ > values_.rows()) {
    values_.resize(size_, size_);
    scratch_.resize(size_, 2);
  }
  if (size_ > unscaled_.rows() || candidates_ > unscaled_.cols()) {
    unscaled_.resize(std::max<Eigen::Index>(size_, unscaled_.rows()),
                     std::max<Eigen::Index>(candidates_, unscaled_.cols()));
  }
  if (candidates_ > inverse_diagonal_.size()) {
    inverse_diagonal_.resize(candidates_);
    inverse_below_.resize(candidates_);
  }
  matrix().setZero();
  order_.resize(candidates_);
  for (int i = 0; i < candidates_; ++i) order_[i] = i;
}

PivotedFront::Block PivotedFront::matrix() {
  return {values_.data(), size_, size_, Eigen::OuterStride<>(values_.rows())};
}

/// Candidates are searched and exchanged by whole columns.
void PivotedFront::mirror_candidates() {
  for (int j = 0; j < candidates_; ++j) {
    for (int i = j + 1; i < candidates_; ++i) values_(j, i) = values_(i, j);
  }
}

/// In a column, of what is left, but for its diagonal and one row.
double PivotedFront::largest_beside(int column, int besides) {
  const double diagonal = std::exchange(values_(column, column), 0.0);
  const double other = std::exchange(values_(besides, column), 0.0);
  const double largest =
      values_.col(column).segment(eliminated_, size_ - eliminated_).cwiseAbs().maxCoeff();
  values_(besides, column) = other;
  values_(column, column) = diagonal;
  return largest;
}

/// The candidate that one sees most of; itself where it sees none.
int PivotedFront::partner(int column) {
  const double diagonal = std::exchange(values_(column, column), 0.0);
  const auto seen = values_.col(column).segment(eliminated_, candidates_ - eliminated_).cwiseAbs();
  const double largest = seen.maxCoeff();
  int other = 0;
  while (other < seen.size() - 1 && seen[other] != largest) ++other;
  values_(column, column) = diagonal;
  return largest > 0.0 ? eliminated_ + other : column;
}

void PivotedFront::exchange(int a, int b) {
  if (a == b) return;
  values_.col(a).head(size_).swap(values_.col(b).head(size_));
  values_.row(a).head(candidates_).swap(values_.row(b).head(candidates_));
  std::swap(order_[a], order_[b]);
}

bool PivotedFront::take_single(int column) {
  const double pivot = values_(column, column);
  if (!std::isfinite(pivot)) finite_ = false;
  if (pivot == 0.0 || !(std::abs(pivot) >= threshold * largest_beside(column, column))) {
    return false;
  }
  const int k = eliminated_;
  exchange(k, column);
  const int left = size_ - k - 1, others = candidates_ - k - 1;
  inverse_diagonal_[k] = 1.0 / pivot;
  inverse_below_[k] = 0.0;
  auto below = values_.col(k).segment(k + 1, left);
  auto scaled = scratch_.col(0).head(left);
  scaled = below * inverse_diagonal_[k];
  unscaled_.col(k).head(size_ - candidates_) = below.tail(size_ - candidates_);
  values_.block(k + 1, k + 1, left, others).noalias() -= scaled * below.head(others).transpose();
  below = scaled;
  negative_ += pivot < 0.0 ? 1 : 0;
  ++eliminated_;
  return true;
}

/// With the candidate that it sees most of.
bool PivotedFront::take_pair(int column) {
  const int k = eliminated_;
  const int other = partner(column);
  if (other == column) return false;
  const double a = values_(column, column), b = values_(other, column), d = values_(other, other);
  const double determinant = a * d - b * b;
  const double beside = largest_beside(column, other), beside_other = largest_beside(other, column);
  const double allowed = std::abs(determinant) / threshold;
  if (determinant == 0.0 || !(std::abs(d) * beside + std::abs(b) * beside_other <= allowed &&
                              std::abs(b) * beside + std::abs(a) * beside_other <= allowed)) {
    return false;
  }
  exchange(k, column);
  exchange(k + 1, other == k ? column : other);
  const int left = size_ - k - 2, others = candidates_ - k - 2;
  inverse_diagonal_[k] = d / determinant;
  inverse_diagonal_[k + 1] = a / determinant;
  inverse_below_[k] = -b / determinant;
  inverse_below_[k + 1] = 0.0;
  auto below = values_.block(k + 2, k, left, 2);
  auto scaled = scratch_.topLeftCorner(left, 2);
  unscaled_.block(0, k, size_ - candidates_, 2) = below.bottomRows(size_ - candidates_);
  scaled.col(0) = inverse_diagonal_[k] * below.col(0) + inverse_below_[k] * below.col(1);
  scaled.col(1) = inverse_below_[k] * below.col(0) + inverse_diagonal_[k + 1] * below.col(1);
  for (int j = 0; j < others; ++j) {
    values_.col(k + 2 + j).segment(k + 2, left) -=
        below(j, 0) * scaled.col(0) + below(j, 1) * scaled.col(1);
  }
  below = scaled;
  values_(k + 1, k) = 0.0;
  negative_ += determinant < 0.0 ? 1 : a < 0.0 ? 2 : 0;
  eliminated_ += 2;
  return true;
}

bool PivotedFront::eliminate() {
  mirror_candidates();
  int refused = 0, column = 0;  // refused: one after the other since the last pivot
  while (finite_ && refused < candidates_ - eliminated_) {
    column = column < eliminated_ || column >= candidates_ ? eliminated_ : column;
    const bool taken = take_single(column) || take_pair(column);
    refused = taken ? 0 : refused + 1;
    ++column;
  }
  if (finite_) update_rest();
  return finite_;
}

/// All pivots at once; candidates that stay have seen them already.
void PivotedFront::update_rest() {
  const int rest = size_ - candidates_, count = eliminated_;
  if (rest == 0 || count == 0) return;
  const auto rows = values_.block(candidates_, 0, rest, count);
  const auto unscaled = unscaled_.topLeftCorner(rest, count);
  for (int c = 0; c < rest; c += panel_width) {
    const int wide = std::min(panel_width, rest - c);
    subtract_product(rows.bottomRows(rest - c), unscaled.middleRows(c, wide),
                     values_.block(candidates_ + c, candidates_ + c, rest - c, wide));
  }
}

}  // namespace alembert
