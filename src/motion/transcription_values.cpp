// Evaluating the program: objective, constraints and their derivatives.
#include "motion/transcription.hpp"

namespace alembert {

Eigen::Map<const Eigen::MatrixXd> Transcription::controls(In x, int segment) const {
  return {x.data() + control_index(segment, 0), dofs_, grid_.degree() + 1};
}

Eigen::Map<const Eigen::MatrixXd> Transcription::force_controls(In x, int segment) const {
  return {x.data() + (forces_ > 0 ? force_index(segment, 0) : 0), forces_, grid_.degree() + 1};
}

void Transcription::update(In x) {
  if (last_x_.size() == x.size() && last_x_ == x) return;
  last_x_ = x;
  const Eigen::VectorXd now = times(x);
  widths_ = grid_.widths(now);
  const double whole = widths_.sum();
  for (Node& node : nodes_) {
    node.place.update(grid_, now);
    const int e = node.place.segment();
    map_.point(node.place.rows(), controls(x, e), force_controls(x, e), node.point);
    node.point.time = widths_.head(e).sum() + node.place.fraction() * widths_[e];
    node.point.fraction = node.point.time / whole;
  }
  for (RowLimit& limit : row_limits_) {
    for (RowLimit::Part& part : limit.parts) part.place.update(grid_, now);
  }
}

void Transcription::evaluate(In x, int segment, double fraction, MotionPoint& out) const {
  const Eigen::VectorXd now = times(x), widths = grid_.widths(now);
  SplineRows rows;
  grid_.values(segment, fraction, 4, now, rows.value);
  SegmentMap(grid_.degree(), dofs_, forces_, 4)
      .point(rows, controls(x, segment), force_controls(x, segment), out);
  out.time = widths.head(segment).sum() + fraction * widths[segment];
  out.fraction = out.time / widths.sum();
}

double Transcription::objective(In x) {
  update(x);
  double sum = time_weight_ * widths_.sum();
  value_.resize(1);
  for (const PointCost& cost : costs_) {
    for (std::size_t i = 0; i < cost.nodes.size(); ++i) {
      const Node& node = nodes_[cost.nodes[i]];
      value_.setZero();
      cost.function->value(node.point, value_);
      sum += cost.weight * cost.shares[i] * widths_[node.place.segment()] * value_[0];
    }
  }
  return sum;
}

void Transcription::gradient(In x, Out out) {
  update(x);
  out.setZero();
  for (int k = 0; k < grid_.times(); ++k) {
    out[time_index(k)] = time_weight_ * grid_.shares().col(k).sum();
  }
  value_.resize(1);
  for (const PointCost& cost : costs_) {
    for (std::size_t i = 0; i < cost.nodes.size(); ++i) {
      const Node& node = nodes_[cost.nodes[i]];
      const int e = node.place.segment();
      const std::vector<int>& unknowns = segments_[e].unknowns;
      value_.setZero();
      cost.function->value(node.point, value_);
      derivative_.setZero(1, node.point.z.size());
      cost.function->derivative(node.point, derivative_);
      local_rows_.resize(1, static_cast<int>(unknowns.size()));
      map_.pull(node.place.rows(), controls(x, e), force_controls(x, e), derivative_, local_rows_);
      const double weight = cost.weight * cost.shares[i];
      for (std::size_t u = 0; u < unknowns.size(); ++u) {
        out[unknowns[u]] += weight * widths_[e] * local_rows_(0, static_cast<int>(u));
      }
      for (int k = 0; k < grid_.times(); ++k) {
        out[time_index(k)] += weight * grid_.shares()(e, k) * value_[0];
      }
    }
  }
}

void Transcription::constraints(In x, Out out) {
  update(x);
  int at = 0;
  for (const PointLimit& limit : point_limits_) {
    value_.resize(limit.function->size());
    for (const int k : limit.nodes) {
      value_.setZero();
      limit.function->value(nodes_[k].point, value_);
      for (std::size_t i = 0; i < limit.entries.size(); ++i) {
        out[at++] = value_[limit.entries[i]] / limit.scale[static_cast<int>(i)];
      }
    }
  }
  for (const RowLimit& limit : row_limits_) {
    double sum = limit.of_duration ? widths_.sum() : 0.0;
    for (const RowLimit::Part& part : limit.parts) {
      sum += part.factor * controls(x, part.place.segment())
                               .row(part.coordinate)
                               .dot(part.place.rows().value.col(part.row));
    }
    out[at++] = sum / limit.scale;
  }
}

void Transcription::jacobian(In x, Out values) {
  update(x);
  int at = 0;
  for (const PointLimit& limit : point_limits_) {
    const int entries = static_cast<int>(limit.entries.size());
    for (const int k : limit.nodes) {
      const Node& node = nodes_[k];
      const int e = node.place.segment();
      derivative_.setZero(limit.function->size(), node.point.z.size());
      limit.function->derivative(node.point, derivative_);
      picked_.resize(entries, derivative_.cols());
      for (int i = 0; i < entries; ++i) {
        picked_.row(i) = derivative_.row(limit.entries[i]) / limit.scale[i];
      }
      const int size = static_cast<int>(segments_[e].unknowns.size());
      local_rows_.resize(entries, size);
      map_.pull(node.place.rows(), controls(x, e), force_controls(x, e), picked_, local_rows_);
      for (int i = 0; i < entries; ++i, at += size) {
        values.segment(at, size) = local_rows_.row(i).transpose();
      }
    }
  }
  for (const RowLimit& limit : row_limits_) {
    for (int k = 0; limit.of_duration && k < grid_.times(); ++k) {
      values[at++] = grid_.shares().col(k).sum() / limit.scale;
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

// Every function's derivatives by z go through the chain rule of its node's segment. A cost's
// weight holds the width of its segment, which adds products of first derivatives.
void Transcription::add_point_hessians(In x, double factor, In multipliers) {
  const int size_z = 4 * dofs_ + forces_;
  const auto chain = [&](const Node& node) {
    const int e = node.place.segment();
    map_.add_hessian(node.place.rows(), controls(x, e), force_controls(x, e), sum_gradient_,
                     sum_hessian_, blocks_[e]);
  };
  int at = 0;
  for (const PointLimit& limit : point_limits_) {
    Eigen::VectorXd weights = Eigen::VectorXd::Zero(limit.function->size());
    for (const int k : limit.nodes) {
      weights.setZero();
      for (std::size_t i = 0; i < limit.entries.size(); ++i) {
        weights[limit.entries[i]] = multipliers[at++] / limit.scale[static_cast<int>(i)];
      }
      derivative_.setZero(limit.function->size(), size_z);
      limit.function->derivative(nodes_[k].point, derivative_);
      sum_gradient_.noalias() = derivative_.transpose() * weights;
      sum_hessian_.setZero(size_z, size_z);
      limit.function->hessian(nodes_[k].point, weights, sum_hessian_);
      chain(nodes_[k]);
    }
  }
  if (factor == 0.0) return;
  for (const PointCost& cost : costs_) {
    for (std::size_t i = 0; i < cost.nodes.size(); ++i) {
      const Node& node = nodes_[cost.nodes[i]];
      const int e = node.place.segment();
      const double weight = factor * cost.weight * cost.shares[i];
      derivative_.setZero(1, size_z);
      cost.function->derivative(node.point, derivative_);
      sum_gradient_ = (weight * widths_[e]) * derivative_.transpose();
      sum_hessian_.setZero(size_z, size_z);
      cost.function->hessian(node.point, Eigen::VectorXd::Constant(1, weight * widths_[e]),
                             sum_hessian_);
      chain(node);
      const int size = static_cast<int>(segments_[e].unknowns.size());
      local_rows_.resize(1, size);
      map_.pull(node.place.rows(), controls(x, e), force_controls(x, e), derivative_, local_rows_);
      const std::vector<int>& used = grid_.local_times(e);
      for (std::size_t k = 0; k < used.size(); ++k) {
        const int row = (grid_.degree() + 1) * dofs_ + static_cast<int>(k);
        const double change = weight * grid_.shares()(e, used[k]);
        blocks_[e].row(row).head(row + 1) += change * local_rows_.row(0).head(row + 1);
        blocks_[e].col(row).tail(size - row) +=
            change * local_rows_.row(0).tail(size - row).transpose();
      }
    }
  }
}

void Transcription::add_row_hessians(In x, In multipliers) {
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
          blocks_[e](row, l * dofs_ + part.coordinate) += weight * rows.first[k](l, part.row);
        }
        for (int m = 0; m <= k; ++m) {
          blocks_[e](row, row - k + m) +=
              weight * P.dot(rows.second[k * (k + 1) / 2 + m].col(part.row));
        }
      }
    }
  }
}

void Transcription::hessian(In x, double factor, In multipliers, Out values) {
  update(x);
  for (Eigen::MatrixXd& block : blocks_) block.setZero();
  add_point_hessians(x, factor, multipliers);
  add_row_hessians(x, multipliers);
  values.setZero();
  for (std::size_t e = 0; e < segments_.size(); ++e) {
    const int size = static_cast<int>(segments_[e].unknowns.size());
    const int* entry = segments_[e].hessian_entries.data();
    for (int column = 0; column < size; ++column) {
      for (int row = column; row < size; ++row) values[*entry++] += blocks_[e](row, column);
    }
  }
}

}  // namespace alembert
