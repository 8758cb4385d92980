#include "alembert/mass_matrix_factor.hpp"

#include "alembert/mass_matrix.hpp"
#include "kernel/tree_cholesky.hpp"

namespace alembert {

struct MassMatrixFactor::Workspace {
  MassMatrix mass_matrix;
  TreeCholesky cholesky;
  Eigen::MatrixXd factor;  // L^T above the diagonal, the reciprocal of D on it

  explicit Workspace(const Model& model)
      : mass_matrix(model), cholesky(model), factor(model.dofs(), model.dofs()) {}
};

MassMatrixFactor::MassMatrixFactor(const Model& model) : work_(make_owned<Workspace>(model)) {}

bool MassMatrixFactor::operator()(VecIn<double> q) {
  work_->mass_matrix(q, work_->factor);
  return work_->cholesky.factorise(work_->factor);
}

void MassMatrixFactor::solve(VecOut<double> x) const { work_->cholesky.solve(work_->factor, x); }

void MassMatrixFactor::lower(MatOut<double> L) const {
  L = work_->factor.transpose().triangularView<Eigen::StrictlyLower>();
  L.diagonal().setOnes();
}

void MassMatrixFactor::diagonal(VecOut<double> D) const {
  D = work_->factor.diagonal().cwiseInverse();
}

}  // namespace alembert
