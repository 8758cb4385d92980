// Building the program: nodes, constraint lists and sparsity patterns.
#include "motion/program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {

namespace {

/// Nodes times squared joints from which waking other threads costs less than they save.
constexpr int enough_for_threads = 2000;

/// Beside an end where something is zero a limit on it is tightened by no more than it lets pass
/// there.
double tightening_at(const PointLimit& limit, int entry, double usual, int segment,
                     double fraction) {
  if (!limit.zero_first && !limit.zero_last) return usual;
  constexpr double aimed_at = 0.95;  // of what may pass
  const double passes = std::min(std::abs(limit.lower[entry]), std::abs(limit.upper[entry]));
  const double at = segment + fraction;
  double apart = 1.0;  // segments
  if (limit.zero_first) apart = std::min(apart, at - limit.first_segment);
  if (limit.zero_last) apart = std::min(apart, limit.last_segment + 1 - at);
  return aimed_at * passes / limit.scale[entry] + usual * apart * apart;
}

}  // namespace

MotionProgram::MotionProgram(Task task, TimeGrid grid, std::shared_ptr<Workers> workers)
    : task_(std::move(task)),
      grid_(std::move(grid)),
      dofs_(task_.dofs()),
      workers_(std::move(workers)) {
  int size = grid_.controls() * dofs_ + grid_.times();
  for (std::size_t k = 0; k < task_.stages().size(); ++k) {
    force_blocks_.push_back(size);
    size += force_controls(k) * task_.stages()[k].forces;
  }
  bounds_.x_lower.setConstant(size, -std::numeric_limits<double>::infinity());
  bounds_.x_upper.setConstant(size, std::numeric_limits<double>::infinity());
}

int MotionProgram::node(int segment, double fraction) {
  for (int k = 0; k < node_count(); ++k) {
    if (node_segment(k) == segment && node_fraction(k) == fraction) return k;
  }
  const std::size_t stage = task_.stage_index(segment);
  Node node{PlacedRows::at(grid_, segment, fraction, 4),
            MotionPoint(dofs_, task_.stages()[stage].forces), stage};
  nodes_.push_back(std::move(node));
  return node_count() - 1;
}

void MotionProgram::finish() {
  bool jerk = false, force_rate = false;
  const auto look_at = [&](const PointTerm& term) {
    jerk |= term.uses_jerk();
    force_rate |= term.uses_force_rate();
  };
  for (const PointLimit& limit : point_limits_) look_at(limit.term);
  for (const PointCost& cost : costs_) look_at(cost.term);
  orders_ = jerk ? 4 : 3;
  force_orders_ = force_rate ? 2 : 1;

  segments_.assign(grid_.segments(), {});
  for (int e = 0; e < grid_.segments(); ++e) {
    std::vector<int>& unknowns = segments_[e].unknowns;
    for (int l = 0; l <= grid_.degree(); ++l) {
      for (int j = 0; j < dofs_; ++j)
        unknowns.push_back(control_index(grid_.first_control(e) + l, j));
    }
    for (const int k : grid_.local_times(e)) unknowns.push_back(time_index(k));
    const std::size_t k = task_.stage_index(e);
    const Stage& stage = task_.stages()[k];
    for (int l = 0; l <= grid_.degree(); ++l) {
      for (int j = 0; j < stage.forces; ++j) {
        unknowns.push_back(force_index(k, first_force_control(k, e) + l, j));
      }
    }
  }
  list_constraints();
  list_jacobian();
  list_uses();
  list_hessian();
  make_workspaces();
  last_x_.resize(0);
}

