#include "motion/interior_point/condensed_system.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "kernel/dense_product.hpp"

namespace alembert {

namespace {

/// Blocks over fewer unknowns are not worth waking anyone.
constexpr std::size_t enough_for_helpers = 128;
/// Blocks differ in size: with some more at hand nobody waits long for the last one.
constexpr int products_per_worker = 4;

}  // namespace

CondensedSystem::CondensedSystem(const Nlp& nlp, const UnknownOrder& order)
    : workers_(nlp.workers()),
      matrix_(order.banded, order.bandwidth, order.size() - order.banded),
      runs_(order.runs) {
  make_blocks(nlp, order);
  const Triplets& hessian = nlp.hessian_pattern();
  for (int k = 0; k < hessian.size(); ++k) {
    const int i = order.positions[hessian.rows[k]], j = order.positions[hessian.columns[k]];
    if (i < 0 || j < 0) continue;
    const int row = std::max(i, j), column = std::min(i, j);
    hessian_entries_.push_back({k, row, column, matrix_.slot(row, column)});
  }
  hessian_.setZero(hessian_entries_.size());
  for (int p = 0; p < order.size(); ++p) diagonal_slots_.push_back(matrix_.slot(p, p));
}

/// The pattern goes row by row. Rows of one node follow each other and see the same unknowns.
void CondensedSystem::make_blocks(const Nlp& nlp, const UnknownOrder& order) {
  const Triplets& pattern = nlp.jacobian_pattern();
  std::vector<int> first_entries(nlp.constraint_count() + 1, pattern.size());
  for (int k = pattern.size(); k-- > 0;) first_entries[pattern.rows[k]] = k;
  for (int row = nlp.constraint_count(); row-- > 0;) {
    first_entries[row] = std::min(first_entries[row], first_entries[row + 1]);
  }
  std::map<std::array<int, 2>, std::vector<int>> by_ends;  // blocks, by first and last unknown
  std::vector<int> positions;
  int last = 0;
  for (int row = 0; row < nlp.constraint_count(); ++row) {
    const auto columns = pattern.columns.begin();
    const int begin = first_entries[row], end = first_entries[row + 1];
    const bool as_before = row > 0 && std::equal(columns + begin, columns + end,
                                                 columns + first_entries[row - 1], columns + begin);
    if (!as_before) {
      positions.clear();
      for (int k = begin; k < end; ++k) {
        const int position = order.positions[pattern.columns[k]];
        if (position >= 0) positions.push_back(position);
      }
      std::sort(positions.begin(), positions.end());
      positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
      const std::array<int, 2> ends =
          positions.empty() ? std::array{-1, -1} : std::array{positions.front(), positions.back()};
      std::vector<int>& alike = by_ends[ends];
      const auto it = std::find_if(alike.begin(), alike.end(),
                                   [&](int b) { return blocks_[b].positions == positions; });
      last = it == alike.end() ? static_cast<int>(blocks_.size()) : *it;
      if (it == alike.end()) {
        alike.push_back(last);
        blocks_.emplace_back();
        blocks_.back().positions = positions;
      }
    }
    blocks_[last].rows.push_back(row);
  }
  find_products(nlp, order, first_entries);
  lay_out_blocks();
  place_entries(pattern, order, first_entries);
}

/// Takes rows that are products out of their blocks.
void CondensedSystem::find_products(const Nlp& nlp, const UnknownOrder& order,
                                    const std::vector<int>& first_entries) {
  std::vector<int> blocks(nlp.constraint_count());
  std::vector<char> is_product(nlp.constraint_count());
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    for (const int row : blocks_[b].rows) blocks[row] = static_cast<int>(b);
  }
  for (RowProducts& group : nlp.row_products()) {
    Block& block = blocks_[blocks[group.rows.front()]];
    std::vector<Eigen::Index> entries;
    for (const int row : group.rows) {
      is_product[row] = true;
      entries.push_back(first_entries[row]);
    }
    std::vector<int> places;
    for (int k = 0; k < group.outer * group.inner; ++k) {
      const int position = order.positions[nlp.jacobian_pattern().columns[entries.front() + k]];
      const auto it = std::lower_bound(block.positions.begin(), block.positions.end(), position);
      places.push_back(position < 0 ? -1 : static_cast<int>(it - block.positions.begin()));
    }
    block.products.emplace_back(std::move(group), std::move(entries), places);
  }
  for (Block& block : blocks_) {
    std::erase_if(block.rows, [&](int row) { return is_product[row] != 0; });
  }
}

