#include "motion/segment_map.hpp"

namespace alembert {
namespace {

using Run = Eigen::Map<Eigen::ArrayXd>;
using ConstRun = Eigen::Map<const Eigen::ArrayXd>;

/// out = or += the sum over orders of coefficients(l, r) from[r], each `size` numbers that lie one
/// after another; in one pass.
template <typename From, typename Use>
void combine(const Eigen::MatrixXd& coefficients, int l, int orders, From from, Eigen::Index size,
             Use use) {
  const auto part = [&](int r) { return coefficients(l, r) * ConstRun(from(r), size); };
  if (orders == 1) use(part(0));
  if (orders == 2) use(part(0) + part(1));
  if (orders == 3) use(part(0) + part(1) + part(2));
  if (orders == 4) use(part(0) + part(1) + part(2) + part(3));
}

}  // namespace

SegmentMap::SegmentMap(int degree, int dofs, int forces, int orders, int force_orders)
    : controls_(degree + 1),
      dofs_(dofs),
      forces_(forces),
      orders_(orders),
      force_orders_(forces > 0 ? force_orders : 0) {
  for (int r = 0; r < orders_; ++r) panels_.push_back({r * dofs_, dofs_, r, {}, {}});
  for (int r = 0; r < force_orders_; ++r) {
    panels_.push_back({4 * dofs_ + r * forces_, forces_, r, {}, {}});
  }
}

void SegmentMap::velocity(const Eigen::MatrixXd& rows, const Controls& P, const Controls& U,
                          VecOut<double> dz) const {
  dz.setZero();
  for (int r = 0; r < orders_; ++r) dz.segment(r * dofs_, dofs_) = P.lazyProduct(rows.col(r));
  for (int r = 0; r < 2 && forces_ > 0; ++r) {
    dz.segment(4 * dofs_ + r * forces_, forces_) = U.lazyProduct(rows.col(r));
  }
}

void SegmentMap::point(const SplineRows& rows, const Controls& P, const Controls& U,
                       MotionPoint& out) const {
  velocity(rows.value, P, U, out.z);
}

void SegmentMap::place(const SplineRows& rows, const Controls& P, const Controls& U) {
  rows_ = &rows;
  const int times = static_cast<int>(rows.first.size());
  dz_.resize(4 * dofs_ + 2 * forces_, times);
  for (int k = 0; k < times; ++k) velocity(rows.first[k], P, U, dz_.col(k));
}

// What sees q alone sees the values of the splines alone.
void SegmentMap::pull_row(const Eigen::MatrixXd& by_q, int row, double factor,
                          VecOut<double> local) const {
  double* out = local.data();
  for (int l = 0; l < controls_; ++l) {
    const double share = factor * rows_->value(l, 0);
    for (int j = 0; j < dofs_; ++j) *out++ = share * by_q(row, j);
  }
  for (Eigen::Index k = 0; k < dz_.cols(); ++k) {
    double sum = 0.0;
    for (int j = 0; j < dofs_; ++j) sum += by_q(row, j) * dz_(j, k);
    *out++ = factor * sum;
  }
  local.tail(controls_ * forces_).setZero();
}

void SegmentMap::pull(const Eigen::MatrixXd& D, Eigen::MatrixXd& local) const {
  const Eigen::MatrixXd& values = rows_->value;
  const int times = static_cast<int>(dz_.cols());
  const int after_controls = controls_ * dofs_, after_times = after_controls + times;
  const Eigen::Index rows = D.rows();
  local.resize(rows, local_size(times));
  for (int l = 0; l < controls_; ++l) {
    combine(
        values, l, orders_, [&](int r) { return D.data() + r * dofs_ * rows; }, rows * dofs_,
        [&](const auto& sum) { Run(local.col(l * dofs_).data(), rows * dofs_) = sum; });
    combine(
        values, l, force_orders_,
        [&](int r) { return D.data() + (4 * dofs_ + r * forces_) * rows; }, rows * forces_,
        [&](const auto& sum) {
          Run(local.col(after_times + l * forces_).data(), rows * forces_) = sum;
        });
  }
  // Columns of orders that nothing uses are zero.
  for (int k = 0; k < times; ++k) {
    auto out = local.col(after_controls + k);
    out = D.leftCols(orders_ * dofs_).lazyProduct(dz_.col(k).head(orders_ * dofs_));
    if (force_orders_ == 0) continue;
    const int count = force_orders_ * forces_;
    out += D.middleCols(4 * dofs_, count).lazyProduct(dz_.col(k).segment(4 * dofs_, count));
  }
}

void SegmentMap::begin_hessian(int times) {
  control_rows_.resize(controls_);
  force_rows_.resize(controls_);
  for (int l = 0; l < controls_; ++l) {
    control_rows_[l].setZero(dofs_, (l + 1) * dofs_);
    force_rows_[l].setZero(forces_, controls_ * dofs_ + times + (l + 1) * forces_);
  }
  time_rows_.setZero(times, local_size(times));
}

void SegmentMap::add_hessian(const SplineRows& rows, const Controls& P, const Controls& U,
                             const Eigen::VectorXd& gradient, const Eigen::MatrixXd& hessian) {
  place(rows, P, U);
  for (Panel& panel : panels_) {
    panel.by_z = hessian.middleRows(panel.first, panel.rows);
    pull(panel.by_z, panel.by_local);
  }
  for (int l = 0; l < controls_; ++l) {
    const auto add = [&](int first_panel, int orders, Eigen::MatrixXd& to) {
      combine(
          rows.value, l, orders, [&](int r) { return panels_[first_panel + r].by_local.data(); },
          to.size(), [&](const auto& sum) { Run(to.data(), to.size()) += sum; });
    };
    add(0, orders_, control_rows_[l]);
    add(orders_, force_orders_, force_rows_[l]);
  }
  add_time_rows(rows, P, U, gradient);
}

void SegmentMap::add_time_rows(const SplineRows& rows, const Controls& P, const Controls& U,
                               const Eigen::VectorXd& gradient) {
  const int times = static_cast<int>(rows.first.size());
  const int after_controls = controls_ * dofs_, after_times = after_controls + times;
  bend_.resize(gradient.size());
  for (int k = 0; k < times; ++k) {
    auto out = time_rows_.row(k);
    for (const Panel& panel : panels_) {
      out += dz_.col(k).segment(panel.first, panel.rows).transpose().lazyProduct(panel.by_local);
    }
    for (const Panel& panel : panels_) {
      const bool force = panel.first >= 4 * dofs_;
      for (int l = 0; l < controls_; ++l) {
        out.segment((force ? after_times : 0) + l * panel.rows, panel.rows) +=
            rows.first[k](l, panel.order) * gradient.segment(panel.first, panel.rows).transpose();
      }
    }
    for (int m = 0; m <= k; ++m) {
      velocity(rows.second[k * (k + 1) / 2 + m], P, U, bend_);
      out[after_controls + m] += gradient.dot(bend_);
    }
  }
}

void SegmentMap::end_hessian(Eigen::MatrixXd& local) const {
  const int times = static_cast<int>(time_rows_.rows());
  const int after_controls = controls_ * dofs_, after_times = after_controls + times;
  for (int l = 0; l < controls_; ++l) {
    local.block(l * dofs_, 0, dofs_, (l + 1) * dofs_) = control_rows_[l];
    local.block(after_times + l * forces_, 0, forces_, after_times + (l + 1) * forces_) =
        force_rows_[l];
  }
  for (int k = 0; k < times; ++k) {
    const int row = after_controls + k;
    local.row(row).head(row + 1) = time_rows_.row(k).head(row + 1);
    // The forces' rows lack what the gradient gives.
    const Eigen::Index behind = local.rows() - after_times;
    local.col(row).tail(behind) = time_rows_.row(k).tail(behind).transpose();
  }
}

}  // namespace alembert
