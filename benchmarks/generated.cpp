// Generated code beside the library, in one run: benchmarks/generated.sh makes ROBOT and builds
// this.
#include <chrono>
#include <cstdio>
#include <vector>

#include ROBOT_WRAPPER
#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/inverse_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/mass_matrix.hpp"

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t states = 64;

struct Samples {
  std::vector<VectorXd> q, v, a, lambda;
  VectorXd tau;
  MatrixXd A, B, C, D;

  explicit Samples(int n) : tau(n), A(n, n), B(n, n), C(n, n), D(n, n) {
    for (std::size_t i = 0; i < states; ++i) {
      q.push_back(3.0 * VectorXd::Random(n));
      for (auto* x : {&v, &a, &lambda}) x->push_back(VectorXd::Random(n));
    }
  }
};

/// Nanoseconds of one call, the least of many rounds over the states.
template <typename Call>
double nanoseconds(Call call) {
  using Clock = std::chrono::steady_clock;
  double best = 1e9;
  for (int round = 0; round < 400; ++round) {
    const auto begin = Clock::now();
    for (std::size_t i = 0; i < states; ++i) call(i);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - begin).count());
  }
  return 1e9 * best / states;
}

/// They take turns, so that whatever else the machine does, it does to both.
template <typename Library, typename Generated, typename Call>
void compare(const char* name, const alembert::Model& model, Call call) {
  Library library(model);
  Generated generated(model);
  double theirs = 1e9, ours = 1e9;
  for (int turn = 0; turn < 5; ++turn) {
    theirs = std::min(theirs, nanoseconds([&](std::size_t i) { call(library, i); }));
    ours = std::min(ours, nanoseconds([&](std::size_t i) { call(generated, i); }));
  }
  std::printf("%-24s library %8.1f ns   generated %8.1f ns   share %.2f\n", name, theirs, ours,
              ours / theirs);
}

}  // namespace

int main(int, char** argv) {
  const alembert::Model model = alembert::compile(alembert::load_robot(argv[1]));
  Samples s(model.dofs());
  compare<alembert::InverseDynamics<>, robot::InverseDynamics>(
      "inverse dynamics", model, [&](auto& f, std::size_t i) { f(s.q[i], s.v[i], s.a[i], s.tau); });
  compare<alembert::InverseDynamicsDerivatives<>, robot::InverseDynamicsDerivatives>(
      "derivatives", model,
      [&](auto& f, std::size_t i) { f(s.q[i], s.v[i], s.a[i], s.A, s.B, s.C); });
  compare<alembert::MassMatrix, robot::MassMatrix>("mass matrix", model,
                                                   [&](auto& f, std::size_t i) { f(s.q[i], s.A); });
  compare<alembert::ForwardDynamics, robot::ForwardDynamics>(
      "forward dynamics", model,
      [&](auto& f, std::size_t i) { (void)f(s.q[i], s.v[i], s.a[i], s.tau); });
  compare<alembert::ForwardDynamicsDerivatives, robot::ForwardDynamicsDerivatives>(
      "its derivatives", model,
      [&](auto& f, std::size_t i) { (void)f(s.q[i], s.v[i], s.a[i], s.tau, s.A, s.B, s.C); });
  compare<alembert::WeightedHessian<>, robot::WeightedHessian>(
      "weighted Hessian", model,
      [&](auto& f, std::size_t i) { f(s.q[i], s.v[i], s.a[i], s.lambda[i], s.A, s.B, s.C, s.D); });
}
