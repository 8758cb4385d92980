// A symmetric positive definite matrix, banded but for a border of full rows, and its Cholesky
// factor:
//
//   [ B  Cᵀ ]        B: size x size, zero where |i - j| > bandwidth
//   [ C  D  ]        C: border x size,  D: border x border
//
// Only the lower half is kept. B lies as LAPACK's band: entry (i, j) at j * lead + i - j, which is
// a dense matrix of outer stride lead - 1, so blocks of it are Eigen maps. `lead` is a block wider
// than the band, so that blocks reach over its edge, onto zeros that stay zero.
#pragma once

#include <Eigen/Core>

#include "kernel/workers.hpp"

namespace alembert {

class BorderedBand {
 public:
  BorderedBand(int size, int bandwidth, int border);

  int size() const { return size_; }
  int border() const { return border_; }
  int bandwidth() const { return bandwidth_; }
  int rows() const { return size_ + border_; }

  /// Where entry (row, column), row >= column, stands in values().
  Eigen::Index slot(int row, int column) const;
  Eigen::VectorXd& values() { return values_; }
  const Eigen::VectorXd& values() const { return values_; }

  /// Of values(), which stay. False where the matrix is not positive definite. The factor does not
  /// depend on who helps.
  bool factor(Workers* workers = nullptr);
  /// b becomes the solution; after factor().
  void solve(Eigen::Ref<Eigen::VectorXd> b) const;

 private:
  using Block = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

  /// A wide band is worth wide blocks: fewer passes over it.
  static constexpr int wide_band_ = 128, narrow_block_ = 8, wide_block_ = 32;

  Block block(int row, int column, int rows, int columns);
  Eigen::Map<Eigen::MatrixXd> border_rows();
  Block corner();
  static bool factor_columns(Block all);
  bool factor_block(int first, int columns, int below);
  void update_rest(int first, int columns, int below, Workers* workers);
  void update_block(int first, int columns, int below, int at, int most);
  void factor_border(int first, int columns);
  void update_border(int first, int columns, int below, int at);
  void update_corner(int first, int columns, int at);

  int size_, bandwidth_, border_;
  int width_;  // of a block of columns
  int lead_;
  Eigen::Index at_border_, at_corner_;
  Eigen::VectorXd values_, factor_;
};

}  // namespace alembert
