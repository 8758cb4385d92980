// Torques as a matrix times inertial parameters: what identification and adaptive control need.
//
//   Regressor regressor(model, {.drives = true});
//   MatrixXd Y = regressor(q, v, a);               // or regressor(q, v, a, Y): no allocation
//   tau = Y * regressor.parameters();              // equals InverseDynamics
//
// Ten columns a body, in this order and in the user's own frame of the link, as in the file:
//
//   m   mx my mz = m · com   Ixx Ixy Ixz Iyy Iyz Izz
//
// The tensor is about the frame's ORIGIN (files give it about the mass centre); off-diagonal
// entries are tensor entries, Ixy = -int x y dm. Columns are named LINK.m, LINK.mx, …, LINK.Izz.
#pragma once

#include <string>
#include <vector>

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

struct RegressorOptions {
  /// Links or frames that get columns; none named: every link that moves and has an inertia or
  /// a payload in the file. What a link carries counts with the link; the parameters of a frame are
  /// zero.
  std::vector<std::string> bodies = {};
  /// Three columns a joint after the bodies': JOINT.Ia (rotor inertia as felt at the joint), .fv
  /// (viscous), .fc (Coulomb).
  bool drives = false;
  /// Two columns a joint after those: JOINT.k (stiffness) and .f0 (constant: -stiffness · rest, or
  /// the offset of a motor).
  bool springs = false;
};

struct RegressorColumn {
  std::string name;
  std::string unit;
  double value = 0.0;  ///< of the parameter, in the model
};

/// O(n · depth). Coupled joints and a floating base are as in InverseDynamics; loads are not part
/// of it. Owns its workspace: one object per thread.
class Regressor {
 public:
  explicit Regressor(const Model& model, const RegressorOptions& options = {});

  const Model& model() const;
  const std::vector<RegressorColumn>& columns() const;  ///< bodies, drives, springs
  /// The first 10 * bodies() columns are inertial.
  int bodies() const;
  /// The values of all columns, as the model has them.
  Eigen::VectorXd parameters() const;

  /// Y is dofs() x columns().size(); no allocation.
  [[gnu::always_inline]] void operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a,
                                         MatOut<double> Y) {
    assert(have_size(model().dofs(), q, v, a) &&
           have_shape(model().dofs(), static_cast<Eigen::Index>(columns().size()), Y));
    fill(q, v, a, Y);
  }
  Eigen::MatrixXd operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a);

  /// From now on the base moves so.
  void set_base_motion(const BaseMotion& motion);

 private:
  void fill(VecIn<double> q, VecIn<double> v, VecIn<double> a, MatOut<double> Y);

  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
