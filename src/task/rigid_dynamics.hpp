// Dynamics of arms of rigid links: friction, loads and the forces of cut joints included.
#pragma once

#include <memory>
#include <vector>

#include "alembert/derivatives.hpp"
#include "alembert/dynamics.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/motion_problem.hpp"
#include "kernel/drives.hpp"
#include "kernel/pack.hpp"
#include "task/frame_motion.hpp"
#include "task/tie.hpp"

namespace alembert {

/// Weighted Hessians at as many instants as fit in a register.
struct PackedHessian {
  using P = Pack<double>;
  explicit PackedHessian(const Model& model);

  WeightedHessian<P> hessian;
  VecX<P> q, v, a, weights;
  MatX<P> qq, qv, vv, qa;
};

/// Of the model's joints, without their other drives: what is added apart from the rest of the
/// dynamics, so that it can fall off below a slip speed. 0: the plain sign of the speed.
template <typename S = double>
Drives<S> coulomb_friction(const Model& model, double slip_speed) {
  return Drives<S>(without_drives(model, {.viscous = true, .rotors = true, .springs = true}),
                   slip_speed);
}

/// The force and moment of a cut joint act on its frame b and, reversed, on its frame a (Xiang
/// 38b), and so do those of a body on the ground; entries of MotionPoint::force() in the order of
/// the ties, forces before moments. They jump where a load or a carried body comes in: each stage
/// of a motion has its own.
class RigidDynamics : public Dynamics {
 public:
  /// Coulomb friction falls off below `slip_speed`; 0 for the plain sign of the speed. Coordinates
  /// that are `led` accelerate as the point says, whatever the torques.
  RigidDynamics(const Model& model, std::vector<Load> loads, const std::vector<Tie>& ties = {},
                double slip_speed = 0.0, std::vector<int> led = {});
  ~RigidDynamics() override;

  std::unique_ptr<Dynamics> clone() const override;
  int size() const override { return dofs_; }
  bool uses_forces() const override { return !held_.empty(); }
  void torque(const MotionPoint& point, VecOut<double> tau) override;
  void derivative(const MotionPoint& point, MatOut<double> tau_by_z) override;
  void add_hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;
  void add_hessians(std::span<const HessianAt> instants) override;
  bool enclose(const MotionPiece& piece, EnclosureOut tau) override;
  bool acceleration(const MotionPoint& point, VecIn<double> tau, VecOut<double> a) override;
  Loads loads() const override { return loads_; }

 private:
  struct Held {
    Tie tie;
    FrameMotion a, b;
    std::size_t load;  // its first load; the second follows
  };

  struct Workspace {
    explicit Workspace(const Model& smooth);

    InverseDynamics<double> inverse;
    InverseDynamicsDerivatives<double> derivatives;
    WeightedHessian<double> hessian;
    MatX<double> qq, qv, vv, qa;
    PackedHessian packed;
    Eigen::VectorXd driving;
  };

  struct Enclosed;

  /// With a workspace of its own.
  RigidDynamics(const RigidDynamics& other);
  void set_loads(const MotionPoint& point);
  bool acceleration_when_led(const MotionPoint& point, VecOut<double> a);
  void add_in_packs(std::span<const HessianAt> instants);
  void add_tie_hessian(Held& held, VecIn<double> weights, Eigen::Index at, MatOut<double> H);

  int dofs_;
  Model smooth_;  // without Coulomb friction, which is added apart
  std::vector<Load> loads_;
  std::vector<Held> held_;
  PlacedLinks links_;  // for ties
  Drives<double> friction_;
  Workspace work_;
  Model model_;
  double slip_speed_;
  std::vector<int> led_, driven_;
  // Made when first asked for.
  std::unique_ptr<ForwardDynamics> forward_;
  std::unique_ptr<Enclosed> enclosed_;
  std::unique_ptr<MassMatrix> mass_;
};

}  // namespace alembert
