// A dense symmetric matrix of which the first rows, the candidates, are eliminated in the order
// that keeps the factor small, and the rest is updated:
//
//   [ P  Rᵀ ]        P = L D Lᵀ, D of blocks 1 x 1 and 2 x 2,  R becomes R L⁻ᵀ D⁻¹,
//   [ R  S  ]        S becomes S - R P⁻¹ Rᵀ
//
// A pivot must not be small beside its column (Duff and Reid's threshold); candidates without a
// good pivot stay, after those that went, to be candidates again where more is known of them.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace alembert {

class PivotedFront {
 public:
  using Block = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

  /// Zero, and with no candidate gone; allocates only where it was never as large.
  void reset(int candidates, int rest);

  int candidates() const { return candidates_; }
  int size() const { return size_; }
  int eliminated() const { return eliminated_; }
  int negative() const { return negative_; }

  /// Lower half. Columns of candidates that went are those of L, without its ones.
  Block matrix();
  /// What stands where, as an index of when it was filled: elimination reorders candidates.
  const std::vector<int>& order() const { return order_; }
  /// The inverse of D: its diagonal, and below it what is not zero in a block 2 x 2.
  const Eigen::VectorXd& inverse_diagonal() const { return inverse_diagonal_; }
  const Eigen::VectorXd& inverse_below() const { return inverse_below_; }

  /// False where a pivot is no number.
  bool eliminate();

 private:
  void mirror_candidates();
  double largest_beside(int column, int besides);
  int partner(int column);
  bool take_single(int column);
  bool take_pair(int column);
  void exchange(int a, int b);
  void update_rest();

  int candidates_ = 0, size_ = 0, eliminated_ = 0, negative_ = 0;
  bool finite_ = true;
  Eigen::MatrixXd values_, scratch_;
  Eigen::MatrixXd unscaled_;  // R as it was when its pivots were taken
  std::vector<int> order_;
  Eigen::VectorXd inverse_diagonal_, inverse_below_;
};

}  // namespace alembert
