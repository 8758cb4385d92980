// Rows of a Jacobian that are products: a row's slopes are its own slopes by few quantities, times
// shares that all rows have in common. So are distances at a node: slopes by the joints, times the
// values of the splines. Condensed by those quantities first, any number of rows costs little more
// than one.
#pragma once

#include "motion/nlp.hpp"

namespace alembert {

class ProductRows {
 public:
  using Vector = Eigen::VectorXd;
  using In = const Eigen::Ref<const Vector>&;
  using Out = Eigen::Ref<Vector>;

  /// `first_entries` of rows in the program's pattern; `places` are those of the pattern's entries
  /// among the block's unknowns, by outer and inner index, -1 for fixed ones.
  ProductRows(RowProducts rows, std::vector<Eigen::Index> first_entries,
              const std::vector<int>& places);

  /// Entries as in the program's pattern; rows are multiplied by `row_scale`.
  void set(In entries, In row_scale);

  // By the block's unknowns and the program's rows.
  /// Adds Jᵀ diag(w) J of these rows, lower half.
  void add_products(In weights, Eigen::Ref<Eigen::MatrixXd> products);
  void squared_norms(Out rows) const;
  void times(In dx, Out rows) const;
  void add_transposed_times(In rows, Out dx) const;

 private:
  /// Unknowns that lie one after another, in the block as by the inner index.
  struct Run {
    int place, outer, inner, count;
  };

  RowProducts rows_;
  std::vector<Eigen::Index> first_entries_;
  std::vector<Run> runs_;
  Vector shares_;              // by outer index
  Eigen::MatrixXd slopes_;     // by inner index and row
  Eigen::MatrixXd condensed_;  // by inner indices
  mutable Vector inner_, by_row_;
};

}  // namespace alembert
