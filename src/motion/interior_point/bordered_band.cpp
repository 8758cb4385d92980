#include "motion/interior_point/bordered_band.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "motion/interior_point/dense_product.hpp"

namespace alembert {

BorderedBand::BorderedBand(int size, int bandwidth, int border)
    : size_(size),
      bandwidth_(std::min(bandwidth, std::max(0, size - 1))),
      border_(border),
      width_(bandwidth_ < wide_band_ ? narrow_block_ : wide_block_),
      lead_(bandwidth_ + width_),
      at_border_(static_cast<Eigen::Index>(lead_) * size),
      at_corner_(at_border_ + static_cast<Eigen::Index>(border) * size) {
  values_.setZero(at_corner_ + static_cast<Eigen::Index>(border) * border);
  factor_ = values_;
}

Eigen::Index BorderedBand::slot(int row, int column) const {
  const auto j = static_cast<Eigen::Index>(column);
  if (row < size_) return j * lead_ + row - column;
  if (column < size_) return at_border_ + j * border_ + row - size_;
  return at_corner_ + (j - size_) * border_ + row - size_;
}

BorderedBand::Block BorderedBand::block(int row, int column, int rows, int columns) {
  return {factor_.data() + static_cast<Eigen::Index>(column) * lead_ + row - column, rows, columns,
          Eigen::OuterStride<>(lead_ - 1)};
}

/// Columns of the factor, left to right, all their rows at once.
bool BorderedBand::factor_columns(int first, int columns, int rows) {
  for (int j = 0; j < columns; ++j) {
    auto column = block(first + j, first + j, rows - j, 1).col(0);
    if (j > 0) {
      const auto left = block(first + j, first, rows - j, j);
      for (int k = 0; k < j; ++k) column -= left(0, k) * left.col(k);
    }
    const double pivot = column[0];
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    column *= 1.0 / std::sqrt(pivot);
  }
  return true;
}

/// What the columns take from everything to their right and from the border.
void BorderedBand::update_rest(int first, int columns, int below, Workers* workers) {
  const int blocks = (below + width_ - 1) / width_;
  const int parts = workers && width_ == wide_block_ ? std::min(workers->count(), blocks) : 1;
  const auto part = [&](int, int k) {
    // Blocks further right are shorter: each part has some of all lengths.
    for (int c = k; c < blocks; c += parts) update_block(first, columns, below, c * width_);
  };
  if (parts > 1) {
    workers->run(parts, std::ref(part));
  } else if (parts == 1) {
    part(0, 0);
  }
  if (border_ > 0) update_border(first, columns, below);
}

void BorderedBand::update_block(int first, int columns, int below, int at) {
  const auto panel = block(first + columns, first, below, columns);
  const int wide = std::min(width_, below - at), under = below - at - wide;
  const auto here = panel.middleRows(at, wide);
  auto diagonal = block(first + columns + at, first + columns + at, wide, wide);
  for (int k = 0; k < wide; ++k) {
    diagonal.col(k).tail(wide - k).noalias() -= here.bottomRows(wide - k) * here.row(k).transpose();
  }
  subtract_product(panel.bottomRows(under), here,
                   block(first + columns + at + wide, first + columns + at, under, wide));
}

void BorderedBand::update_border(int first, int columns, int below) {
  const auto panel = block(first + columns, first, below, columns);
  Eigen::Map<Eigen::MatrixXd> rows(factor_.data() + at_border_, border_, size_);
  Eigen::Map<Eigen::MatrixXd> corner(factor_.data() + at_corner_, border_, border_);
  auto own = rows.middleCols(first, columns);
  const auto triangle = block(first, first, columns, columns);
  for (int j = 0; j < columns; ++j) {
    for (int k = 0; k < j; ++k) own.col(j) -= triangle(j, k) * own.col(k);
    own.col(j) *= 1.0 / triangle(j, j);
  }
  subtract_product(own, panel, rows.middleCols(first + columns, below));
  corner.triangularView<Eigen::Lower>() -= own * own.transpose();
}

bool BorderedBand::factor_corner() {
  Eigen::Map<Eigen::MatrixXd> corner(factor_.data() + at_corner_, border_, border_);
  for (int j = 0; j < border_; ++j) {
    auto column = corner.col(j).tail(border_ - j);
    for (int k = 0; k < j; ++k) column -= corner(j, k) * corner.col(k).tail(border_ - j);
    const double pivot = column[0];
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    column *= 1.0 / std::sqrt(pivot);
  }
  return true;
}

bool BorderedBand::factor(Workers* workers) {
  factor_ = values_;
  for (int first = 0; first < size_; first += width_) {
    const int columns = std::min(width_, size_ - first);
    const int below = std::min(bandwidth_, size_ - first - columns);
    if (!factor_columns(first, columns, columns + below)) return false;
    update_rest(first, columns, below, workers);
  }
  return factor_corner();
}

void BorderedBand::solve(Eigen::Ref<Eigen::VectorXd> b) const {
  const Eigen::Map<const Eigen::MatrixXd> rows(factor_.data() + at_border_, border_, size_);
  const Eigen::Map<const Eigen::MatrixXd> corner(factor_.data() + at_corner_, border_, border_);
  const auto under = [&](int j) {
    const int count = std::min(bandwidth_, size_ - 1 - j);
    return Eigen::Map<const Eigen::VectorXd>(
        factor_.data() + static_cast<Eigen::Index>(j) * lead_ + 1, count);
  };
  auto last = b.tail(border_);
  for (int j = 0; j < size_; ++j) {
    b[j] /= factor_[static_cast<Eigen::Index>(j) * lead_];
    const auto column = under(j);
    b.segment(j + 1, column.size()) -= b[j] * column;
    last -= b[j] * rows.col(j);
  }
  corner.triangularView<Eigen::Lower>().solveInPlace(last);
  corner.triangularView<Eigen::Lower>().adjoint().solveInPlace(last);
  for (int j = size_ - 1; j >= 0; --j) {
    const auto column = under(j);
    const double taken = column.dot(b.segment(j + 1, column.size())) + rows.col(j).dot(last);
    b[j] = (b[j] - taken) / factor_[static_cast<Eigen::Index>(j) * lead_];
  }
}

}  // namespace alembert
