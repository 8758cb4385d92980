#include "alembert/torque_parts.hpp"

#include "alembert/inverse_dynamics.hpp"
#include "kernel/drives.hpp"

namespace alembert {

/// Each part is a call of its own that has no other part in it: differences of torques would leave
/// rounding where there is nothing.
struct TorqueDecomposition::Workspace {
  InverseDynamics<double> weightless;  // no gravity, no drives
  InverseDynamics<double> weighty;
  Drives<double> drives;
  Eigen::VectorXd none;

  explicit Workspace(const Model& model)
      : weightless(with_gravity(without_drives(model), Eigen::Vector3d::Zero())),
        weighty(model),
        drives(model),
        none(Eigen::VectorXd::Zero(model.dofs())) {}
};

TorqueDecomposition::TorqueDecomposition(const Model& model)
    : work_(make_owned<Workspace>(model)) {}

void TorqueDecomposition::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads,
                                     TorqueParts& parts) {
  const Eigen::VectorXd& none = work_->none;
  parts.inertia = parts.coriolis = parts.gravity = none;
  parts.friction = parts.springs = parts.loads = none;
  work_->weightless(q, none, a, parts.inertia);
  work_->weightless.bias(q, v, parts.coriolis);
  work_->weighty.gravity(q, parts.gravity);
  if (!loads.empty()) work_->weightless.bias(q, none, loads, parts.loads);
  for (const Drive<double>& drive : work_->drives.all()) {
    const int c = drive.coordinate;
    const auto [rotor, viscous, coulomb] = drive.motion_columns(v[c], a[c]);
    parts.inertia[c] += drive.rotor_inertia * rotor;
    parts.friction[c] += drive.viscous * viscous + drive.coulomb * coulomb;
    parts.springs[c] += drive.ratio * drive.stiffness * drive.stretch(q[c]);
  }
}

}  // namespace alembert
