#include "motion/interior_point/product_rows.hpp"

#include <algorithm>

namespace alembert {

ProductRows::ProductRows(RowProducts rows, std::vector<Eigen::Index> first_entries,
                         const std::vector<int>& places)
    : rows_(std::move(rows)), first_entries_(std::move(first_entries)) {
  const auto count = static_cast<Eigen::Index>(rows_.rows.size());
  shares_.setZero(rows_.outer);
  slopes_.setZero(rows_.inner, count);
  condensed_.resize(rows_.inner, rows_.inner);
  inner_.resize(rows_.inner);
  by_row_.resize(count);
  for (int l = 0; l < rows_.outer; ++l) {
    for (int j = 0; j < rows_.inner; ++j) {
      const int place = places[l * rows_.inner + j];
      if (place < 0) continue;
      const bool goes_on = j > 0 && places[l * rows_.inner + j - 1] == place - 1;
      if (goes_on) {
        ++runs_.back().count;
      } else {
        runs_.push_back({place, l, j, 1});
      }
    }
  }
  // Lower half: later runs are rows of earlier ones' columns.
  std::sort(runs_.begin(), runs_.end(),
            [](const Run& one, const Run& other) { return one.place < other.place; });
}

// Shares are known up to a factor: that of the largest entry of a row is one, of any row that is
// not zero.
void ProductRows::set(In entries, In row_scale) {
  const auto of_row = [&](std::size_t r) {
    return Eigen::Map<const Eigen::MatrixXd>(entries.data() + first_entries_[r], rows_.inner,
                                             rows_.outer);
  };
  double largest = 0.0;
  Eigen::Index inner = 0, outer = 0;
  shares_.setZero();
  for (std::size_t r = 0; r < rows_.rows.size() && largest == 0.0; ++r) {
    largest = of_row(r).cwiseAbs().maxCoeff(&inner, &outer);
    if (largest > 0.0) shares_ = of_row(r).row(inner).transpose() / of_row(r)(inner, outer);
  }
  for (std::size_t r = 0; r < rows_.rows.size(); ++r) {
    slopes_.col(r) = row_scale[rows_.rows[r]] * of_row(r).col(outer);
  }
}

void ProductRows::add_products(In weights, Eigen::Ref<Eigen::MatrixXd> products) {
  condensed_.setZero();
  for (Eigen::Index r = 0; r < slopes_.cols(); ++r) {
    const double* slopes = &slopes_(0, r);
    for (int k = 0; k < rows_.inner; ++k) {
      const double weighted = weights[rows_.rows[r]] * slopes[k];
      double* out = &condensed_(0, k);
      for (int j = k; j < rows_.inner; ++j) out[j] += weighted * slopes[j];
    }
  }
  condensed_.triangularView<Eigen::StrictlyUpper>() = condensed_.transpose();
  for (std::size_t c = 0; c < runs_.size(); ++c) {
    const Run& column = runs_[c];
    for (int k = 0; k < column.count; ++k) {
      double* out = &products(0, column.place + k);
      const double* of_column = &condensed_(0, column.inner + k);
      for (std::size_t r = c; r < runs_.size(); ++r) {
        const Run& row = runs_[r];
        const double share = shares_[row.outer] * shares_[column.outer];
        for (int i = r == c ? k : 0; i < row.count; ++i) {
          out[row.place + i] += share * of_column[row.inner + i];
        }
      }
    }
  }
}

void ProductRows::squared_norms(Out rows) const {
  inner_.setZero();
  for (const Run& run : runs_) {
    inner_.segment(run.inner, run.count).array() += shares_[run.outer] * shares_[run.outer];
  }
  by_row_.noalias() = slopes_.cwiseAbs2().transpose() * inner_;
  for (Eigen::Index r = 0; r < by_row_.size(); ++r) rows[rows_.rows[r]] = by_row_[r];
}

void ProductRows::times(In dx, Out rows) const {
  inner_.setZero();
  for (const Run& run : runs_) {
    inner_.segment(run.inner, run.count) += shares_[run.outer] * dx.segment(run.place, run.count);
  }
  by_row_.noalias() = slopes_.transpose() * inner_;
  for (Eigen::Index r = 0; r < by_row_.size(); ++r) rows[rows_.rows[r]] = by_row_[r];
}

void ProductRows::add_transposed_times(In rows, Out dx) const {
  for (Eigen::Index r = 0; r < by_row_.size(); ++r) by_row_[r] = rows[rows_.rows[r]];
  inner_.noalias() = slopes_ * by_row_;
  for (const Run& run : runs_) {
    dx.segment(run.place, run.count) += shares_[run.outer] * inner_.segment(run.inner, run.count);
  }
}

}  // namespace alembert
