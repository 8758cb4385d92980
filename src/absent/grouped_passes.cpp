// One frame for long chains is faster, and sums in another order: robots that it is for are left to
// the whole program, so that both give the same bits.
#include "absent/exec_full_program.hpp"
#include "kernel/algorithm_choice.hpp"
#include "kernel/grouped_derivative_pass.hpp"
#include "kernel/grouped_mass_matrix_pass.hpp"

namespace alembert {

std::unique_ptr<GroupedMassMatrixPass> GroupedMassMatrixPass::where_faster(
    const RegroupedModel& model) {
  if (faster::grouped_mass_matrix(model)) exec_full_program();
  return nullptr;
}
void GroupedMassMatrixPass::run(const double*, JointSines<double>&, JointMatrix<double>) {
  exec_full_program();
}

std::unique_ptr<GroupedDerivativePass> GroupedDerivativePass::where_faster(
    const RegroupedModel& model, const Eigen::Vector3d&) {
  if (faster::grouped_derivatives(model)) exec_full_program();
  return nullptr;
}
void GroupedDerivativePass::run(const double*, const double*, const double*, const Outputs&) {
  exec_full_program();
}

}  // namespace alembert
