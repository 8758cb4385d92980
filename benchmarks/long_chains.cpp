// The mass matrix, derivatives of inverse dynamics, forward dynamics, its derivatives and the
// tensor of second derivatives on robots of 6 to 1000 joints: microseconds a call, the least of
// many. Run it beside one built from another commit to compare.
#include <cstdio>

#include "alembert/derivatives.hpp"
#include "alembert/forward_dynamics.hpp"
#include "alembert/io.hpp"
#include "alembert/mass_matrix.hpp"
#include "alembert/second_derivatives.hpp"
#include "bench/robots.hpp"
#include "least_time.hpp"

namespace {

using namespace alembert;
using Eigen::MatrixXd;
using Eigen::VectorXd;

template <typename Call>
double microseconds(Call call) {
  return 1e6 * least_time(call, 0.2);
}

void time_robot(const char* name, const Robot& robot) {
  const Model model = compile(robot);
  const int n = model.dofs();
  std::srand(1);
  const VectorXd q = 2.0 * VectorXd::Random(n), v = VectorXd::Random(n), tau = VectorXd::Random(n);
  VectorXd a(n);
  MatrixXd by_q(n, n), by_v(n, n), by_tau(n, n);
  std::printf("%-12s", name);
  if (n <= 200) {
    MassMatrix mass_matrix(model);
    InverseDynamicsDerivatives<> inverse(model);
    std::printf("   mass matrix %8.3f   derivatives %9.3f",
                microseconds([&] { mass_matrix(q, by_tau); }),
                microseconds([&] { inverse(q, v, tau, by_q, by_v, by_tau); }));
  }
  ForwardDynamics fd(model);
  std::printf("   forward dynamics %10.3f", microseconds([&] { (void)fd(q, v, tau, a); }));
  if (n <= 100) {
    ForwardDynamicsDerivatives derivatives(model);
    std::printf("   its derivatives %9.3f",
                microseconds([&] { (void)derivatives(q, v, tau, a, by_q, by_v, by_tau); }));
  }
  if (n <= 32) {
    SecondDerivatives second(model);
    SecondDerivativeTensor tensor(n);
    std::printf("   tensor %9.3f", microseconds([&] { second(q, v, a, tensor); }));
  }
  std::printf("\n");
}

}  // namespace

int main() {
  for (const char* name : {"puma560", "seven_axis"}) {
    time_robot(name, load_robot(ALEMBERT_SOURCE_DIR "/models/" + std::string(name) + ".yaml"));
  }
  for (const int n : {12, 20, 32, 48, 96, 100, 200, 1000}) {
    time_robot(("chain_" + std::to_string(n)).c_str(), bench::general_chain(n));
  }
  for (const int n : {32, 96}) {
    time_robot(("tree_" + std::to_string(n)).c_str(), bench::general_tree(n));
  }
}
