// The dynamics of an arm at one instant, whatever the arm is made of: what limits, costs, proofs,
// simulation and verification stand on.
#pragma once

#include <memory>
#include <span>

#include "alembert/enclosure.hpp"
#include "alembert/load.hpp"
#include "alembert/point_function.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// Torques of an instant z = (q, v, a, jerk, forces, force rates), of which they do not use the
/// jerk and the force rates, their derivatives, and the motion of torques.
/// An object owns its workspace: one per thread, made by clone().
class Dynamics {
 public:
  virtual ~Dynamics() = default;
  virtual std::unique_ptr<Dynamics> clone() const = 0;

  /// Entries of the torque.
  virtual int size() const = 0;
  /// False: no derivative by the forces of cut joints is ever other than zero.
  virtual bool uses_forces() const = 0;

  virtual void torque(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> tau) = 0;
  /// size() rows, one column an entry of z; zero on entry.
  virtual void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> tau_by_z) = 0;
  /// H += second derivatives by z of weights · tau: symmetric, both halves.
  virtual void add_hessian(const MotionPoint& point,
                           const Eigen::Ref<const Eigen::VectorXd>& weights,
                           Eigen::Ref<Eigen::MatrixXd> H) = 0;
  /// The same at several instants; some arms are faster at several together.
  struct HessianAt {
    const MotionPoint& point;        ///< the instant
    const Eigen::VectorXd& weights;  ///< one a torque
    Eigen::MatrixXd& H;              ///< is added to; as wide as z
  };
  virtual void add_hessians(std::span<const HessianAt> instants) {
    for (const HessianAt& at : instants) add_hessian(at.point, at.weights, at.H);
  }

  /// The torques over a piece of a motion, rounding included. False: this arm's torques cannot be
  /// enclosed, and limits on them are checked, not proven.
  [[nodiscard]] virtual bool enclose(const MotionPiece&, EnclosureOut) { return false; }

  /// The acceleration at q, v and the forces of `point` under torques. False, with `a` untouched,
  /// where there is no unique one.
  [[nodiscard]] virtual bool acceleration(const MotionPoint& point, VecIn<double> tau,
                                          VecOut<double> a) = 0;

  /// What acts on the arm from outside at the instant last evaluated, cut joints' forces included.
  virtual Loads loads() const = 0;
};

}  // namespace alembert
