#include "identify/information.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "identify/delays.hpp"

namespace alembert::identifying {

namespace {

/// Rows, each with its residual behind it, that wait to be multiplied together.
struct Panel {
  static constexpr Index most = 64;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows;
  Index filled = 0;

  explicit Panel(Index columns) : rows(most, columns + 1) {}

  void flush(JointSums& sums) {
    if (filled == 0) return;
    const auto X = rows.topLeftCorner(filled, rows.cols() - 1);
    const auto right = rows.col(rows.cols() - 1).head(filled);
    sums.XX.selfadjointView<Eigen::Lower>().rankUpdate(X.transpose());
    sums.Xr.noalias() += X.transpose() * right;
    sums.rr += right.squaredNorm();
    sums.count += filled;
    filled = 0;
  }
  /// The row that is filled next; pushed when it is.
  auto next() { return rows.row(filled); }
  void push(JointSums& sums) {
    if (++filled == most) flush(sums);
  }
};

JointSums empty_sums(Index columns) {
  JointSums sums;
  sums.XX.setZero(columns, columns);
  sums.Xr.setZero(columns);
  return sums;
}

/// One coordinate's rows of a block, as they are and whitened.
class JointRows {
 public:
  JointRows(Index columns, const NoiseMemory* memory) : plain_(columns), white_(columns) {
    if (memory) whitener_.emplace(*memory, columns + 1);
  }

  auto next() { return plain_.next(); }
  void interrupt() {
    if (whitener_) whitener_->interrupt();
  }
  /// The row that was written: before the block only to be remembered.
  void push(bool counts, JointSums& plain, JointSums* white) {
    if (whitener_) {
      whitener_->take(plain_.next(), white_.next());
      if (counts) white_.push(*white);
    }
    if (counts) plain_.push(plain);
  }
  void flush(JointSums& plain, JointSums* white) {
    plain_.flush(plain);
    if (whitener_) white_.flush(*white);
  }