void MotionProgram::list_constraints() {
  origins_.clear();
  std::vector<double> lower, upper;
  const auto bound = [&](double from, double to, double scale, double tightening) {
    tightening = std::min(tightening, 0.25 * (to - from) / scale);
    lower.push_back(from / scale + tightening);
    upper.push_back(to / scale - tightening);
  };
  for (int c = 0; c < static_cast<int>(point_limits_.size()); ++c) {
    const PointLimit& limit = point_limits_[c];
    for (const int k : limit.nodes) {
      for (int i = 0; i < static_cast<int>(limit.entries.size()); ++i) {
        origins_.push_back({c, -1, i, k});
        const double more =
            limit.peak_tightening.size() > 0 ? limit.peak_tightening(i, node_segment(k)) : 0.0;
        bound(limit.lower[i], limit.upper[i], limit.scale[i],
              tightening_at(limit, i, std::max(limit.tightening, more), node_segment(k),
                            node_fraction(k)));
      }
    }
  }
  for (int c = 0; c < static_cast<int>(row_limits_.size()); ++c) {
    origins_.push_back({-1, c, 0, -1});
    const RowLimit& limit = row_limits_[c];
    bound(limit.lower, limit.upper, limit.scale, limit.tightening);
  }
  bounds_.g_lower = Eigen::Map<Eigen::VectorXd>(lower.data(), static_cast<int>(lower.size()));
  bounds_.g_upper = Eigen::Map<Eigen::VectorXd>(upper.data(), static_cast<int>(upper.size()));
}

/// What is computed at each node, and where it goes.
void MotionProgram::list_uses() {
  for (Node& node : nodes_) {
    node.limits.clear();
    node.costs.clear();
    node.limited_entries = 0;
  }
  int row = 0, entry = 0;
  for (int c = 0; c < static_cast<int>(point_limits_.size()); ++c) {
    const PointLimit& limit = point_limits_[c];
    const int entries = static_cast<int>(limit.entries.size());
    for (const int k : limit.nodes) {
      nodes_[k].limits.push_back({.limit = c, .row = row, .jacobian_entry = entry});
      nodes_[k].limited_entries += entries;
      row += entries;
      entry += entries * static_cast<int>(segments_[node_segment(k)].unknowns.size());
    }
  }
  for (int c = 0; c < static_cast<int>(costs_.size()); ++c) {
    for (std::size_t i = 0; i < costs_[c].nodes.size(); ++i) {
      nodes_[costs_[c].nodes[i]].costs.push_back({c, costs_[c].weight * costs_[c].shares[i]});
    }
  }
  for (int k = 0; k < node_count(); ++k) segments_[node_segment(k)].nodes.push_back(k);
}

void MotionProgram::list_jacobian() {
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
    for (int k = 0; limit.by_width.size() > 0 && k < grid_.times(); ++k) put(time_index(k));
    for (const RowLimit::Part& part : limit.parts) {
      const int e = part.place.segment();
      for (int l = 0; l <= grid_.degree(); ++l)
        put(control_index(grid_.first_control(e) + l, part.coordinate));
      for (const int k : grid_.local_times(e)) put(time_index(k));
    }
  }
}

/// Segments that see an unknown follow each other, so that a pair of them has an entry if the
/// segment before has it.
void MotionProgram::list_hessian() {
  hessian_ = {};
  std::vector<int> before(variable_count(), -1);  // places in the last segment's lists
  for (std::size_t e = 0; e < segments_.size(); ++e) {
    Segment& segment = segments_[e];
    const std::vector<int>& unknowns = segment.unknowns;
    const int size = static_cast<int>(unknowns.size());
    segment.gradient.resize(size);
    segment.hessian.resize(size, size);
    segment.hessian_entries.reserve(size * (size + 1) / 2);
    for (int column = 0; column < size; ++column) {
      for (int row = column; row < size; ++row) {
        const int one = before[unknowns[row]], other = before[unknowns[column]];
        if (one >= 0 && other >= 0) {
          const Segment& last = segments_[e - 1];
          const int count = static_cast<int>(last.unknowns.size());
          const int high = std::max(one, other), low = std::min(one, other);
          segment.hessian_entries.push_back(
              last.hessian_entries[low * count - low * (low - 1) / 2 + high - low]);
          continue;
        }
        segment.hessian_entries.push_back(hessian_.size());
        hessian_.rows.push_back(std::max(unknowns[row], unknowns[column]));
        hessian_.columns.push_back(std::min(unknowns[row], unknowns[column]));
      }
    }
    for (std::size_t k = 0; e > 0 && k < segments_[e - 1].unknowns.size(); ++k) {
      before[segments_[e - 1].unknowns[k]] = -1;
    }
    for (int k = 0; k < size; ++k) before[unknowns[k]] = k;
  }
}

