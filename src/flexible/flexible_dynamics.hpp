// Dynamics of arms that bend: friction and loads included.
//
// z = (q, v, a) with amplitudes among q. Torques of joints are those of motors; entries of
// amplitudes are what would have to act on them, zero where the motion is the arm's own.
//
// First derivatives are dual numbers, and the inertia by a. Of S = w · tau the second ones follow
// from the Lagrangian the equations come of, with M the inertia, M'(u) its slope along u and B(u,
// w) the bilinear form of the velocity products, C(v)^T w = M'(v) w - B(v, w):
//
//   S_qq  dual numbers of dual numbers      S_v = 2 C(v)^T w + constant      S_a = M w
//
// so all but S_qq cost one evaluation a coordinate.
#pragma once

#include <memory>
#include <vector>

#include "alembert/dual.hpp"
#include "alembert/dynamics.hpp"
#include "alembert/flexible_equations.hpp"
#include "kernel/drives.hpp"

namespace alembert {

class FlexibleDynamics : public Dynamics {
 public:
  /// `model` is one of compile_bending(). Coulomb friction falls off below `slip_speed`.
  FlexibleDynamics(const Model& model, std::vector<Load> loads, double slip_speed);
  ~FlexibleDynamics() override;

  std::unique_ptr<Dynamics> clone() const override;
  int size() const override { return dofs_; }
  bool uses_forces() const override { return false; }
  void torque(const MotionPoint& point, VecOut<double> tau) override;
  void derivative(const MotionPoint& point, MatOut<double> tau_by_z) override;
  void add_hessian(const MotionPoint& point, VecIn<double> weights, MatOut<double> H) override;
  bool enclose(const MotionPiece& piece, EnclosureOut tau) override;
  /// Of joints' torques alone: nothing drives an amplitude.
  bool acceleration(const MotionPoint& point, VecIn<double> tau, VecOut<double> a) override;
  Loads loads() const override { return loads_; }

 private:
  struct Work;
  struct Enclosed;
  FlexibleDynamics(const FlexibleDynamics& other);
  void set_state(const MotionPoint& point);

  int dofs_, joints_;
  std::vector<int> places_;  // in the model, of the arm's coordinates
  std::vector<Load> loads_;
  Drives<double> friction_;
  std::unique_ptr<Work> work_;
  Model model_;
  double slip_speed_;
  std::unique_ptr<Enclosed> enclosed_;  // made when first asked for
};

}  // namespace alembert