 private:
  Panel plain_, white_;
  std::optional<Whitener> whitener_;
};

/// Memory of one block, bytes.
std::size_t block_bytes(const ParameterSpace& space) {
  std::size_t bytes = 0;
  for (int j = 0; j < space.dofs(); ++j) bytes += 8 * space.seen(j).size() * space.seen(j).size();
  return bytes;
}

}  // namespace

void JointSums::add(const JointSums& more) {
  XX += more.XX;
  Xr += more.Xr;
  rr += more.rr;
  tt += more.tt;
  count += more.count;
  outliers += more.outliers;
}

void Block::add(const Block& more) {
  for (std::size_t j = 0; j < joints.size(); ++j) joints[j].add(more.joints[j]);
  for (std::size_t j = 0; j < white.size(); ++j) white[j].add(more.white[j]);
  pose_sum += more.pose_sum;
  instants += more.instants;
  begin = std::min(begin, more.begin);
}

void Sums::add(const ParameterSpace& space, const std::vector<JointSums>& joints,
               const VectorXd& weights) {
  if (XX.size() == 0) {
    XX.setZero(space.base_count(), space.base_count());
    Xr.setZero(space.base_count());
  }
  for (int j = 0; j < space.dofs(); ++j) {
    const JointSums& of = joints[j];
    const std::vector<int>& seen = space.seen(j);
    const double weight = weights[j];
    for (std::size_t r = 0; r < seen.size(); ++r) {
      Xr[seen[r]] += weight * of.Xr[r];
      for (std::size_t c = 0; c <= r; ++c) {
        const double entry = weight * of.XX(r, c);
        XX(seen[r], seen[c]) += entry;
        if (c < r) XX(seen[c], seen[r]) += entry;
      }
    }
    rr += weight * of.rr;
    count += of.count;
  }
}

Information::Information(const ParameterSpace& space, VectorXd reference, VectorXd outlying,
                         double block_seconds, Workers& workers, std::vector<NoiseMemory> memory)
    : space_(space),
      reference_(std::move(reference)),
      outlying_(std::move(outlying)),
      block_seconds_(block_seconds),
      workers_(workers),
      memory_(std::move(memory)) {
  if (longest_memory() == 0) memory_.clear();
  whitened_ = !memory_.empty();
  constexpr std::size_t memory_bytes = 160u << 20;
  const std::size_t bytes = (memory_.empty() ? 1 : 2) * block_bytes(space);
  most_ = std::clamp<std::size_t>(memory_bytes / bytes, 40, 240);
}

Index Information::longest_memory() const {
  Index longest = 0;
  for (const NoiseMemory& memory : memory_) longest = std::max<Index>(longest, memory.order());
  return longest;
}

void Information::add(const PreparedLog& rows, int log) {
  std::vector<Part> parts;
  for (Index i = 0; i < rows.rows();) {
    const long index = std::lround(std::floor(rows.t[i] / block_seconds_));
    Part part{i, i, {}};
    part.block.log = log;
    part.block.index = index;
    part.block.begin = rows.t[i];
    while (part.last < rows.rows() &&
           std::lround(std::floor(rows.t[part.last] / block_seconds_)) == index) {
      ++part.last;
    }
    i = part.last;
    parts.push_back(std::move(part));
  }
  with_rows(space_, workers_, static_cast<int>(parts.size()),
            [&](ParameterSpace::Rows& regressor, int item) { fill(rows, regressor, parts[item]); });
  for (Part& part : parts) {
    if (part.block.instants == 0) continue;
    part.block.index = std::lround(std::floor(part.block.begin / block_seconds_));
    if (!blocks_.empty() && blocks_.back().log == log && blocks_.back().index == part.block.index) {
      blocks_.back().add(part.block);
    } else {
      blocks_.push_back(std::move(part.block));
    }
    if (blocks_.size() > most_) keep_few();
  }
}

void Information::fill(const PreparedLog& rows, ParameterSpace::Rows& regressor, Part& part) const {
  const int n = space_.dofs();
  Block& block = part.block;
  std::vector<JointRows> joints;
  block.pose_sum.setZero(n);
  for (int j = 0; j < n; ++j) {
    const auto columns = static_cast<Index>(space_.seen(j).size());
    block.joints.push_back(empty_sums(columns));
    if (!memory_.empty()) block.white.push_back(empty_sums(columns));
    joints.emplace_back(columns, memory_.empty() ? nullptr : &memory_[j]);
  }
  VectorXd q(n), v(n), a(n), before(n);
  MatrixXd by_position;
  const Index start = std::max<Index>(0, part.first - longest_memory());
  for (Index i = start; i < part.last; ++i) {
    const bool counts = i >= part.first;
    q = rows.q.row(i);
    v = rows.v.row(i);
    a = rows.a.row(i);
    position_slopes(rows, i, space_.late_positions(), reference_, regressor, by_position);
    const MatrixXd& X = regressor(q, v, a);
    for (int j = 0; j < n; ++j) {
      if (!rows.usable(i, j)) {
        joints[j].interrupt();
        continue;
      }
      const double step = i > 0 ? rows.t[i] - rows.t[i - 1] : 0.0;
      if (!memory_.empty() && step > memory_[j].longest_step) joints[j].interrupt();
      JointSums& sums = block.joints[j];
      const std::vector<int>& seen = space_.seen(j);
      auto row = joints[j].next();
      double torque = 0.0;
      const std::size_t own = seen.size() - space_.late_positions().size() - 1;  // delay
      for (std::size_t c = 0; c < own; ++c) {
        row[c] = X(j, seen[c]);
        torque += X(j, seen[c]) * reference_[seen[c]];
      }
      const bool goes_on = i > start && rows.usable(i - 1, j) &&
                           rows.v(i, j) * rows.v(i - 1, j) > 0.0;  // else friction jumps
      const double late = goes_on ? (before[j] - torque) / step : 0.0;
      before[j] = torque;
      row[own] = late;
      double residual = rows.tau(i, j) - torque - late * reference_[seen[own]];
      for (Index k = 0; k < by_position.cols(); ++k) {
        const std::size_t c = own + 1 + k;
        row[c] = by_position(j, k);
        residual -= by_position(j, k) * reference_[seen[c]];
      }
      if (std::abs(residual) > outlying_[j]) {
        if (counts) ++sums.outliers;
        joints[j].interrupt();
        continue;
      }
      row[seen.size()] = residual;
      if (counts) sums.tt += rows.tau(i, j) * rows.tau(i, j);
      joints[j].push(counts, sums, memory_.empty() ? nullptr : &block.white[j]);
    }
    if (!counts) continue;
    block.pose_sum += q;
    ++block.instants;
  }
  for (std::size_t j = 0; j < joints.size(); ++j) {
    joints[j].flush(block.joints[j], memory_.empty() ? nullptr : &block.white[j]);
  }
}

/// Neighbours become one, and blocks that follow are twice as long.
void Information::keep_few() {
  std::vector<Block> fewer;
  block_seconds_ *= 2.0;
  for (Block& block : blocks_) {
    block.index = block.index >= 0 ? block.index / 2 : (block.index - 1) / 2;
    if (!fewer.empty() && fewer.back().log == block.log && fewer.back().index == block.index) {
      fewer.back().add(block);
    } else {
      fewer.push_back(std::move(block));
    }
  }
  blocks_ = std::move(fewer);
}

Sums Information::sums(const VectorXd& weights) const {
  Sums all;
  for (const Block& block : blocks_) add_to(all, block, weights);
  return all;
}

VectorXd Information::plain(const VectorXd& weights) const {
  VectorXd out = weights;
  if (!whitened_) return out;
  for (std::size_t j = 0; j < memory_.size(); ++j) {
    out[j] *= memory_[j].fresh() * memory_[j].fresh();
  }
  return out;
}

VectorXd Information::fresh_deviations(const VectorXd& base) const {
  VectorXd out(space_.dofs());
  for (int j = 0; j < space_.dofs(); ++j) {
    const VectorXd step = seen_by(space_, j, base - reference_);
    double squares = 0.0, count = 0.0;
    for (const Block& block : blocks_) {
      const JointSums& of = fitted(block)[j];
      squares += of.squares(step);
      count += static_cast<double>(of.count);
    }
    out[j] = std::sqrt(squares / std::max(1.0, count));
  }
  return out;
}

double JointSums::squares(const VectorXd& step) const {
  return std::max(0.0,
                  rr - 2.0 * Xr.dot(step) + step.dot(XX.selfadjointView<Eigen::Lower>() * step));
}

VectorXd seen_by(const ParameterSpace& space, int j, const VectorXd& base) {
  return base(space.seen(j));
}

}  // namespace alembert::identifying
