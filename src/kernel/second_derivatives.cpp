// The tensor of all torques: by tensor_pass.hpp, or one weighted Hessian a torque where loads do
// not turn with their links.
#include "alembert/second_derivatives.hpp"

#include <algorithm>
#include <cassert>

#include "alembert/derivatives.hpp"
#include "kernel/tensor_pass.hpp"

namespace alembert {

SecondDerivativeTensor::SecondDerivativeTensor(int dofs)
    : qq(dofs, Eigen::MatrixXd::Zero(dofs, dofs)), qv(qq), vv(qq), qa(qq) {}

struct SecondDerivatives::Workspace {
  WeightedHessian<double> hessian;
  Eigen::VectorXd torque;  // a unit vector
  TensorPass pass;

  explicit Workspace(const Model& model)
      : hessian(model), torque(Eigen::VectorXd::Zero(model.dofs())), pass(model) {}
};

SecondDerivatives::SecondDerivatives(const Model& model) : work_(make_owned<Workspace>(model)) {}

void SecondDerivatives::operator()(VecIn<double> q, VecIn<double> v, VecIn<double> a, Loads loads,
                                   SecondDerivativeTensor& out) {
  assert(out.qq.size() == static_cast<std::size_t>(work_->torque.size()));
  const auto turns = [](const Load& load) { return load.axes != Load::Axes::world; };
  if (std::all_of(loads.begin(), loads.end(), turns)) return work_->pass.run(q, v, a, loads, out);
  for (std::size_t i = 0; i < out.qq.size(); ++i) {
    double& weight = work_->torque[i];
    weight = 1.0;
    work_->hessian(q, v, a, work_->torque, loads, out.qq[i], out.qv[i], out.vv[i], out.qa[i]);
    weight = 0.0;
  }
}

}  // namespace alembert
