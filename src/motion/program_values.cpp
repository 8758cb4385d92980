// Evaluating the program: objective, constraints and their derivatives.
#include "motion/program.hpp"

namespace alembert {

Eigen::Map<const Eigen::MatrixXd> MotionProgram::controls(In x, int segment) const {
  return {x.data() + control_index(grid_.first_control(segment), 0), dofs_, grid_.degree() + 1};
}

Eigen::Map<const Eigen::MatrixXd> MotionProgram::forces(In x, int segment) const {
  const std::size_t k = task_.stage_index(segment);
  const Stage& stage = task_.stages()[k];
  const int first = stage.forces > 0 ? force_index(k, first_force_control(k, segment), 0) : 0;
  return {x.data() + first, stage.forces, grid_.degree() + 1};
}

template <typename Job>
void MotionProgram::for_each_segment(Job job) {
  const int count = grid_.segments();
  if (workspaces_.size() == 1) {
    for (int e = 0; e < count; ++e) job(workspaces_[0], e);
  } else {
    workers_->share(count, [&](int worker, int e) { job(workspaces_[worker], e); });
  }
}

void MotionProgram::update(In x) {
  if (last_x_.size() == x.size() && last_x_ == x) return;
  last_x_ = x;
  has_row_slopes_ = grid_.times() == 1;
  const Eigen::VectorXd now = times(x);
  widths_ = grid_.widths(now);
  const double whole = widths_.sum();
  for_each_segment([&](NodeWorkspace& work, int e) {
    const double begin = widths_.head(e).sum();
    for (const int k : segments_[e].nodes) {
      Node& node = nodes_[k];
      node.place.update(grid_, now);
      work.map(node.stage).point(node.place.rows(), controls(x, e), forces(x, e), node.point);
      node.point.time = begin + node.place.fraction() * widths_[e];
      node.point.fraction = node.point.time / whole;
      node.forget();
    }
  });
  for (RowLimit& limit : row_limits_) {
    for (RowLimit::Part& part : limit.parts) part.place.update(grid_, now);
  }
}

void MotionProgram::update_with_slopes(In x) {
  update(x);
  if (has_row_slopes_) return;
  const Eigen::VectorXd now = times(x);
  for_each_segment([&](NodeWorkspace&, int e) {
    for (const int k : segments_[e].nodes) nodes_[k].place.differentiate(grid_, now);
  });
  for (RowLimit& limit : row_limits_) {
    for (RowLimit::Part& part : limit.parts) part.place.differentiate(grid_, now);
  }
  has_row_slopes_ = true;
}

void MotionProgram::evaluate(In x, int segment, double fraction, MotionPoint& out) const {
  const Eigen::VectorXd now = times(x), widths = grid_.widths(now);
  SplineRows rows;
  grid_.values(segment, fraction, 4, now, rows.value);
  out.set_forces(task_.stage(segment).forces);
  SegmentMap(grid_.degree(), dofs_, out.forces, 4, 2)
      .point(rows, controls(x, segment), forces(x, segment), out);
  out.time = widths.head(segment).sum() + fraction * widths[segment];
  out.fraction = out.time / widths.sum();
}

Trajectory MotionProgram::motion(In x) const {
  const Eigen::VectorXd knots = grid_.knots(times(x));
  const Eigen::Map<const Eigen::MatrixXd> P(x.data(), dofs_, grid_.controls());
  Trajectory out{BSpline(grid_.degree(), knots, P.transpose())};
  for (std::size_t k = 0; task_.has_forces() && k < task_.stages().size(); ++k) {
    const Stage& stage = task_.stages()[k];
    const Eigen::Map<const Eigen::MatrixXd> U(x.data() + force_blocks_[k], stage.forces,
                                              force_controls(k));
    out.forces.emplace_back(grid_.degree(), out.q.knots_of(stage.first_segment, stage.last_segment),
                            U.transpose());
  }
  return out;
}

double MotionProgram::objective(In x) {
  update(x);
  double sum = time_weight_ * widths_.sum();
  if (costs_.empty()) return sum;
  // Integrands first, on all threads; then the sum, in the order of the segments.
  for_each_segment([&](NodeWorkspace& work, int e) {
    double& integrand = segments_[e].gradient[0];
    integrand = 0.0;
    for (const int k : segments_[e].nodes) {
      for (const Node::CostUse& use : nodes_[k].costs) {
        work.cost_value(nodes_[k], use.cost, work.values);
        integrand += use.weight * work.values[0];
      }
    }
  });
  for (int e = 0; e < grid_.segments(); ++e) sum += widths_[e] * segments_[e].gradient[0];
  return sum;
}

// The integral over a segment is its width times a sum over its nodes: both depend on the times.
void MotionProgram::gradient(In x, Out out) {
  update_with_slopes(x);
  out.setZero();
  for (int k = 0; k < grid_.times(); ++k) {
    out[time_index(k)] = time_weight_ * grid_.shares().col(k).sum();
  }
  if (costs_.empty()) return;
  Eigen::VectorXd integrands(grid_.segments());
  for_each_segment([&](NodeWorkspace& work, int e) {
    segments_[e].gradient.setZero();
    integrands[e] = 0.0;
    for (const int k : segments_[e].nodes) {
      Node& node = nodes_[k];
      if (node.costs.empty()) continue;
      for (const Node::CostUse& use : node.costs) {
        work.cost_value(node, use.cost, work.values);
        integrands[e] += use.weight * work.values[0];
      }
      segments_[e].gradient += widths_[e] * cost_slopes(work, node, x).transpose();
    }
  });
  for (int e = 0; e < grid_.segments(); ++e) {
    const std::vector<int>& unknowns = segments_[e].unknowns;
    for (std::size_t u = 0; u < unknowns.size(); ++u) out[unknowns[u]] += segments_[e].gradient[u];
    for (int k = 0; k < grid_.times(); ++k) {
      out[time_index(k)] += grid_.shares()(e, k) * integrands[e];
    }
  }
}

void MotionProgram::constraints(In x, Out out) {
  update(x);
  for_each_segment([&](NodeWorkspace& work, int e) {
    for (const int k : segments_[e].nodes) {
      for (Node::LimitUse& use : nodes_[k].limits) {
        const PointLimit& limit = point_limits_[use.limit];
        work.limit_value(nodes_[k], use, work.values);
        for (int i = 0; i < static_cast<int>(limit.entries.size()); ++i) {
          out[use.row + i] = work.values[limit.entries[i]] / limit.scale[i];
        }
      }
    }
  });
  int at = constraint_count() - static_cast<int>(row_limits_.size());
  for (const RowLimit& limit : row_limits_) {
    double sum = limit.by_width.size() > 0 ? limit.by_width.dot(widths_) : 0.0;
    for (const RowLimit::Part& part : limit.parts) {
      sum += part.factor * controls(x, part.place.segment())
                               .row(part.coordinate)
                               .dot(part.place.rows().value.col(part.row));
    }
    out[at++] = sum / limit.scale;
  }
}

void MotionProgram::jacobian(In x, Out values) {
  update_with_slopes(x);
  for_each_segment([&](NodeWorkspace& work, int e) {
    const int size = static_cast<int>(segments_[e].unknowns.size());
    for (const int k : segments_[e].nodes) {
      Node& node = nodes_[k];
      if (node.limits.empty()) continue;
      work.map(node.stage).place(node.place.rows(), controls(x, e), forces(x, e));
      for (Node::LimitUse& use : node.limits) {
        const PointLimit& limit = point_limits_[use.limit];
        const Eigen::MatrixXd& slopes = work.limit_slopes(node, use);
        const bool by_z = slopes.cols() != dofs_;
        if (by_z) work.map(node.stage).pull(slopes, work.by_local);
        for (int i = 0; i < static_cast<int>(limit.entries.size()); ++i) {
          auto out = values.segment(use.jacobian_entry + i * size, size);
          const double factor = 1.0 / limit.scale[i];
          if (by_z) {
            out = factor * work.by_local.row(limit.entries[i]).transpose();
          } else {
            work.map(node.stage).pull_row(slopes, limit.entries[i], factor, out);
          }
        }
      }
    }
  });
  int at = 0;
  for (const Node& node : nodes_) {
    at += node.limited_entries * static_cast<int>(segments_[node.place.segment()].unknowns.size());
  }
  for (const RowLimit& limit : row_limits_) {
    for (int k = 0; limit.by_width.size() > 0 && k < grid_.times(); ++k) {
      values[at++] = limit.by_width.dot(grid_.shares().col(k)) / limit.scale;
    }
    for (const RowLimit::Part& part : limit.parts) {
      const auto P = controls(x, part.place.segment()).row(part.coordinate);
      const SplineRows& rows = part.place.rows();
      const double factor = part.factor / limit.scale;
      for (int l = 0; l <= grid_.degree(); ++l) values[at++] = factor * rows.value(l, part.row);
      for (const Eigen::MatrixXd& first : rows.first) {
        values[at++] = factor * P.dot(first.col(part.row));
      }
    }
  }
}

/// The derivatives by z of all that is looked at in a node.
void MotionProgram::sum_node_hessian(NodeWorkspace& work, Node& node, double factor, In multipliers,
                                     NodeSum& sum) {
  for (Node::LimitUse& use : node.limits) {
    const PointLimit& limit = point_limits_[use.limit];
    work.weights.setZero(limit.term.size());
    for (int i = 0; i < static_cast<int>(limit.entries.size()); ++i) {
      work.weights[limit.entries[i]] = multipliers[use.row + i] / limit.scale[i];
    }
    work.add_limit_hessian(node, use, work.weights, sum);
  }
  if (factor == 0.0) return;
  for (const Node::CostUse& use : node.costs) {
    const double width = widths_[node.place.segment()];
    work.add_cost_hessian(node, use.cost, factor * use.weight * width, sum);
  }
}

/// Adds them by the segment's unknowns, through one chain rule.
void MotionProgram::add_segment_hessians(NodeWorkspace& work, int e, In x, double factor,
                                         In multipliers) {
  std::size_t count = 0;
  for (const int k : segments_[e].nodes) {
    Node& node = nodes_[k];
    if (node.limits.empty() && (factor == 0.0 || node.costs.empty())) continue;
    sum_node_hessian(work, node, factor, multipliers, work.begin_hessian(node, count++));
  }
  if (count == 0) return;
  work.end_hessians();
  for (const NodeSum& sum : work.sums()) {
    work.map(sum.node->stage)
        .add_hessian(sum.node->place.rows(), controls(x, e), forces(x, e), sum.gradient,
                     sum.hessian);
  }
}

/// Of a node's costs together, by the unknowns of its segment; until the next call.
Eigen::MatrixXd::ConstRowXpr MotionProgram::cost_slopes(NodeWorkspace& work, Node& node, In x) {
  work.rows.setZero(1, node.point.z.size());
  for (const Node::CostUse& use : node.costs) {
    work.cost_derivative(node, use.cost, work.slopes);
    work.rows += use.weight * work.slopes;
  }
  const int e = node.place.segment();
  work.map(node.stage).place(node.place.rows(), controls(x, e), forces(x, e));
  work.map(node.stage).pull(work.rows, work.by_local);
  return std::as_const(work.by_local).row(0);
}

/// A cost's weight holds the width of its segment, which adds products of first derivatives;
/// `integrand` are those of all the segment's costs.
void MotionProgram::add_width_products(int e, const Eigen::RowVectorXd& integrand, double factor) {
  const std::vector<int>& used = grid_.local_times(e);
  Eigen::MatrixXd& block = segments_[e].hessian;
  for (std::size_t k = 0; k < used.size(); ++k) {
    const Eigen::Index row = (grid_.degree() + 1) * dofs_ + static_cast<int>(k);
    const Eigen::Index behind = block.rows() - row;
    const double change = factor * grid_.shares()(e, used[k]);
    block.row(row).head(row + 1) += change * integrand.head(row + 1);
    block.col(row).tail(behind) += change * integrand.tail(behind).transpose();
  }
}

void MotionProgram::add_row_hessians(In x, In multipliers) {
  int at = constraint_count() - static_cast<int>(row_limits_.size());
  for (const RowLimit& limit : row_limits_) {
    const double multiplier = multipliers[at++] / limit.scale;
    for (const RowLimit::Part& part : limit.parts) {
      const int e = part.place.segment();
      const auto P = controls(x, e).row(part.coordinate);
      const SplineRows& rows = part.place.rows();
      const double weight = multiplier * part.factor;
      for (int k = 0; k < static_cast<int>(rows.first.size()); ++k) {
        const int row = (grid_.degree() + 1) * dofs_ + k;
        for (int l = 0; l <= grid_.degree(); ++l) {
          segments_[e].hessian(row, l * dofs_ + part.coordinate) +=
              weight * rows.first[k](l, part.row);
        }
        for (int m = 0; m <= k; ++m) {
          segments_[e].hessian(row, row - k + m) +=
              weight * P.dot(rows.second[k * (k + 1) / 2 + m].col(part.row));
        }
      }
    }
  }
}

void MotionProgram::hessian(In x, double factor, In multipliers, Out values) {
  update_with_slopes(x);
  for_each_segment([&](NodeWorkspace& work, int e) {
    Segment& segment = segments_[e];
    work.map(task_.stage_index(e)).begin_hessian(static_cast<int>(grid_.local_times(e).size()));
    work.integrand.setZero(segment.hessian.cols());
    add_segment_hessians(work, e, x, factor, multipliers);
    for (const int k : segment.nodes) {
      if (factor == 0.0 || nodes_[k].costs.empty()) continue;
      work.integrand += cost_slopes(work, nodes_[k], x);
    }
    work.map(task_.stage_index(e)).end_hessian(segment.hessian);
    add_width_products(e, work.integrand, factor);
  });
  add_row_hessians(x, multipliers);
  values.setZero();
  for (const Segment& segment : segments_) {
    const int size = static_cast<int>(segment.unknowns.size());
    const int* entry = segment.hessian_entries.data();
    for (int column = 0; column < size; ++column) {
      for (int row = column; row < size; ++row) values[*entry++] += segment.hessian(row, column);
    }
  }
}

}  // namespace alembert
