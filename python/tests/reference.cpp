// What C++ computes on states that Python made, for test_bits.py: numbers in, numbers out, in
// hexadecimal so that every bit can be compared.
//
//   reference ROBOT FRAME < states      first the number of states, then q v a of each
#include <cstdio>
#include <iostream>

#include "alembert/alembert.hpp"

using namespace alembert;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

template <typename Matrix>
void print(const char* name, const Matrix& values) {
  std::printf("%s", name);
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    for (Eigen::Index j = 0; j < values.cols(); ++j) {
      std::printf(" %a", static_cast<double>(values(i, j)));
    }
  }
  std::printf("\n");
}

RowMatrix<double> read_rows(int count, int n) {
  RowMatrix<double> rows(count, n);
  std::string word;
  for (double& x : rows.reshaped<Eigen::RowMajor>()) {
    std::cin >> word;
    x = std::strtod(word.c_str(), nullptr);
  }
  return rows;
}

template <typename T>
void print_batches(const char* name, const Model& model, const RowMatrix<double>& q,
                   const RowMatrix<double>& v, const RowMatrix<double>& a) {
  const RowMatrix<T> q_t = q.cast<T>(), v_t = v.cast<T>(), a_t = a.cast<T>();
  RowMatrix<T> tau(q.rows(), q.cols());
  RowMatrix<T> dq(q.rows(), q.cols() * q.cols()), dv(dq), M(dq);
  Batch<T> batch(model);
  batch.inverse_dynamics(q_t, v_t, a_t, tau);
  batch.derivatives(q_t, v_t, a_t, dq, dv, M);
  const std::string prefix = name;
  print((prefix + "inverse_dynamics").c_str(), tau);
  print((prefix + "derivatives_q").c_str(), dq);
  print((prefix + "derivatives_v").c_str(), dv);
  print((prefix + "derivatives_a").c_str(), M);
}

/// What Python computes in double precision only.
void print_wide_batches(const Model& model, const RowMatrix<double>& q, const RowMatrix<double>& v,
                        const RowMatrix<double>& a) {
  RowMatrix<double> x(q.rows(), q.cols()), A(q.rows(), q.cols() * q.cols()), B(A), C(A), D(A);
  Batch batch(model);
  batch.mass_matrix(q, A);
  print("batch_mass_matrix", A);
  if (batch.forward_dynamics(q, v, a, x)) print("batch_forward_dynamics", x);
  batch.set_base_motion({{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}, {0.7, 0.8, 0.9}});
  batch.inverse_dynamics(q, v, a, x);
  print("batch_carried", x);
  batch.set_base_motion({});
  if (batch.forward_dynamics_derivatives(q, v, a, x, A, B, C)) {
    print("batch_forward_q", A);
    print("batch_forward_v", B);
    print("batch_forward_tau", C);
  }
  batch.weighted_hessians(q, v, a, a, A, B, C, D);
  print("batch_hessian_qq", A);
  print("batch_hessian_qv", B);
  print("batch_hessian_vv", C);
  print("batch_hessian_qa", D);
}

void print_state(const Model& model, FrameId frame, const VectorXd& q, const VectorXd& v,
                 const VectorXd& a) {
  const int n = model.dofs();
  InverseDynamics<> id(model);
  VectorXd tau(n), again(n);
  id(q, v, a, tau);
  print("inverse_dynamics", tau);
  for (const FormulationInfo& info : Formulations::all()) {
    info(model, q, v, a, again);
    print(info.name.c_str(), again);
  }
  Load push;
  push.frame = frame;
  push.force = {1, 2, 3};
  push.moment = {0.1, 0.2, 0.3};
  push.point = {0.01, 0.02, 0.03};
  push.axes = Load::Axes::frame;
  id(q, v, a, {&push, 1}, again);
  print("loaded", again);
  id.bias(q, v, again);
  print("bias", again);
  id.gravity(q, again);
  print("gravity_torque", again);
  ForwardDynamics fd(model);
  if (fd(q, v, tau, again)) print("forward_dynamics", again);
  MatrixXd M(n, n), dq(n, n), dv(n, n), last(n, n);
  MassMatrix mass_matrix(model);
  mass_matrix(q, M);
  print("mass_matrix", M);
  Kinematics<> kinematics(model);
  kinematics.update(q);
  print("pose", kinematics.pose(frame).matrix());
  Kinematics<>::Jacobian J(6, n);
  kinematics.jacobian(frame, J);
  print("jacobian", J);
  InverseDynamicsDerivatives<> derivatives(model);
  derivatives(q, v, a, dq, dv, M);
  print("derivatives_q", dq);
  print("derivatives_v", dv);
  print("derivatives_a", M);
  WeightedHessian<> hessian(model);
  hessian(q, v, a, VectorXd::LinSpaced(n, 1.0, 2.0), dq, dv, M, last);
  print("hessian_qq", dq);
  print("hessian_qv", dv);
  print("hessian_vv", M);
  print("hessian_qa", last);
  SecondDerivatives second(model);
  SecondDerivativeTensor tensor(n);
  second(q, v, a, tensor);
  print("second_qq", tensor.qq.back());
  print("second_qv", tensor.qv.back());
  print("second_vv", tensor.vv.back());
  print("second_qa", tensor.qa.back());
  ForwardDynamicsDerivatives by(model);
  if (by(q, v, tau, again, dq, dv, M)) {
    print("forward_q", dq);
    print("forward_v", dv);
    print("forward_tau", M);
  }
  Energy energy(model);
  const Energies e = energy(q, v);
  print("energy", Eigen::Vector3d(e.kinetic, e.gravity, e.elastic));
  Regressor regressor(model, {.bodies = {}, .drives = true, .springs = true});
  print("regressor", regressor(q, v, a));
  id.set_base_motion({{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}, {0.7, 0.8, 0.9}});
  id(q, v, a, again);
  print("carried", again);
}

}  // namespace

int main(int, char** argv) {
  const Model model = compile(load_robot(argv[1]));
  int count = 0;
  std::cin >> count;
  const RowMatrix<double> q = read_rows(count, model.dofs()), v = read_rows(count, model.dofs()),
                          a = read_rows(count, model.dofs());
  print_batches<double>("batch_", model, q, v, a);
  print_batches<float>("float_batch_", model, q, v, a);
  print_wide_batches(model, q, v, a);
  print_state(model, model.frame(argv[2]), q.row(0), v.row(0), a.row(0));
}
