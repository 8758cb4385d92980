#include "motion/interior_point/bordered_band.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "kernel/dense_product.hpp"

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
bool BorderedBand::factor_columns(Block all) {
  for (Eigen::Index j = 0; j < all.cols(); ++j) {
    const Eigen::Index rows = all.rows() - j;
    auto column = all.col(j).tail(rows);
    for (Eigen::Index k = 0; k < j; ++k) column -= all(j, k) * all.col(k).tail(rows);
    const double pivot = column[0];
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    column *= 1.0 / std::sqrt(pivot);
  }
  return true;
}

/// Of a wide block a few columns at a time, which then change those to their right.
bool BorderedBand::factor_block(int first, int columns, int below) {
  for (int at = 0; at < columns; at += narrow_block_) {
    const int few = std::min(narrow_block_, columns - at), right = columns - at - few;
    if (!factor_columns(block(first + at, first + at, few + right + below, few))) return false;
    if (right > 0) update_block(first + at, few, right + below, 0, right);
  }
  return true;
}

/// What the columns take from everything to their right and from the border.
void BorderedBand::update_rest(int first, int columns, int below, Workers* workers) {
  if (border_ > 0) factor_border(first, columns);
  const auto parts = [](int whole, int part) { return (whole + part - 1) / part; };
  const int blocks = parts(below, width_), across = border_ > 0 ? parts(below, wide_block_) : 0,
            corners = parts(border_, wide_block_);
  const auto item = [&](int, int k) {
    if (k < blocks) {
      update_block(first, columns, below, k * width_, width_);
    } else if (k < blocks + across) {
      update_border(first, columns, below, (k - blocks) * wide_block_);
    } else {
      update_corner(first, columns, (k - blocks - across) * wide_block_);
    }
  };
  const int items = blocks + across + corners;
  if (workers && width_ == wide_block_ && items > 1) return workers->share(items, std::ref(item));
  for (int k = 0; k < items; ++k) item(0, k);
}

/// Some columns to the right, from `at` on.
void BorderedBand::update_block(int first, int columns, int below, int at, int most) {
  const auto panel = block(first + columns, first, below, columns);
  const int wide = std::min(most, below - at), under = below - at - wide;
  const auto here = panel.middleRows(at, wide);
  auto diagonal = block(first + columns + at, first + columns + at, wide, wide);
  for (int k = 0; k < wide; ++k) {
    diagonal.col(k).tail(wide - k).noalias() -= here.bottomRows(wide - k) * here.row(k).transpose();
  }
  subtract_product(panel.bottomRows(under), here,
                   block(first + columns + at + wide, first + columns + at, under, wide));
}

Eigen::Map<Eigen::MatrixXd> BorderedBand::border_rows() {
  return {factor_.data() + at_border_, border_, size_};
}

BorderedBand::Block BorderedBand::corner() {
  return {factor_.data() + at_corner_, border_, border_, Eigen::OuterStride<>(border_)};
}

void BorderedBand::factor_border(int first, int columns) {
  auto own = border_rows().middleCols(first, columns);
  const auto triangle = block(first, first, columns, columns);
  for (int at = 0; at < columns; at += narrow_block_) {
    const int few = std::min(narrow_block_, columns - at), right = columns - at - few;
    for (int j = at; j < at + few; ++j) {
      for (int k = at; k < j; ++k) own.col(j) -= triangle(j, k) * own.col(k);
      own.col(j) *= 1.0 / triangle(j, j);
    }
    if (right == 0) continue;
    subtract_product(own.middleCols(at, few), triangle.block(at + few, at, right, few),
                     own.middleCols(at + few, right));
  }
}

void BorderedBand::update_border(int first, int columns, int below, int at) {
  const int wide = std::min(wide_block_, below - at);
  subtract_product(border_rows().middleCols(first, columns),
                   block(first + columns + at, first, wide, columns),
                   border_rows().middleCols(first + columns + at, wide));
}

void BorderedBand::update_corner(int first, int columns, int at) {
  const int wide = std::min(wide_block_, border_ - at);
  const auto own = border_rows().middleCols(first, columns);
  subtract_product(own.bottomRows(border_ - at), own.middleRows(at, wide),
                   corner().block(at, at, border_ - at, wide));
}

bool BorderedBand::factor(Workers* workers) {
  factor_ = values_;
  for (int first = 0; first < size_; first += width_) {
    const int columns = std::min(width_, size_ - first);
    const int below = std::min(bandwidth_, size_ - first - columns);
    if (!factor_block(first, columns, below)) return false;
    update_rest(first, columns, below, workers);
  }
  return factor_columns(corner());
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
