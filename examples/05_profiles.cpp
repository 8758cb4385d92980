// One move, five ways to make it: how long each takes and what it asks of the motors. The S-curve
// is written as CSV, read back and turned into a spline.
//
//   ./build/release/examples/05_profiles models/puma560.yaml
#include <alembert/alembert.hpp>
#include <filesystem>
#include <iostream>

namespace {

double largest_torque(const alembert::Model& model, const alembert::Samples& motion) {
  alembert::InverseDynamics id(model);
  Eigen::VectorXd tau(model.dofs());
  double largest = 0.0;
  for (Eigen::Index i = 0; i < motion.t.size(); ++i) {
    id(motion.q.row(i).transpose(), motion.v.row(i).transpose(), motion.a.row(i).transpose(), tau);
    largest = std::max(largest, tau.cwiseAbs().maxCoeff());
  }
  return largest;
}

}  // namespace

int main(int argc, char** argv) try {
  const auto model =
      alembert::compile(alembert::load_robot(argc > 1 ? argv[1] : "models/puma560.yaml"));
  const int n = model.dofs();
  const Eigen::VectorXd start = Eigen::VectorXd::Zero(n), goal = Eigen::VectorXd::Ones(n);
  // Of the robot itself: alembert::ProfileLimits::of(model).
  const alembert::ProfileLimits limits{Eigen::VectorXd::Constant(n, 2.0),     // rad/s
                                       Eigen::VectorXd::Constant(n, 10.0),    // rad/s^2
                                       Eigen::VectorXd::Constant(n, 100.0)};  // rad/s^3

  const auto s_curve = alembert::s_curve_profile(start, goal, limits);
  const std::pair<const char*, alembert::Profile> moves[] = {
      {"cubic      ", alembert::polynomial_profile(3, start, goal, limits)},
      {"quintic    ", alembert::polynomial_profile(5, start, goal, limits)},
      {"septic     ", alembert::polynomial_profile(7, start, goal, limits)},
      {"trapezoidal", alembert::trapezoidal_profile(start, goal, limits)},
      {"s_curve    ", s_curve}};
  for (const auto& [name, move] : moves) {
    std::cout << name << "  " << move.duration() << " s  "
              << largest_torque(model, alembert::sampled(move, 1e-3)) << " N m\n";
  }

  const auto file = std::filesystem::temp_directory_path() / "alembert_s_curve.csv";
  alembert::save_samples(alembert::sampled(s_curve, 1e-3), model, file);
  const auto samples = alembert::load_samples(file, model);
  std::filesystem::remove(file);
  const auto fit = alembert::fit_spline(samples.t, samples.q, {.tolerance = 1e-4, .rest = 1});
  std::cout << "a cubic spline of " << fit.spline.segments() << " segments comes within "
            << fit.largest_error << " rad of the s_curve\n";
  return fit.largest_error <= 1e-4 ? 0 : 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
