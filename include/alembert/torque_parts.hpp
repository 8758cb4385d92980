// What a torque is made of: inertia, Coriolis and centrifugal parts, gravity, friction, springs and
// loads.
#pragma once

#include "alembert/load.hpp"
#include "alembert/model.hpp"
#include "alembert/owned.hpp"
#include "alembert/scalar.hpp"

namespace alembert {

/// N m or N, one entry a coordinate; together they are the torques of InverseDynamics.
struct TorqueParts {
  Eigen::VectorXd inertia;   ///< M(q) a, rotors included
  Eigen::VectorXd coriolis;  ///< Coriolis and centrifugal: what is quadratic in v
  Eigen::VectorXd gravity;   ///< what holds the arm against it
  Eigen::VectorXd friction;  ///< viscous and Coulomb
  Eigen::VectorXd springs;   ///< what holds joints against them
  Eigen::VectorXd loads;     ///< what motors give against them

  Eigen::VectorXd total() const {
    return inertia + coriolis + gravity + friction + springs + loads;
  }
};

/// Owns its workspace: one object per thread.
class TorqueDecomposition {
 public:
  explicit TorqueDecomposition(const Model& model);

  void operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads,
                  TorqueParts& parts);

 private:
  struct Workspace;
  Owned<Workspace> work_;
};

}  // namespace alembert