void CondensedSystem::lay_out_blocks() {
  Eigen::Index at = 0;
  std::size_t most_unknowns = 0, most_rows = 0;
  for (Block& block : blocks_) {
    const std::size_t count = block.positions.size();
    block.at = at;
    at += static_cast<Eigen::Index>(count * block.rows.size());
    most_unknowns = std::max(most_unknowns, count);
    most_rows = std::max(most_rows, block.rows.size());
    block.unknown_part.resize(count);
    block.row_part.resize(block.rows.size());
    for (std::size_t j = 0; j < count; ++j) {
      Eigen::Index next = -1;
      for (std::size_t i = j; i < count; ++i) {
        const Eigen::Index slot = matrix_.slot(block.positions[i], block.positions[j]);
        if (slot == next) {
          ++block.runs.back().count;
        } else {
          block.runs.push_back({slot, 1});
        }
        next = slot + 1;
      }
    }
  }
  jacobian_.setZero(at);
  const auto unknowns = static_cast<Eigen::Index>(most_unknowns);
  helped_ = workers_ && workers_->count() > 1 && most_unknowns >= enough_for_helpers;
  scratch_.resize(helped_ ? static_cast<std::size_t>(products_per_worker * workers_->count()) : 1);
  for (Scratch& scratch : scratch_) {
    scratch.weighted.resize(unknowns, static_cast<Eigen::Index>(most_rows));
    scratch.products.resize(unknowns, unknowns);
  }
}

void CondensedSystem::place_entries(const Triplets& pattern, const UnknownOrder& order,
                                    const std::vector<int>& first_entries) {
  std::vector<int> places(order.size());  // of unknowns in the block
  for (Block& block : blocks_) {
    for (std::size_t k = 0; k < block.positions.size(); ++k) {
      places[block.positions[k]] = static_cast<int>(k);
    }
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      const int row = block.rows[r];
      const Eigen::Index at = block.at + static_cast<Eigen::Index>(r * block.positions.size());
      Eigen::Index next = -1;
      for (int k = first_entries[row]; k < first_entries[row + 1]; ++k) {
        const int position = order.positions[pattern.columns[k]];
        if (position < 0) {
          next = -1;
          continue;
        }
        const Eigen::Index to = at + places[position];
        if (to == next) {
          ++block.entry_runs.back().count;
        } else {
          block.entry_runs.push_back({k, to, 1, row});
        }
        next = to + 1;
      }
    }
  }
}

Eigen::Map<const Eigen::MatrixXd> CondensedSystem::values(const Block& block) const {
  return {jacobian_.data() + block.at, static_cast<Eigen::Index>(block.positions.size()),
          static_cast<Eigen::Index>(block.rows.size())};
}

template <typename Job>
void CondensedSystem::for_each_block(Job job) const {
  const auto one = [&](int, int block) { job(block); };
  const int count = static_cast<int>(blocks_.size());
  if (helped_) return workers_->share(count, std::ref(one));
  for (int b = 0; b < count; ++b) job(b);
}

void CondensedSystem::set_jacobian(In entries, In row_scale) {
  for_each_block([&](int b) {
    Block& block = blocks_[b];
    const std::size_t size = block.positions.size() * block.rows.size();
    jacobian_.segment(block.at, size).setZero();
    for (const EntryRun& run : block.entry_runs) {
      jacobian_.segment(run.to, run.count) +=
          row_scale[run.row] * entries.segment(run.from, run.count);
    }
    for (ProductRows& products : block.products) products.set(entries, row_scale);
  });
}

void CondensedSystem::set_hessian(In entries) {
  for (std::size_t k = 0; k < hessian_entries_.size(); ++k) {
    hessian_[k] = entries[hessian_entries_[k].source];
  }
}

void CondensedSystem::keep(const std::vector<char>& is_equation) {
  std::vector<int> rows;
  for (int i = 0; i < static_cast<int>(is_equation.size()); ++i) {
    if (is_equation[i]) rows.push_back(i);
  }
  if (rows == kept_rows_) return;
  kept_rows_ = rows;
  std::vector<int> indices(is_equation.size());
  for (std::size_t k = 0; k < rows.size(); ++k) indices[rows[k]] = static_cast<int>(k);
  std::vector<ChainFactor::Equation> equations(rows.size());
  for (Block& block : blocks_) {
    block.condensed.clear();
    const std::size_t count = block.positions.size();
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      if (is_equation[block.rows[r]]) {
        equations[indices[block.rows[r]]] = {
            block.positions, jacobian_.data() + block.at + static_cast<Eigen::Index>(r * count)};
      } else {
        block.condensed.push_back(static_cast<int>(r));
      }
    }
  }
  for (Scratch& scratch : scratch_) scratch.picked.resize(scratch.weighted.size());
  chain_.reset();
  if (!rows.empty()) chain_.emplace(matrix_, runs_, std::move(equations));
}

Eigen::Map<const Eigen::MatrixXd> CondensedSystem::condensed_values(const Block& block,
                                                                    Vector& of_condensed) const {
  const auto V = values(block);
  if (block.condensed.size() == block.rows.size()) return V;
  Eigen::Map<Eigen::MatrixXd> picked(of_condensed.data(), V.rows(),
                                     static_cast<Eigen::Index>(block.condensed.size()));
  for (Eigen::Index r = 0; r < picked.cols(); ++r) picked.col(r) = V.col(block.condensed[r]);
  return {picked.data(), picked.rows(), picked.cols()};
}

