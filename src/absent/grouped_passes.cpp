// One frame for long chains is faster, not needed: the first program takes link frames for all.
#include "absent/exec_full_program.hpp"
#include "kernel/grouped_derivative_pass.hpp"
#include "kernel/grouped_mass_matrix_pass.hpp"

namespace alembert {

bool GroupedMassMatrixPass::pays(const RegroupedModel&, double) { return false; }
GroupedMassMatrixPass::GroupedMassMatrixPass(const RegroupedModel& model) : links_(model) {
  exec_full_program();
}
void GroupedMassMatrixPass::run(const double*, JointSines<double>&, JointMatrix<double>) {
  exec_full_program();
}

bool GroupedDerivativePass::pays(const RegroupedModel&, double) { return false; }
GroupedDerivativePass::GroupedDerivativePass(const RegroupedModel& model, const Eigen::Vector3d&)
    : links_(model), sines_(0) {
  exec_full_program();
}
void GroupedDerivativePass::run(const double*, const double*, const double*, const Outputs&) {
  exec_full_program();
}

}  // namespace alembert
