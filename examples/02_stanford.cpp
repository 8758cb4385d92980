// The Stanford arm of Angeles, Ma and Rojas 1988, section 7.1: ten seconds from rest to rest, and
// the torques it takes by Kane's equations.
//
//   ./build/release/examples/02_stanford FOLDER     writes stanford.csv and stanford.svg there
#include <alembert/alembert.hpp>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <numbers>

using Eigen::VectorXd;
constexpr double pi = std::numbers::pi, duration = 10.0;

/// theta_i(0) + A_i (t - sin(B t) / B), and the same without theta_i(0) for the slide b_3.
struct Motion {
  VectorXd q, v, a;

  explicit Motion(double t) {
    const double B = 2.0 * pi / duration;
    const VectorXd A{{pi / 30, -pi / 60, 0.01, pi / 30, pi / 30, pi / 30}};
    const VectorXd start{{0.0, pi / 2, 0.0, 0.0, 0.0, 0.0}};
    q = start + A * (t - std::sin(B * t) / B);
    v = A * (1.0 - std::cos(B * t));
    a = A * B * std::sin(B * t);
  }
};

/// One line of a plot: a joint's angle or torque over time.
struct Curve {
  std::size_t plot;
  std::string label;
  bool torque;
  Eigen::Index joint;
};
const std::vector<Curve> curves = {{0, "θ1, θ4, θ5, θ6", false, 0},
                                   {0, "θ2", false, 1},
                                   {1, "τ2", true, 1},
                                   {2, "τ1", true, 0},
                                   {2, "τ4", true, 3},
                                   {2, "τ5", true, 4},
                                   {2, "τ6", true, 5},
                                   {3, "τ3", true, 2}};

std::vector<alembert::Plot> plots() {
  std::vector<alembert::Plot> all = {
      {"Joint angles", "t, s", "rad", false, false, {}},
      {"Torque of joint 2", "t, s", "N m", false, false, {}},
      {"Torques of the other turning joints", "t, s", "N m", false, false, {}},
      {"Force of the slide", "t, s", "N", false, false, {}}};
  for (const Curve& curve : curves) all[curve.plot].lines.push_back({curve.label, {}, {}});
  return all;
}

/// Adds a point to every curve.
void draw(std::vector<alembert::Plot>& plots, double t, const VectorXd& q, const VectorXd& tau) {
  std::vector<std::size_t> next(plots.size(), 0);
  for (const Curve& curve : curves) {
    alembert::PlotLine& line = plots[curve.plot].lines[next[curve.plot]++];
    line.x.push_back(t);
    line.y.push_back((curve.torque ? tau : q)[curve.joint]);
  }
}

int main(int argc, char** argv) try {
  const auto model = alembert::compile(alembert::load_robot("models/stanford.yaml"));
  const auto kane = alembert::Formulations::get("kane").make<double>(model);
  VectorXd tau(6), first, last;
  auto figure = plots();
  std::ofstream csv;
  if (argc > 1) csv.open(std::string(argv[1]) + "/stanford.csv");
  if (argc > 1 && !csv) {
    std::cerr << "cannot write into " << argv[1] << '\n';
    return 1;
  }
  csv << "t,theta1,theta2,b3,theta4,theta5,theta6,tau1,tau2,tau3,tau4,tau5,tau6\n"
      << std::setprecision(12);

  for (int step = 0; step <= 200; ++step) {
    const double t = duration * step / 200;
    const Motion motion(t);
    (*kane)(motion.q, motion.v, motion.a, tau);
    if (step == 0) first = tau;
    last = tau;
    csv << t;
    for (const double x : motion.q) csv << ',' << x;
    for (const double x : tau) csv << ',' << x;
    csv << '\n';
    draw(figure, t, motion.q, tau);
  }
  if (argc > 1) {
    std::ofstream(std::string(argv[1]) + "/stanford.svg")
        << alembert::svg(figure, "The Stanford arm over ten seconds",
                         "Angeles, Ma, Rojas 1988, section 7.1; torques by Kane's equations");
  }

  // What an independent program found (D'Alembert on particles).
  const VectorXd expected{{0.0, 13.69476, 0.0, 0.0, -0.35316, 0.0}};
  std::cout << "torques at  0 s  " << first.transpose() << "\ntorques at 10 s  " << last.transpose()
            << '\n';
  const bool agrees = (first - expected).norm() < 1e-9 && std::abs(last[1] - 6.448243291) < 1e-9 &&
                      std::abs(last[2] - 29.9205) < 1e-9;
  return agrees ? 0 : 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
