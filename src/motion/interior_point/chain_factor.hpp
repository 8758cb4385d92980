// A symmetric matrix of unknowns along a chain and of equations between them,
//
//   [ K   Jᵀ ]        K: banded with a border,  J: rows over neighbours and the border
//   [ J  -d  ]        d: how much an equation gives, by its multiplier
//
// and its factor L D Lᵀ, made front by front along the chain. An equation enters with the first
// unknown that it sees and may be a pivot, alone or with an unknown, from there on; what has no
// good pivot yet goes along to the next front. So the order of pivots is found on the way, where
// one that is fixed beforehand would divide by unknowns without curvature (forces of loops).
#pragma once

#include "motion/interior_point/bordered_band.hpp"
#include "motion/interior_point/pivoted_front.hpp"
#include "motion/interior_point/unknown_order.hpp"

namespace alembert {

class ChainFactor {
 public:
  using Vector = Eigen::VectorXd;

  /// Where the unknowns that an equation sees stand, ascending, and its values one after another.
  struct Equation {
    std::vector<int> positions;
    const double* values;
  };

  /// Runs of unknowns in the band are eliminated together. The values of K and of the equations
  /// are read anew by every factor().
  ChainFactor(const BorderedBand& matrix, const std::vector<UnknownOrder::Run>& runs,
              std::vector<Equation> equations);

  int rows() const { return matrix_.rows() + static_cast<int>(equations_.size()); }

  /// False unless as many eigenvalues are negative as there are equations, and none is zero: K is
  /// then positive definite where equations allow to move. `give`: d.
  bool factor(const Vector& give);
  /// b, unknowns first, becomes the solution; after factor().
  void solve(Eigen::Ref<Vector> b) const;

 private:
  /// One front: unknowns that are eliminated, how far they see, and equations that enter.
  struct Step {
    int begin = 0, end = 0, window = 0;
    std::vector<int> equations = {};
  };
  /// Of the factor: where its numbers and its rows begin.
  struct Piece {
    std::size_t values = 0, diagonal = 0, rows = 0;
    int eliminated = 0, size = 0;
  };
  using Columns = Eigen::Map<const Eigen::MatrixXd>;

  void make_steps(const std::vector<UnknownOrder::Run>& runs);
  void begin_front(const Step& step, const Step* before);
  void carry_over(const Step& step, const Step& before);
  void add_matrix(const Step& step);
  void add_equations(const Step& step, const Vector& give);
  int place(const Step& step, int position) const;
  void name_rows(const Step& step);
  void keep_piece();
  Columns columns(const Piece& piece) const;

  const BorderedBand& matrix_;
  std::vector<Equation> equations_;
  std::vector<Step> steps_;

  PivotedFront front_, last_front_;
  std::vector<int> front_rows_, last_rows_;  // what stands in a front: unknowns, then equations
  int waiting_ = 0;                          // candidates that went along from the front before

  std::vector<Piece> pieces_;
  std::vector<double> values_, diagonal_;
  std::vector<int> rows_;
  mutable Vector gathered_;
};

}  // namespace alembert
