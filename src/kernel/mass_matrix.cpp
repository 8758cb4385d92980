// Coordinates in, M out, around the recursion of mass_matrix_pass.hpp or, of long chains, of
// grouped_mass_matrix_pass.hpp: coupled joints, rotors.
#include "alembert/mass_matrix.hpp"

#include "kernel/algorithm_choice.hpp"
#include "kernel/drives.hpp"
#include "kernel/grouped_mass_matrix_pass.hpp"
#include "kernel/joint_values.hpp"
#include "kernel/mass_matrix_pass.hpp"

namespace alembert {

struct MassMatrix::Workspace {
  Model model;
  RegroupedModel regrouped;
  Coupling<double> coupling;
  Drives<double> drives;
  MassMatrixPass<double> pass;
  std::unique_ptr<GroupedMassMatrixPass> grouped;  // where it is faster
  JointSines<double> sines;
  std::vector<double> x;  // of joints, where some are coupled
  MatX<double> joint_M;

  explicit Workspace(const Model& m)
      : model(m),
        regrouped(m),
        coupling(m),
        drives(m),
        pass(regrouped),
        sines(regrouped.joints.size()),
        x(m.joint_count()),
        joint_M(MatX<double>::Zero(m.joint_count(), m.joint_count())) {
    if (faster::grouped_mass_matrix(regrouped)) {
      grouped = std::make_unique<GroupedMassMatrixPass>(regrouped);
    }
  }

  template <typename Compute>
  void fill(VecIn<double> q, MatOut<double>& M, Compute compute);
};

MassMatrix::MassMatrix(const Model& model) : work_(make_owned<Workspace>(model)) {}

const Model& MassMatrix::model() const { return work_->model; }

/// With compute(joint values, M between joints).
template <typename Compute>
void MassMatrix::Workspace::fill(VecIn<double> q, MatOut<double>& M, Compute compute) {
  if (!regrouped.chain || regrouped.coupled) M.setZero();
  if (!regrouped.coupled) {
    compute(q.data(), JointMatrix<double>{M.data(), 1, M.outerStride()});
  } else {
    for (int i = 0; i < coupling.joints(); ++i) x[i] = coupling.value(i, q);
    compute(x.data(), JointMatrix<double>{joint_M.data(), 1, joint_M.rows()});
    coupling.fold(joint_M, M);
  }
  drives.add_rotors(M);
}

void MassMatrix::between(VecIn<double> q, MatOut<double> M) {
  work_->fill(q, M, [&](const double* x, const JointMatrix<double>& between_joints) {
    if (work_->grouped) {
      work_->grouped->run(x, work_->sines, between_joints);
    } else {
      work_->pass.run(x, work_->sines, between_joints);
    }
  });
}

void MassMatrix::from_sines(VecIn<double> q, const JointSines<double, 1>& sines, MatOut<double> M) {
  work_->fill(q, M, [&](const double* x, const JointMatrix<double>& between_joints) {
    work_->pass.run_from_sines(x, sines, between_joints);
  });
}

}  // namespace alembert
