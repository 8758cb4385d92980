// What the library answers, for the values that generated tests compare with.
#include <algorithm>
#include <cmath>

#include "alembert/derivatives.hpp"
#include "alembert/error.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/mass_matrix.hpp"
#include "dense.hpp"
#include "generate/program.hpp"

namespace alembert {

namespace {

std::vector<double> flat(const Eigen::MatrixXd& M) { return {M.data(), M.data() + M.size()}; }

void require_definite(bool definite, const Model& model, GeneratedCall call) {
  if (definite) return;
  throw Error(Error::Code::robot,
              "robot '" + model.name() + "' has no " + to_string(call) +
                  ": its mass matrix is not positive definite",
              "give every coordinate something to move (alembert check says which link has no "
              "mass), or leave this call out");
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
      require_definite(forward(input(0), input(1), input(2), x), model, call);
      return {flat(x)};
    }
    case GeneratedCall::forward_derivatives: {
      ForwardDynamicsDerivatives derivatives(model);
      require_definite(derivatives(input(0), input(1), input(2), x, A, B, C), model, call);
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

double mass_matrix_condition(const Model& model, const std::vector<double>& q) {
  Eigen::MatrixXd M(model.dofs(), model.dofs());
  MassMatrix mass(model);
  mass(Eigen::Map<const Eigen::VectorXd>(q.data(), model.dofs()), M);
  const Eigen::VectorXd unit = M.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::VectorXd values = dense::singular_values(unit.asDiagonal() * M * unit.asDiagonal());
  return values[0] / values[values.size() - 1];
}

double largest_difference(const ExprProgram& program,
                          const std::vector<std::vector<double>>& inputs,
                          const std::vector<std::vector<double>>& expected) {
  std::vector<double> all;
  for (const std::vector<double>& x : inputs) all.insert(all.end(), x.begin(), x.end());
  const std::vector<double> nodes = program.graph.evaluate(all);
  double worst = 0.0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    double largest = 1.0, error = 0.0;
    for (std::size_t e = 0; e < expected[k].size(); ++e) {
      const Expr& x = program.outputs[k].entries[e];
      double value = x.value();
      if (!x.constant()) value = nodes[x.node()];
      if (!x.constant() && x.negative()) value = -value;
      largest = std::max(largest, std::abs(expected[k][e]));
      error = std::max(error, std::abs(value - expected[k][e]));
    }
    worst = std::max(worst, error / largest);
  }
  return worst;
}

}  // namespace alembert
