#include "identify/information.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace alembert::identifying {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Rows that wait to be multiplied together.
struct Panel {
  static constexpr Index most = 64;
  RowMajor rows;
  VectorXd right;
  Index filled = 0;

  explicit Panel(std::size_t columns) : rows(most, static_cast<Index>(columns)), right(most) {}

  void flush(JointSums& sums) {
    if (filled == 0) return;
    const auto X = rows.topRows(filled);
    sums.XX.selfadjointView<Eigen::Lower>().rankUpdate(X.transpose());
    sums.Xr.noalias() += X.transpose() * right.head(filled);
    filled = 0;
  }
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
  pose_sum += more.pose_sum;
  instants += more.instants;
  begin = std::min(begin, more.begin);
}

void Sums::add(const ParameterSpace& space, const Block& block, const VectorXd& weights,
               double sign) {
  if (XX.size() == 0) {
    XX.setZero(space.base_count(), space.base_count());
    Xr.setZero(space.base_count());
  }
  for (int j = 0; j < space.dofs(); ++j) {
    const JointSums& of = block.joints[static_cast<std::size_t>(j)];
    const std::vector<int>& seen = space.seen(j);
    const double weight = sign * weights[j];
    for (std::size_t r = 0; r < seen.size(); ++r) {
      const auto row = static_cast<Index>(r);
      Xr[seen[r]] += weight * of.Xr[row];
      for (std::size_t c = 0; c <= r; ++c) {
        const double entry = weight * of.XX(row, static_cast<Index>(c));
        XX(seen[r], seen[c]) += entry;
        if (c < r) XX(seen[c], seen[r]) += entry;
      }
    }
    rr += weight * of.rr;
    count += sign > 0.0 ? of.count : -of.count;
  }
}

Information::Information(const ParameterSpace& space, VectorXd reference, VectorXd outlying,
                         double block_seconds, Workers& workers)
    : space_(space),
      reference_(std::move(reference)),
      outlying_(std::move(outlying)),
      block_seconds_(block_seconds),
      workers_(workers) {
  constexpr std::size_t memory = 160u << 20;
  most_ = std::clamp<std::size_t>(memory / block_bytes(space), 40, 240);
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
  std::vector<std::optional<ParameterSpace::Rows>> regressors(
      static_cast<std::size_t>(workers_.count()));
  workers_.run(static_cast<int>(parts.size()), [&](int worker, int item) {
    auto& regressor = regressors[static_cast<std::size_t>(worker)];
    if (!regressor) regressor.emplace(space_);
    fill(rows, *regressor, parts[static_cast<std::size_t>(item)]);
  });
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
  std::vector<Panel> panels;
  part.block.joints.resize(static_cast<std::size_t>(n));
  part.block.pose_sum.setZero(n);
  for (int j = 0; j < n; ++j) {
    const auto columns = static_cast<Index>(space_.seen(j).size());
    JointSums& sums = part.block.joints[static_cast<std::size_t>(j)];
    sums.XX.setZero(columns, columns);
    sums.Xr.setZero(columns);
    panels.emplace_back(space_.seen(j).size());
  }
  VectorXd q(n), v(n), a(n), torque(n), before(n);
  for (Index i = part.first; i < part.last; ++i) {
    q = rows.q.row(i);
    v = rows.v.row(i);
    a = rows.a.row(i);
    const MatrixXd& X = regressor(q, v, a);
    for (int j = 0; j < n; ++j) {
      if (!rows.usable(i, j)) continue;
      Panel& panel = panels[static_cast<std::size_t>(j)];
      JointSums& sums = part.block.joints[static_cast<std::size_t>(j)];
      const std::vector<int>& seen = space_.seen(j);
      torque[j] = 0.0;
      for (std::size_t c = 0; c + 1 < seen.size(); ++c) {  // the last is the delay
        panel.rows(panel.filled, static_cast<Index>(c)) = X(j, seen[c]);
        torque[j] += X(j, seen[c]) * reference_[seen[c]];
      }
      const bool goes_on = i > part.first && rows.usable(i - 1, j) &&
                           rows.v(i, j) * rows.v(i - 1, j) > 0.0;  // else friction jumps
      const double late = goes_on ? (before[j] - torque[j]) / (rows.t[i] - rows.t[i - 1]) : 0.0;
      before[j] = torque[j];
      panel.rows(panel.filled, static_cast<Index>(seen.size() - 1)) = late;
      const double residual = rows.tau(i, j) - torque[j] - late * reference_[seen.back()];
      if (std::abs(residual) > outlying_[j]) {
        ++sums.outliers;
        continue;
      }
      panel.right[panel.filled++] = residual;
      sums.rr += residual * residual;
      sums.tt += rows.tau(i, j) * rows.tau(i, j);
      ++sums.count;
      if (panel.filled == Panel::most) panel.flush(sums);
    }
    part.block.pose_sum += q;
    ++part.block.instants;
  }
  for (int j = 0; j < n; ++j) {
    panels[static_cast<std::size_t>(j)].flush(part.block.joints[static_cast<std::size_t>(j)]);
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
  for (const Block& block : blocks_) all.add(space_, block, weights);
  return all;
}

double residual_squares(const ParameterSpace& space, const Block& block, int j,
                        const VectorXd& step) {
  const JointSums& of = block.joints[static_cast<std::size_t>(j)];
  const std::vector<int>& seen = space.seen(j);
  VectorXd d(static_cast<Index>(seen.size()));
  for (std::size_t c = 0; c < seen.size(); ++c) d[static_cast<Index>(c)] = step[seen[c]];
  const double squares =
      of.rr - 2.0 * of.Xr.dot(d) + d.dot(of.XX.selfadjointView<Eigen::Lower>() * d);
  return std::max(0.0, squares);
}

}  // namespace alembert::identifying
