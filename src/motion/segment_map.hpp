// The chain rule from an instant to the unknowns of its segment: z(control points, times, forces)
// and back, for gradients, Jacobians and Hessians.
//
// Local unknowns of a segment, in order: its (degree + 1) x dofs control points (row after row, as
// they lie in x), its times, its (degree + 1) x forces force control points.
#pragma once

#include "alembert/point_function.hpp"
#include "motion/time_grid.hpp"

namespace alembert {

class SegmentMap {
 public:
  /// `orders`: 3, or 4 where a function uses the jerk.
  SegmentMap(int degree, int dofs, int forces, int orders);

  int local_size(int times) const { return controls_ * dofs_ + times + controls_ * forces_; }

  /// `P`: dofs x (degree + 1), one column a control point; `U` likewise for the forces.
  using Controls = Eigen::Ref<const Eigen::MatrixXd>;
  void point(const SplineRows& rows, const Controls& P, const Controls& U, MotionPoint& out) const;

  /// Of a function with derivatives D by z (one row each): the derivatives by local unknowns.
  void pull(const SplineRows& rows, const Controls& P, const Controls& U,
            const Eigen::Ref<const Eigen::MatrixXd>& D, Eigen::Ref<Eigen::MatrixXd> local);
  /// Adds the second derivatives by local unknowns, given gradient and Hessian by z. Lower half.
  void add_hessian(const SplineRows& rows, const Controls& P, const Controls& U,
                   const Eigen::VectorXd& gradient, const Eigen::MatrixXd& hessian,
                   Eigen::Ref<Eigen::MatrixXd> local);

 private:
  /// dz by one time: the rows' first derivative applied to the control points.
  void velocity(const Eigen::MatrixXd& rows, const Controls& P, const Controls& U,
                Eigen::Ref<Eigen::VectorXd> dz) const;

  int controls_, dofs_, forces_, orders_;
  Eigen::MatrixXd by_local_;  // Hessian times dz by the local unknowns, one column each
  Eigen::MatrixXd dz_;        // dz by the times
  Eigen::VectorXd bend_;      // dz by two of them
};

}  // namespace alembert
