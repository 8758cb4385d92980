// Batches beside the calls for one state: nanoseconds a state, the least of many. Every row twice:
// for 1,024 states, whose results stay in the cache, and for many, whose results go to memory. The
// first argument is that many, the second the number of threads.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "alembert/batch.hpp"
#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/mass_matrix.hpp"
#include "bench/robots.hpp"

namespace {

using namespace alembert;

template <typename Call>
double nanoseconds(int states, Call call) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9, spent = 0.0;
  call();
  for (int calls = 0; spent < 0.2 || calls < 5; ++calls) {
    const auto begin = Clock::now();
    call();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    spent += seconds;
    best = std::min(best, seconds / states);
  }
  return 1e9 * best;
}

template <typename T>
void time_batch(const char* name, const Model& model, int states, int threads) {
  const int n = model.dofs();
  std::srand(1);
  const RowMatrix<T> q = RowMatrix<T>::Random(states, n), v = RowMatrix<T>::Random(states, n),
                     a = RowMatrix<T>::Random(states, n);
  RowMatrix<T> out(states, n), A = RowMatrix<T>::Zero(states, n * n), B(A), C(A), D(A);
  Batch<T> batch(model, threads);
  const auto time = [&](auto call) { return nanoseconds(states, call); };
  std::printf(
      "%-11s %s %2d %7d: torques %8.1f  derivatives %9.1f  mass %8.1f  accelerations %8.1f  ", name,
      sizeof(T) == 8 ? "double" : "float ", threads, states,
      time([&] { batch.inverse_dynamics(q, v, a, out); }),
      time([&] { batch.derivatives(q, v, a, A, B, C); }), time([&] { batch.mass_matrix(q, A); }),
      time([&] { (void)batch.forward_dynamics(q, v, a, out); }));
  std::printf("their derivatives %9.1f  weighted Hessians %9.1f\n",
              time([&] { (void)batch.forward_dynamics_derivatives(q, v, a, out, A, B, C); }),
              time([&] { batch.weighted_hessians(q, v, a, a, A, B, C, D); }));
}

void time_single(const char* name, const Model& model) {
  const int n = model.dofs();
  const Eigen::VectorXd q = Eigen::VectorXd::Random(n), v = q, a = q;
  Eigen::VectorXd out(n);
  Eigen::MatrixXd A(n, n), B(n, n), C(n, n), D(n, n);
  InverseDynamics id(model);
  InverseDynamicsDerivatives derivatives(model);
  MassMatrix mass(model);
  ForwardDynamics forward(model);
  ForwardDynamicsDerivatives forward_derivatives(model);
  WeightedHessian weighted_hessian(model);
  const auto time = [](auto call) {
    return nanoseconds(64, [&] {
      for (int k = 0; k < 64; ++k) call();
    });
  };
  std::printf(
      "%-11s one state        : torques %8.1f  derivatives %9.1f  mass %8.1f  accelerations %8.1f "
      " ",
      name, time([&] { id(q, v, a, out); }), time([&] { derivatives(q, v, a, A, B, C); }),
      time([&] { mass(q, A); }), time([&] { (void)forward(q, v, a, out); }));
  std::printf("their derivatives %9.1f  weighted Hessians %9.1f\n",
              time([&] { (void)forward_derivatives(q, v, a, out, A, B, C); }),
              time([&] { weighted_hessian(q, v, a, a, A, B, C, D); }));
}

void time_robot(const char* name, const Robot& robot, int states, int threads) {
  const Model model = compile(robot);
  time_single(name, model);
  for (const int t : {1, threads}) {
    for (const int count : {1024, states}) time_batch<double>(name, model, count, t);
    for (const int count : {1024, states}) time_batch<float>(name, model, count, t);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const int states = count > 1 ? std::atoi(arguments[1]) : 65536;
  const int threads = count > 2 ? std::atoi(arguments[2]) : 2;
  std::printf("%s\n", batch_instruction_set());
  time_robot("seven_axis", load_robot(ALEMBERT_SOURCE_DIR "/models/seven_axis.yaml"), states,
             threads);
  time_robot("chain_24", bench::general_chain(24), states / 16 + 1, threads);
  time_robot("tree_32", bench::general_tree(32), states / 16 + 1, threads);
  time_robot("chain_60", bench::general_chain(60), states / 32 + 1, threads);
}
