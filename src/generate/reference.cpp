// What the library answers, for the values that generated tests compare with.
#include "alembert/derivatives.hpp"
#include "alembert/error.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "generate/program.hpp"

namespace alembert {

namespace {

std::vector<double> flat(const Eigen::MatrixXd& M) { return {M.data(), M.data() + M.size()}; }

void require_definite(bool definite) {
  if (definite) return;
  throw Error(
      Error::Code::robot, "the mass matrix is not positive definite",
      "give every coordinate something to move: alembert check says which link has no mass");
}

}  // namespace

std::vector<std::vector<double>> library_values(const Model& model, GeneratedCall call,
                                                const std::vector<FrameId>& frames,
                                                const std::vector<std::vector<double>>& inputs) {
  const int n = model.dofs();
  const auto input = [&](std::size_t i) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(inputs[i].data(), n));
  };
  Eigen::MatrixXd A(n, n), B(n, n), C(n, n), D(n, n);
  Eigen::VectorXd x(n);
  switch (call) {
    case GeneratedCall::inverse_dynamics: {
      InverseDynamics<double> id(model);
      id(input(0), input(1), input(2), x);
      return {flat(x)};
    }
    case GeneratedCall::derivatives: {
      InverseDynamicsDerivatives<double> derivatives(model);
      derivatives(input(0), input(1), input(2), A, B, C);
      return {flat(A), flat(B), flat(C)};
    }
    case GeneratedCall::mass_matrix: {
      MassMatrix mass(model);
      mass(input(0), A);
      return {flat(A)};
    }
    case GeneratedCall::forward_dynamics: {
      ForwardDynamics forward(model);
      require_definite(forward(input(0), input(1), input(2), x));
      return {flat(x)};
    }
    case GeneratedCall::forward_derivatives: {
      ForwardDynamicsDerivatives derivatives(model);
      require_definite(derivatives(input(0), input(1), input(2), x, A, B, C));
      return {flat(x), flat(A), flat(B), flat(C)};
    }
    case GeneratedCall::weighted_hessian: {
      WeightedHessian<double> hessian(model);
      hessian(input(0), input(1), input(2), input(3), A, B, C, D);
      return {flat(A), flat(B), flat(C), flat(D)};
    }
    case GeneratedCall::pose:
      break;
  }
  std::vector<std::vector<double>> poses;
  Kinematics<double> kinematics(model);
  kinematics.update(input(0));
  for (const FrameId frame : frames) {
    const Pose<double> pose = kinematics.pose(frame);
    poses.push_back(flat(pose.linear()));
    poses.push_back(flat(pose.translation()));
  }
  return poses;
}

}  // namespace alembert
