// One frame for long chains is faster, not needed: the first program takes link frames for all.
#include "absent/hand_over.hpp"
#include "kernel/grouped_derivative_pass.hpp"
#include "kernel/grouped_mass_matrix_pass.hpp"

namespace alembert {

bool GroupedMassMatrixPass::pays(const RegroupedModel&, double) { return false; }
GroupedMassMatrixPass::GroupedMassMatrixPass(const RegroupedModel& model) : links_(model) {
  hand_over();
}
void GroupedMassMatrixPass::run(const double*, JointSines<double>&, JointMatrix<double>) {
  hand_over();
}

bool GroupedDerivativePass::pays(const RegroupedModel&, double) { return false; }
GroupedDerivativePass::GroupedDerivativePass(const RegroupedModel& model, const Eigen::Vector3d&)
    : links_(model), sines_(0) {
  hand_over();
}
void GroupedDerivativePass::run(const double*, const double*, const double*, const Outputs&) {
  hand_over();
}

}  // namespace alembert
