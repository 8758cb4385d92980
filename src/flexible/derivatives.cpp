#include <Eigen/Cholesky>

#include "alembert/flexible_derivatives.hpp"

namespace alembert {

FlexibleDerivatives::FlexibleDerivatives(const FlexibleModel& model)
    : value_(model),
      slope_(model),
      R_(model.size()),
      a_(model.size()),
      z1_(model.size()),
      v1_(model.size()),
      a1_(model.size()),
      out_(model.size()) {}

void FlexibleDerivatives::set_loads(std::span<const FlexibleLoad> loads) {
  value_.set_loads(loads);
  slope_.set_loads(loads);
}

void FlexibleDerivatives::inverse(VecIn<double> z, VecIn<double> v, VecIn<double> a,
                                  MatOut<double> by_z, MatOut<double> by_v, MatOut<double> by_a) {
  value_.simulation_form(z, v, by_a, R_);
  z1_ = z.cast<Dual<double>>();
  v1_ = v.cast<Dual<double>>();
  a1_ = a.cast<Dual<double>>();
  const auto column = [&](Dual<double>& entry, Eigen::Index i, MatOut<double> out) {
    entry.slope = 1.0;
    slope_.inverse(z1_, v1_, a1_, out_);
    entry.slope = 0.0;
    for (Eigen::Index k = 0; k < out_.size(); ++k) out(k, i) = out_[k].slope;
  };
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    column(z1_[i], i, by_z);
    column(v1_[i], i, by_v);
  }
}

// With J a = R + torques: the slope of a is -J^-1 times that of the forces J a - R at this a.
void FlexibleDerivatives::accelerations(VecIn<double> z, VecIn<double> v, VecIn<double> torques,
                                        MatOut<double> by_z, MatOut<double> by_v,
                                        MatOut<double> by_torques) {
  const int n = model().size(), joints = model().joints;
  value_.accelerations(z, v, torques, a_);
  Eigen::MatrixXd J(n, n);
  inverse(z, v, a_, by_z, by_v, J);
  const Eigen::LDLT<Eigen::MatrixXd> factor(J);
  by_z = -factor.solve(Eigen::MatrixXd(by_z));
  by_v = -factor.solve(Eigen::MatrixXd(by_v));
  by_torques = factor.solve(Eigen::MatrixXd::Identity(n, joints));
}

}  // namespace alembert