std::vector<int> MotionProgram::places() const {
  std::vector<int> out(variable_count(), -1);
  for (int l = 0; l < grid_.controls(); ++l) {
    for (int j = 0; j < dofs_; ++j) out[control_index(l, j)] = l;
  }
  for (std::size_t k = 0; k < task_.stages().size(); ++k) {
    const Stage& stage = task_.stages()[k];
    for (int l = 0; l < force_controls(k); ++l) {
      for (int j = 0; j < stage.forces; ++j) {
        out[force_index(k, l, j)] = grid_.first_control(stage.first_segment) + l;
      }
    }
  }
  // What a row ties to unknowns far behind, such as the start of a motion that repeats itself.
  for (const RowLimit& limit : row_limits_) {
    int last = 0;
    for (const RowLimit::Part& part : limit.parts) last = std::max(last, part.place.segment());
    for (const RowLimit::Part& part : limit.parts) {
      if (last - part.place.segment() <= grid_.degree()) continue;
      for (int l = 0; l <= grid_.degree(); ++l) {
        out[control_index(grid_.first_control(part.place.segment()) + l, part.coordinate)] = -1;
      }
    }
  }
  return out;
}

std::vector<RowProducts> MotionProgram::row_products() const {
  std::vector<RowProducts> out;
  // A coordinate that is held has no unknowns left for a while: rows lack its columns.
  if (grid_.times() > 1 || !task_.problem().held.empty()) return out;
  for (const Node& node : nodes_) {
    RowProducts group{.rows = {}, .outer = grid_.degree() + 1, .inner = dofs_};
    for (const Node::LimitUse& use : node.limits) {
      const PointLimit& limit = point_limits_[use.limit];
      if (!limit.term.of_frames()) continue;
      for (int i = 0; i < static_cast<int>(limit.entries.size()); ++i) {
        const int row = use.row + i;
        if (bounds_.g_lower[row] < bounds_.g_upper[row]) group.rows.push_back(row);
      }
    }
    if (group.rows.size() > 1) out.push_back(std::move(group));
  }
  return out;
}

/// One a worker; a single one where there is little to do or a term allows no more.
void MotionProgram::make_workspaces() {
  std::vector<SegmentMap> maps;  // one a stage
  for (const Stage& stage : task_.stages()) {
    maps.emplace_back(grid_.degree(), dofs_, stage.forces, orders_, force_orders_);
  }
  workspaces_.clear();
  const int wanted = node_count() * dofs_ * dofs_ < enough_for_threads ? 1 : workers_->count();
  for (int worker = 0; worker < wanted; ++worker) {
    NodeWorkspace work(task_.model(), task_.workspaces(), maps);
    bool usable = true;
    for (const PointLimit& limit : point_limits_) {
      usable = work.add_limit(limit.term, worker == 0) && usable;
    }
    for (const PointCost& cost : costs_) usable = work.add_cost(cost.term, worker == 0) && usable;
    if (!usable) break;
    workspaces_.push_back(std::move(work));
  }
  if (static_cast<int>(workspaces_.size()) < wanted) {
    workspaces_.erase(workspaces_.begin() + 1, workspaces_.end());
  }
}

void MotionProgram::move_knots(const Eigen::MatrixXd& shares) {
  grid_ = grid_.with_shares(shares);
  for (Node& node : nodes_) node.place.move(grid_);
  for (RowLimit& limit : row_limits_) {
    for (RowLimit::Part& part : limit.parts) part.place.move(grid_);
  }
  last_x_.resize(0);
}

void MotionProgram::replace_cost_term(int cost, PointTerm term) {
  costs_[cost].term = std::move(term);
  for (std::size_t worker = 0; worker < workspaces_.size(); ++worker) {
    workspaces_[worker].replace_cost(cost, costs_[cost].term, worker == 0);
  }
}

}  // namespace alembert