/// Some blocks at once; added up in their order, whoever multiplied them.
void CondensedSystem::add_products(In weights, bool kept_rows) {
  const std::size_t at_once = scratch_.size();
  for (std::size_t first = 0; first < blocks_.size(); first += at_once) {
    const std::size_t count = std::min(at_once, blocks_.size() - first);
    const auto job = [&](int, int k) {
      Scratch& scratch = scratch_[k];
      scratch.filled = multiply(blocks_[first + k], weights, kept_rows, scratch);
    };
    if (count > 1) {
      workers_->share(static_cast<int>(count), std::ref(job));
    } else {
      job(0, 0);
    }
    for (std::size_t k = 0; k < count; ++k) {
      if (scratch_[k].filled) add(blocks_[first + k], scratch_[k].products);
    }
  }
}

bool CondensedSystem::multiply(Block& block, In weights, bool kept_rows, Scratch& scratch) {
  const auto V = kept_rows ? values(block) : condensed_values(block, scratch.picked);
  if (V.cols() == 0 && block.products.empty()) return false;
  const Eigen::Index count = V.rows();
  auto weighted = scratch.weighted.topLeftCorner(count, V.cols());
  auto products = scratch.products.topLeftCorner(count, count);
  for (Eigen::Index r = 0; r < V.cols(); ++r) {
    const int row = block.rows[kept_rows ? r : block.condensed[r]];
    weighted.col(r) = weights[row] * V.col(r);
  }
  if (V.cols() == 0) {
    products.setZero();
  } else if (V.cols() == 1) {
    for (Eigen::Index j = 0; j < count; ++j) {
      products.col(j).tail(count - j) = V(j, 0) * weighted.col(0).tail(count - j);
    }
  } else {
    lower_product(V, weighted, products);
  }
  for (ProductRows& rows : block.products) rows.add_products(weights, products);
  return true;
}

void CondensedSystem::add(const Block& block, const Eigen::MatrixXd& products) {
  double* out = matrix_.values().data();
  const auto count = static_cast<Eigen::Index>(block.positions.size());
  const Run* run = block.runs.data();
  for (Eigen::Index j = 0; j < count; ++j) {
    const double* from = &products(j, j);
    for (Eigen::Index i = j; i < count; i += run++->count) {
      double* to = out + run->slot;
      for (int k = 0; k < run->count; ++k) to[k] += *from++;
    }
  }
}

void CondensedSystem::condense(In diagonal, In weights, const Parts& parts) {
  Vector& out = matrix_.values();
  out.setZero();
  for (std::size_t k = 0; parts.hessian && k < hessian_entries_.size(); ++k) {
    out[hessian_entries_[k].slot] += hessian_[k];
  }
  out(diagonal_slots_) += diagonal;
  add_products(weights, parts.kept_rows);
  diagonal_ = out(diagonal_slots_);
  knows_shift_ = false;
}

void CondensedSystem::shift(double by) {
  matrix_.values()(diagonal_slots_) = diagonal_.array() + by;
}

void CondensedSystem::shift(double by, In rows) {
  Vector& out = matrix_.values();
  if (!knows_shift_) {
    unshifted_ = out;
    out.setZero();
    out(diagonal_slots_).setOnes();
    add_products(rows, true);
    shift_of_one_ = out;
    knows_shift_ = true;
  }
  out = unshifted_ + by * shift_of_one_;
}

void CondensedSystem::squared_norms(Out rows) const {
  for_each_block([&](int b) {
    const Block& block = blocks_[b];
    const auto V = values(block);
    for (Eigen::Index r = 0; r < V.cols(); ++r) rows[block.rows[r]] = V.col(r).squaredNorm();
    for (const ProductRows& products : block.products) products.squared_norms(rows);
  });
}

void CondensedSystem::jacobian_times(In dx, Out rows) const {
  for_each_block([&](int b) {
    const Block& block = blocks_[b];
    const auto V = values(block);
    for (Eigen::Index i = 0; i < V.rows(); ++i) block.unknown_part[i] = dx[block.positions[i]];
    block.row_part.noalias() = V.transpose() * block.unknown_part;
    for (Eigen::Index r = 0; r < V.cols(); ++r) rows[block.rows[r]] = block.row_part[r];
    for (const ProductRows& products : block.products) products.times(block.unknown_part, rows);
  });
}

void CondensedSystem::add_transposed_times(In rows, Out dx) const {
  for_each_block([&](int b) {
    const Block& block = blocks_[b];
    const auto V = values(block);
    for (Eigen::Index r = 0; r < V.cols(); ++r) block.row_part[r] = rows[block.rows[r]];
    block.unknown_part.noalias() = V * block.row_part;
    for (const ProductRows& products : block.products) {
      products.add_transposed_times(rows, block.unknown_part);
    }
  });
  for (const Block& block : blocks_) {
    for (std::size_t i = 0; i < block.positions.size(); ++i) {
      dx[block.positions[i]] += block.unknown_part[i];
    }
  }
}

void CondensedSystem::add_hessian_times(In dx, Out out) const {
  for (std::size_t k = 0; k < hessian_entries_.size(); ++k) {
    const HessianEntry& entry = hessian_entries_[k];
    const double value = hessian_[k];
    out[entry.row] += value * dx[entry.column];
    if (entry.row != entry.column) out[entry.column] += value * dx[entry.row];
  }
}

}  // namespace alembert
