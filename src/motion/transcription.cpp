// Building the program: nodes, constraint lists and sparsity patterns.
#include "motion/transcription.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace alembert {

Transcription::Transcription(TimeGrid grid, int dofs, int forces)
    : grid_(std::move(grid)),
      dofs_(dofs),
      forces_(forces),
      map_(grid_.degree(), dofs, forces, orders_) {
  const int size = grid_.controls() * (dofs_ + forces_) + grid_.times();
  bounds_.x_lower.setConstant(size, -std::numeric_limits<double>::infinity());
  bounds_.x_upper.setConstant(size, std::numeric_limits<double>::infinity());
}

int Transcription::node(int segment, double fraction) {
  for (int k = 0; k < node_count(); ++k) {
    if (node_segment(k) == segment && node_fraction(k) == fraction) return k;
  }
  nodes_.push_back({PlacedRows::at(grid_, segment, fraction, 4), MotionPoint(dofs_, forces_)});
  return node_count() - 1;
}

void Transcription::finish() {
  bool jerk = false;
  for (const PointLimit& limit : point_limits_) jerk |= limit.function->uses_jerk();
  for (const PointCost& cost : costs_) jerk |= cost.function->uses_jerk();
  orders_ = jerk ? 4 : 3;
  map_ = SegmentMap(grid_.degree(), dofs_, forces_, orders_);

  segments_.assign(grid_.segments(), {});
  for (int e = 0; e < grid_.segments(); ++e) {
    std::vector<int>& unknowns = segments_[e].unknowns;
    for (int l = 0; l <= grid_.degree(); ++l) {
      for (int j = 0; j < dofs_; ++j) unknowns.push_back(control_index(e + l, j));
    }
    for (const int k : grid_.local_times(e)) unknowns.push_back(time_index(k));
    for (int l = 0; l <= grid_.degree(); ++l) {
      for (int j = 0; j < forces_; ++j) unknowns.push_back(force_index(e + l, j));
    }
  }
  list_constraints();
  list_jacobian();
  list_hessian();
  last_x_.resize(0);
}

void Transcription::list_constraints() {
  origins_.clear();
  std::vector<double> lower, upper;
  for (int c = 0; c < static_cast<int>(point_limits_.size()); ++c) {
    const PointLimit& limit = point_limits_[c];
    for (const int k : limit.nodes) {
      for (int i = 0; i < static_cast<int>(limit.entries.size()); ++i) {
        origins_.push_back({c, -1, i, k});
        lower.push_back(limit.lower[i] / limit.scale[i]);
        upper.push_back(limit.upper[i] / limit.scale[i]);
      }
    }
  }
  for (int c = 0; c < static_cast<int>(row_limits_.size()); ++c) {
    origins_.push_back({-1, c, 0, -1});
    lower.push_back(row_limits_[c].lower / row_limits_[c].scale);
    upper.push_back(row_limits_[c].upper / row_limits_[c].scale);
  }
  bounds_.g_lower = Eigen::Map<Eigen::VectorXd>(lower.data(), static_cast<int>(lower.size()));
  bounds_.g_upper = Eigen::Map<Eigen::VectorXd>(upper.data(), static_cast<int>(upper.size()));
}

void Transcription::list_jacobian() {
  jacobian_ = {};
  for (int i = 0; i < static_cast<int>(origins_.size()); ++i) {
    const Origin& origin = origins_[i];
    const auto put = [&](int column) {
      jacobian_.rows.push_back(i);
      jacobian_.columns.push_back(column);
    };
    if (origin.point_limit >= 0) {
      for (const int column : segments_[node_segment(origin.node)].unknowns) put(column);
      continue;
    }
    const RowLimit& limit = row_limits_[origin.row_limit];
    for (int k = 0; limit.of_duration && k < grid_.times(); ++k) put(time_index(k));
    for (const RowLimit::Part& part : limit.parts) {
      const int e = part.place.segment();
      for (int l = 0; l <= grid_.degree(); ++l) put(control_index(e + l, part.coordinate));
      for (const int k : grid_.local_times(e)) put(time_index(k));
    }
  }
}

void Transcription::list_hessian() {
  hessian_ = {};
  std::map<std::pair<int, int>, int> known;
  blocks_.resize(segments_.size());
  for (std::size_t e = 0; e < segments_.size(); ++e) {
    const std::vector<int>& unknowns = segments_[e].unknowns;
    const int size = static_cast<int>(unknowns.size());
    blocks_[e].resize(size, size);
    for (int column = 0; column < size; ++column) {
      for (int row = column; row < size; ++row) {
        const int i = std::max(unknowns[row], unknowns[column]);
        const int j = std::min(unknowns[row], unknowns[column]);
        const auto [it, fresh] = known.try_emplace({i, j}, hessian_.size());
        if (fresh) {
          hessian_.rows.push_back(i);
          hessian_.columns.push_back(j);
        }
        segments_[e].hessian_entries.push_back(it->second);
      }
    }
  }
}

}  // namespace alembert
