// Measure torques, find the base parameters they come from, and predict other torques with them.
//
//   ./build/release/examples/04_identify models/puma560.yaml
#include <Eigen/QR>
#include <alembert/alembert.hpp>
#include <iostream>
#include <random>

int main(int argc, char** argv) try {
  const auto robot = alembert::load_robot(argc > 1 ? argv[1] : "models/puma560.yaml");
  const auto model = alembert::compile(robot);
  const int n = model.dofs();
  alembert::BaseParameters base(model, {.regressor = {.drives = true, .springs = true}});
  alembert::InverseDynamics id(model);

  // The "measurement": torques of random motions with noise of 0.1 N m.
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> uniform(-2.0, 2.0);
  std::normal_distribution<double> noise(0.0, 0.1);
  const auto random = [&] {
    return Eigen::VectorXd(Eigen::VectorXd::NullaryExpr(n, [&] { return uniform(engine); }));
  };
  constexpr int samples = 1000;
  Eigen::MatrixXd W(samples * n, base.count());
  Eigen::VectorXd measured(samples * n), tau(n);
  for (int s = 0; s < samples; ++s) {
    const Eigen::VectorXd q = random(), v = random(), a = random();
    base(q, v, a, W.middleRows(s * n, n));
    id(q, v, a, tau);
    for (int i = 0; i < n; ++i) measured[s * n + i] = tau[i] + noise(engine);
  }
  const Eigen::VectorXd found = W.colPivHouseholderQr().solve(measured);

  std::cout << base.count() << " base parameters of " << base.regressor().columns().size() << '\n';
  for (int b = 0; b < base.count(); ++b) {
    std::cout << found[b] << "  (" << base.parameters()[b] << ")  "
              << base.names()[static_cast<std::size_t>(b)] << '\n';
  }

  // They must predict the torques of motions that were not measured.
  Eigen::MatrixXd Y(n, base.count());
  double worst = 0.0, largest = 0.0;
  for (int s = 0; s < 100; ++s) {
    const Eigen::VectorXd q = random(), v = random(), a = random();
    base(q, v, a, Y);
    id(q, v, a, tau);
    worst = std::max(worst, (Y * found - tau).cwiseAbs().maxCoeff());
    largest = std::max(largest, tau.cwiseAbs().maxCoeff());
  }
  std::cout << "predicts other torques to " << worst << " of " << largest << " N m\n";
  return worst < 0.1 ? 0 : 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
