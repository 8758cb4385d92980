// One frame for long chains is faster, not needed: the first program takes link frames for all.
#include "absent/exec_full_program.hpp"
#include "kernel/grouped_derivative_pass.hpp"
#include "kernel/grouped_mass_matrix_pass.hpp"

namespace alembert {

std::unique_ptr<GroupedMassMatrixPass> GroupedMassMatrixPass::where_faster(const RegroupedModel&) {
  return nullptr;
}
void GroupedMassMatrixPass::run(const double*, JointSines<double>&, JointMatrix<double>) {
  exec_full_program();
}

std::unique_ptr<GroupedDerivativePass> GroupedDerivativePass::where_faster(const RegroupedModel&,
                                                                           const Eigen::Vector3d&) {
  return nullptr;
}
void GroupedDerivativePass::run(const double*, const double*, const double*, const Outputs&) {
  exec_full_program();
}

}  // namespace alembert
