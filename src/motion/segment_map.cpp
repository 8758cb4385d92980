#include "motion/segment_map.hpp"

namespace alembert {
namespace {

/// The sum over orders of rows(l, r) part(r), in one pass over the parts.
template <typename Part, typename Use>
void combine(const Eigen::MatrixXd& rows, int l, int orders, Part part, Use use) {
  if (orders == 3) {
    use(rows(l, 0) * part(0) + rows(l, 1) * part(1) + rows(l, 2) * part(2));
  } else {
    use(rows(l, 0) * part(0) + rows(l, 1) * part(1) + rows(l, 2) * part(2) + rows(l, 3) * part(3));
  }
}

}  // namespace

SegmentMap::SegmentMap(int degree, int dofs, int forces, int orders)
    : controls_(degree + 1), dofs_(dofs), forces_(forces), orders_(orders) {}

void SegmentMap::velocity(const Eigen::MatrixXd& rows, const Controls& P, const Controls& U,
                          Eigen::Ref<Eigen::VectorXd> dz) const {
  dz.setZero();
  for (int r = 0; r < orders_; ++r) dz.segment(r * dofs_, dofs_).noalias() = P * rows.col(r);
  for (int r = 0; r < 2 && forces_ > 0; ++r) {
    dz.segment(4 * dofs_ + r * forces_, forces_).noalias() = U * rows.col(r);
  }
}

void SegmentMap::point(const SplineRows& rows, const Controls& P, const Controls& U,
                       MotionPoint& out) const {
  velocity(rows.value, P, U, out.z);
}

void SegmentMap::pull(const SplineRows& rows, const Controls& P, const Controls& U,
                      const Eigen::Ref<const Eigen::MatrixXd>& D,
                      Eigen::Ref<Eigen::MatrixXd> local) {
  const int times = static_cast<int>(rows.first.size());
  const int after_controls = controls_ * dofs_, after_times = after_controls + times;
  for (int l = 0; l < controls_; ++l) {
    combine(
        rows.value, l, orders_, [&](int r) { return D.middleCols(r * dofs_, dofs_); },
        [&](const auto& sum) { local.middleCols(l * dofs_, dofs_) = sum; });
    if (forces_ > 0) {
      local.middleCols(after_times + l * forces_, forces_) =
          rows.value(l, 0) * D.middleCols(4 * dofs_, forces_) +
          rows.value(l, 1) * D.rightCols(forces_);
    }
  }
  dz_.resize(D.cols(), times);
  for (int k = 0; k < times; ++k) {
    velocity(rows.first[k], P, U, dz_.col(k));
    local.col(after_controls + k).noalias() = D * dz_.col(k);
  }
}

void SegmentMap::add_hessian(const SplineRows& rows, const Controls& P, const Controls& U,
                             const Eigen::VectorXd& gradient, const Eigen::MatrixXd& hessian,
                             Eigen::Ref<Eigen::MatrixXd> local) {
  const int times = static_cast<int>(rows.first.size());
  const int after_controls = controls_ * dofs_, after_times = after_controls + times;
  const int size = local_size(times);
  // H dz/dx, one column a local unknown; then its rows are combined the same way. Without forces
  // and jerk only the first orders have any.
  const int used = forces_ > 0 ? static_cast<int>(hessian.rows()) : orders_ * dofs_;
  by_local_.resize(used, size);
  pull(rows, P, U, hessian.topRows(used), by_local_);
  for (int l = 0; l < controls_; ++l) {
    combine(
        rows.value, l, orders_,
        [&](int r) { return by_local_.block(r * dofs_, 0, dofs_, (l + 1) * dofs_); },
        [&](const auto& sum) { local.block(l * dofs_, 0, dofs_, (l + 1) * dofs_) += sum; });
    if (forces_ > 0) {
      local.middleRows(after_times + l * forces_, forces_) +=
          rows.value(l, 0) * by_local_.middleRows(4 * dofs_, forces_) +
          rows.value(l, 1) * by_local_.bottomRows(forces_);
    }
  }
  bend_.resize(hessian.rows());
  for (int k = 0; k < times; ++k) {
    const int row = after_controls + k;
    local.row(row).head(row + 1).noalias() +=
        dz_.col(k).head(used).transpose() * by_local_.leftCols(row + 1);
    for (int l = 0; l < controls_; ++l) {
      for (int r = 0; r < orders_; ++r) {
        local.row(row).segment(l * dofs_, dofs_) +=
            rows.first[k](l, r) * gradient.segment(r * dofs_, dofs_).transpose();
      }
      if (forces_ > 0) {
        local.col(row).segment(after_times + l * forces_, forces_) +=
            rows.first[k](l, 0) * gradient.segment(4 * dofs_, forces_) +
            rows.first[k](l, 1) * gradient.tail(forces_);
      }
    }
    for (int m = 0; m <= k; ++m) {
      velocity(rows.second[k * (k + 1) / 2 + m], P, U, bend_);
      local(row, after_controls + m) += gradient.dot(bend_);
    }
  }
}

}  // namespace alembert
