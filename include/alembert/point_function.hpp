// A function of one instant of a motion, with derivatives: what limits and costs are made of.
#pragma once

#include <Eigen/Core>
#include <memory>

#include "alembert/enclosure.hpp"

namespace alembert {

/// An instant of a motion. z = (q, v, a, jerk, forces, force rates): four blocks of dofs() entries,
/// then the unknown forces of cut joints and how fast they change, if there are any.
struct MotionPoint {
  MotionPoint(int dof_count, int force_count)
      : dofs(dof_count), forces(force_count), z(Eigen::VectorXd::Zero(4 * dofs + 2 * forces)) {}

  /// So many of them, from now on.
  void set_forces(int count) {
    if (count == forces) return;
    forces = count;
    z.conservativeResizeLike(Eigen::VectorXd::Zero(4 * dofs + 2 * forces));
  }

  int dofs, forces;       ///< forces: unknown ones of the stage
  double time = 0.0;      ///< s from the start
  double fraction = 0.0;  ///< of the whole duration
  Eigen::VectorXd z;      ///< 4 dofs + 2 forces entries

  auto q() const { return z.head(dofs); }
  auto v() const { return z.segment(dofs, dofs); }
  auto a() const { return z.segment(2 * dofs, dofs); }
  auto jerk() const { return z.segment(3 * dofs, dofs); }
  auto force() const { return z.segment(4 * dofs, forces); }  ///< N or N m
  auto force_rate() const { return z.tail(forces); }          ///< per s
};

/// Value, first derivatives and weighted second derivatives by z. Derive from it for terms of your
/// own. Objects own workspaces: one per thread. The outputs are zero on entry.
class PointFunction {
 public:
  virtual ~PointFunction() = default;
  /// Another one that gives the same answers, for another thread. Without it, programs that use
  /// the function are evaluated by one thread only.
  virtual std::unique_ptr<PointFunction> clone() const { return nullptr; }

  virtual int size() const = 0;  ///< of its values
  /// False lets the solver leave out the columns of the jerk, or of the forces.
  virtual bool uses_jerk() const { return false; }
  virtual bool uses_forces() const { return false; }  ///< see above

  virtual void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) = 0;
  /// size() rows, one column an entry of z.
  virtual void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) = 0;
  /// Second derivatives by z of weights · g: symmetric, both halves.
  virtual void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
                       Eigen::Ref<Eigen::MatrixXd> H) = 0;

  /// The values over a piece of a motion, rounding included, or a bound of them on the side that is
  /// limited. False: they cannot be enclosed, and limits on them are checked, not proven.
  [[nodiscard]] virtual bool enclose(const MotionPiece&, EnclosureOut) { return false; }
};

}  // namespace alembert
