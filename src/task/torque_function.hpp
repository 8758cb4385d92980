// Functions of an instant and of the torques there. Terms made of them share one evaluation of the
// dynamics: whoever evaluates them computes torques and slopes once, and one weighted Hessian for
// all.
//
// With g(z, tau(z)):   g' = g_z + g_tau tau'
//                      w · g'' = (all but tau'') + (w g_tau) · tau''
// so each term says what it adds without tau'', and the weights that tau'' gets.
#pragma once

#include <memory>

#include "alembert/dynamics.hpp"
#include "task/friction_hull.hpp"

namespace alembert {

/// An instant and what its dynamics gave: what is not asked for need not be set.
struct TorquePoint {
  const MotionPoint& point;
  const Eigen::VectorXd& tau;
  const Eigen::MatrixXd& tau_by_z;
};

/// Calls change nothing: safe from several threads.
class TorqueFunction {
 public:
  using Weights = Eigen::Ref<const Eigen::VectorXd>;
  using Gradient = VecOut<double>;
  using Enclosures = const VecX<Enclosure>&;

  virtual ~TorqueFunction() = default;
  virtual int size() const = 0;
  virtual void value(const TorquePoint& at, VecOut<double> g) const = 0;
  /// size() rows, one column an entry of z.
  virtual void derivative(const TorquePoint& at, MatOut<double> D) const = 0;
  /// True for the torques themselves, whose derivative is there already.
  virtual bool is_torque() const { return false; }
  /// The values over a piece on which the torques are enclosed. False: they cannot be enclosed.
  [[nodiscard]] virtual bool enclose(const MotionPiece&, Enclosures, EnclosureOut) const {
    return false;
  }
  /// Of weights · g: gradient += that by z with tau held; H += second derivatives without those of
  /// tau; tau_weights += the gradient by tau, which weighs what was left out of both.
  virtual void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                           MatOut<double> H, Gradient tau_weights) const = 0;
};

/// The torques themselves.
class TorqueItself : public TorqueFunction {
 public:
  explicit TorqueItself(int dofs) : dofs_(dofs) {}
  int size() const override { return dofs_; }
  bool is_torque() const override { return true; }
  void value(const TorquePoint& at, VecOut<double> g) const override;
  void derivative(const TorquePoint& at, MatOut<double> D) const override;
  bool enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   MatOut<double> H, Gradient tau_weights) const override;

 private:
  int dofs_;
};

/// tau_i v_i.
class Power : public TorqueFunction {
 public:
  explicit Power(int dofs) : dofs_(dofs) {}
  int size() const override { return dofs_; }
  void value(const TorquePoint& at, VecOut<double> g) const override;
  void derivative(const TorquePoint& at, MatOut<double> D) const override;
  bool enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   MatOut<double> H, Gradient tau_weights) const override;

 private:
  int dofs_;
};

/// Torque or power of joints that rub with what friction may add to it: entries with the most of
/// every such joint first, then with the least.
class WithFriction : public TorqueFunction {
 public:
  enum class Of { torque, power };
  /// Of the coordinates `joints`.
  WithFriction(std::shared_ptr<const FrictionHull> hull, std::vector<int> joints, Of what)
      : hull_(std::move(hull)), joints_(std::move(joints)), what_(what) {}
  int size() const override { return 2 * static_cast<int>(joints_.size()); }
  void value(const TorquePoint& at, VecOut<double> g) const override;
  void derivative(const TorquePoint& at, MatOut<double> D) const override;
  bool enclose(const MotionPiece& piece, Enclosures tau, EnclosureOut out) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   MatOut<double> H, Gradient tau_weights) const override;

 private:
  int joint(int entry) const { return joints_[static_cast<std::size_t>(entry) % joints_.size()]; }
  bool is_most(int entry) const { return 2 * entry < size(); }
  template <typename S>
  auto friction(int entry, const S& v) const;

  std::shared_ptr<const FrictionHull> hull_;
  std::vector<int> joints_;
  Of what_;
};

/// sum tau_i^2 of the coordinates from `first` on: what is before has no motor.
class Effort : public TorqueFunction {
 public:
  explicit Effort(int first = 0) : first_(first) {}
  int size() const override { return 1; }
  void value(const TorquePoint& at, VecOut<double> g) const override;
  void derivative(const TorquePoint& at, MatOut<double> D) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   MatOut<double> H, Gradient tau_weights) const override;

 private:
  int first_;
};

/// sum weight_i tau_i^2.
class WeightedEffort : public TorqueFunction {
 public:
  explicit WeightedEffort(Eigen::VectorXd weights) : weights_(std::move(weights)) {}
  int size() const override { return 1; }
  void value(const TorquePoint& at, VecOut<double> g) const override;
  void derivative(const TorquePoint& at, MatOut<double> D) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   MatOut<double> H, Gradient tau_weights) const override;

 private:
  Eigen::VectorXd weights_;
};

/// sum |tau_i v_i|, rounded at zero so that it can be differentiated.
class MechanicalEnergy : public TorqueFunction {
 public:
  /// W, below which power counts for about that much. 0 is exact, for values alone.
  explicit MechanicalEnergy(double rounding = 1e-2) : rounding_(rounding) {}
  int size() const override { return 1; }
  void value(const TorquePoint& at, VecOut<double> g) const override;
  void derivative(const TorquePoint& at, MatOut<double> D) const override;
  void add_hessian(const TorquePoint& at, const Weights& weights, Gradient gradient,
                   MatOut<double> H, Gradient tau_weights) const override;

 private:
  Eigen::ArrayXd rounded(const Eigen::VectorXd& watts) const;

  double rounding_;
};

/// A torque function with a dynamics of its own: a point function like any other.
class OfTorque : public PointFunction {
 public:
  OfTorque(std::shared_ptr<const TorqueFunction> function, std::unique_ptr<Dynamics> dynamics);
  std::unique_ptr<PointFunction> clone() const override;
  int size() const override { return function_->size(); }
  bool uses_forces() const override { return dynamics_->uses_forces(); }
  void value(const MotionPoint& point, VecOut<double> g) override;
  void derivative(const MotionPoint& point, MatOut<double> D) override;
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;

 private:
  TorquePoint evaluated(const MotionPoint& point, bool slopes);

  std::shared_ptr<const TorqueFunction> function_;
  std::unique_ptr<Dynamics> dynamics_;
  Eigen::VectorXd tau_, tau_weights_, gradient_;
  Eigen::MatrixXd tau_by_z_;
};

/// What holds the arm still where it is, whatever its velocity and acceleration: for arms without
/// cut joints.
class HoldingTorque : public PointFunction {
 public:
  explicit HoldingTorque(std::unique_ptr<Dynamics> dynamics);
  std::unique_ptr<PointFunction> clone() const override;
  int size() const override { return dynamics_->size(); }
  void value(const MotionPoint& point, VecOut<double> g) override;
  void derivative(const MotionPoint& point, MatOut<double> D) override;
  void hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;

 private:
  const MotionPoint& at_rest(const MotionPoint& point);

  std::unique_ptr<Dynamics> dynamics_;
  MotionPoint rest_;
  Eigen::MatrixXd by_z_, hessian_;
};

}  // namespace alembert
