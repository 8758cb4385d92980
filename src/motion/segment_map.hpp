// The chain rule from an instant to the unknowns of its segment: z(control points, times, forces)
// and back, for gradients, Jacobians and Hessians.
//
// Local unknowns of a segment, in order: its (degree + 1) x dofs control points (row after row, as
// they lie in x), its times, its (degree + 1) x forces force control points.
#pragma once

#include <vector>

#include "alembert/point_function.hpp"
#include "motion/time_grid.hpp"

namespace alembert {

class SegmentMap {
 public:
  /// What the functions use: `orders` 3, or 4 with the jerk; `force_orders` 1, or 2 with the rates.
  SegmentMap(int degree, int dofs, int forces, int orders, int force_orders);

  int local_size(int times) const { return controls_ * dofs_ + times + controls_ * forces_; }

  /// `P`: dofs x (degree + 1), one column a control point; `U` likewise for the forces.
  using Controls = Eigen::Ref<const Eigen::MatrixXd>;
  void point(const SplineRows& rows, const Controls& P, const Controls& U, MotionPoint& out) const;

  /// At an instant, whose rows are looked at until the next.
  void place(const SplineRows& rows, const Controls& P, const Controls& U);
  /// Of a function with derivatives D (one row each) by z there: the derivatives by local unknowns.
  void pull(const Eigen::MatrixXd& D, Eigen::MatrixXd& local) const;
  /// The same of one row, by q alone, times a factor.
  void pull_row(const Eigen::MatrixXd& by_q, int row, double factor, VecOut<double> local) const;

  /// Second derivatives by local unknowns, summed over the instants of one segment: begin, add any
  /// number of them, each with gradient and Hessian by z, and end.
  void begin_hessian(int times);
  void add_hessian(const SplineRows& rows, const Controls& P, const Controls& U,
                   const Eigen::VectorXd& gradient, const Eigen::MatrixXd& hessian);
  /// Lower half.
  void end_hessian(Eigen::MatrixXd& local) const;

 private:
  /// One order of q or of the forces: some rows of z, those of the Hessian there, and the same rows
  /// of the Hessian times dz by the local unknowns. Matrices of few rows that lie one after another
  /// in memory, so that sums over orders run over whole blocks of them.
  struct Panel {
    int first = 0, rows = 0;  // of z
    int order = 0;
    Eigen::MatrixXd by_z, by_local;
  };

  /// dz by one time: the rows' first derivative applied to the control points.
  void velocity(const Eigen::MatrixXd& rows, const Controls& P, const Controls& U,
                VecOut<double> dz) const;
  void add_time_rows(const SplineRows& rows, const Controls& P, const Controls& U,
                     const Eigen::VectorXd& gradient);

  int controls_, dofs_, forces_, orders_, force_orders_;
  std::vector<Panel> panels_;
  const SplineRows* rows_ = nullptr;
  Eigen::MatrixXd dz_;    // by the times
  Eigen::VectorXd bend_;  // dz by two of them

  // Sums: rows of one control point, of one force control point, of all times.
  std::vector<Eigen::MatrixXd> control_rows_, force_rows_;
  Eigen::MatrixXd time_rows_;
};

}  // namespace alembert
