#include "task/coulomb.hpp"

namespace alembert {

void Coulomb::add_derivative(VecIn<double> v, Eigen::Ref<Eigen::MatrixXd> by_v) const {
  if (slip_speed_ <= 0.0) return;
  for (const ModelJoint& joint : rubbing_) {
    const int j = joint.coordinate;
    const double sign = direction(joint.ratio * v[j]);
    const double scale = joint.ratio * joint.ratio * joint.coulomb / slip_speed_;
    by_v(j, j) += scale * (1.0 - sign * sign);
  }
}

void Coulomb::add_hessian(VecIn<double> v, VecIn<double> weights,
                          Eigen::Ref<Eigen::MatrixXd> by_vv) const {
  if (slip_speed_ <= 0.0) return;
  for (const ModelJoint& joint : rubbing_) {
    const int j = joint.coordinate;
    const double sign = direction(joint.ratio * v[j]), per_slip = joint.ratio / slip_speed_;
    const double scale = weights[j] * joint.ratio * joint.coulomb * per_slip * per_slip;
    by_vv(j, j) -= 2.0 * scale * sign * (1.0 - sign * sign);
  }
}

Model without_coulomb(const Model& model) { return without_drives(model, {.coulomb = true}); }

}  // namespace alembert
