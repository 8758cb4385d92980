// The Newton system of an interior-point method with its constraints condensed into the unknowns:
//
//   K = H + diag(d) + Jᵀ diag(w) J
//
// Rows of J with the same unknowns are one dense block; of those that are products, what they have
// in common is multiplied once. K keeps the band that the program declares.
// Equations may be kept instead, as rows and columns of their own beside K.
#pragma once

#include <optional>

#include "motion/interior_point/chain_factor.hpp"
#include "motion/interior_point/product_rows.hpp"

namespace alembert {

class CondensedSystem {
 public:
  using Vector = Eigen::VectorXd;
  using In = const Eigen::Ref<const Vector>&;
  using Out = Eigen::Ref<Vector>;

  /// Vectors over unknowns are by positions of the order.
  CondensedSystem(const Nlp& nlp, const UnknownOrder& order);

  /// Entries as in the program's patterns; rows are multiplied by `row_scale`.
  void set_jacobian(In entries, In row_scale);
  void set_hessian(In entries);

  struct Parts {
    bool hessian = true;
    bool kept_rows = true;  ///< condensed as well
  };
  /// K of these, to be factored.
  void condense(In diagonal, In weights, const Parts& parts);
  /// Adds this to K's diagonal, in place of what was added before; to the weights of these rows as
  /// well, one each, zero of others. Cheaper than condensing again.
  void shift(double by);
  void shift(double by, In rows);
  /// False where K is not positive definite.
  bool factor() { return matrix_.factor(workers_); }
  void solve(Out b) const { matrix_.solve(b); }

  /// From now on these rows can be kept; none: no row can.
  void keep(const std::vector<char>& is_equation);
  int kept() const { return static_cast<int>(kept_rows_.size()); }
  const std::vector<int>& kept_rows() const { return kept_rows_; }
  /// With kept rows beside K, which give by `give`. False where K is not positive definite on what
  /// they allow.
  bool factor_kept(const Vector& give) { return chain_->factor(give); }
  /// Of unknowns and multipliers of kept rows.
  void solve_kept(Out b) const { chain_->solve(b); }

  /// Of every row of J.
  void squared_norms(Out rows) const;
  void jacobian_times(In dx, Out rows) const;
  void add_transposed_times(In rows, Out dx) const;
  void add_hessian_times(In dx, Out out) const;

  const BorderedBand& matrix() const { return matrix_; }

 private:
  /// Numbers that lie one after another, here and there.
  struct Run {
    Eigen::Index slot;
    int count;
  };
  /// Entries of one row of the program's pattern that are one run of the values.
  struct EntryRun {
    Eigen::Index from, to;
    int count, row;
  };
  /// Rows of the Jacobian over the same unknowns: values by unknown and row.
  struct Block {
    std::vector<int> positions, rows;
    Eigen::Index at = 0;                             // of its values
    std::vector<int> condensed;                      // of its rows, the places of those not kept
    std::vector<ProductRows> products;               // rows over the same unknowns beside these
    std::vector<EntryRun> entry_runs;                // of its values
    std::vector<Run> runs;                           // of the lower half of its products
    mutable Eigen::VectorXd unknown_part, row_part;  // gathered
  };
  struct HessianEntry {
    int source, row, column;
    Eigen::Index slot;
  };

  void make_blocks(const Nlp& nlp, const UnknownOrder& order);
  void find_products(const Nlp& nlp, const UnknownOrder& order,
                     const std::vector<int>& first_entries);
  void lay_out_blocks();
  void place_entries(const Triplets& pattern, const UnknownOrder& order,
                     const std::vector<int>& first_entries);
  Eigen::Map<const Eigen::MatrixXd> values(const Block& block) const;
  /// What a worker needs for the products of a block.
  struct Scratch {
    Eigen::MatrixXd weighted, products;
    Vector picked;  // values of a block's rows that are not kept
    bool filled = false;
  };
  Eigen::Map<const Eigen::MatrixXd> condensed_values(const Block& block, Vector& picked) const;
  template <typename Job>
  void for_each_block(Job job) const;
  void add_products(In weights, bool kept_rows);
  /// False where there is nothing to add.
  bool multiply(Block& block, In weights, bool kept_rows, Scratch& scratch);
  void add(const Block& block, const Eigen::MatrixXd& products);

  Workers* workers_;
  BorderedBand matrix_;
  std::vector<Block> blocks_;
  std::vector<HessianEntry> hessian_entries_;
  std::vector<Eigen::Index> diagonal_slots_;
  Vector jacobian_, hessian_;
  // Of K, nothing added: its diagonal, or all of it, and what one of a shift adds.
  Vector diagonal_, unshifted_, shift_of_one_;
  bool knows_shift_ = false;
  bool helped_ = false;           // by other workers
  std::vector<Scratch> scratch_;  // of blocks that are multiplied at once

  std::vector<UnknownOrder::Run> runs_;
  std::optional<ChainFactor> chain_;
  std::vector<int> kept_rows_;
};

}  // namespace alembert
