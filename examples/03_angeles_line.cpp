// The six-axis arm of Angeles, Ma and Rojas 1988, section 7.2: its hand moves along a straight line
// in one second without turning. Joint angles by our inverse kinematics, rates from the Jacobian,
// torques by Kane's equations.
//
//   ./build/release/examples/03_angeles_line FOLDER     writes angeles_line.csv and .svg there
#include <Eigen/LU>
#include <alembert/alembert.hpp>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <numbers>

using Eigen::VectorXd;
constexpr double degree = std::numbers::pi / 180, duration = 1.0, amplitude = 0.5;
constexpr int steps = 200;

/// From 0 to `amplitude` and at rest at both ends: the 3-4-5 polynomial, this project's choice. The
/// paper shows its s(t) only as a figure.
struct Line {
  double s, rate, acceleration;

  explicit Line(double t) {
    const double u = t / duration;
    s = amplitude * u * u * u * (10 + u * (-15 + 6 * u));
    rate = amplitude * 30 * u * u * (1 + u * (-2 + u)) / duration;
    acceleration = amplitude * 60 * u * (1 + u * (-3 + 2 * u)) / (duration * duration);
  }
};

using Jacobian = alembert::Kinematics<double>::Jacobian;

Jacobian jacobian(alembert::Kinematics<double>& kinematics, alembert::FrameId hand,
                  const VectorXd& q) {
  Jacobian J(6, q.size());
  kinematics.update(q);
  kinematics.jacobian(hand, J);
  return J;
}

struct Rates {
  VectorXd v, a;
};

/// J v = x', J a = x'' - J' v, with J' v by a central difference along v.
Rates joint_rates(alembert::Kinematics<double>& kinematics, alembert::FrameId hand,
                  const VectorXd& q, const Line& line) {
  const Eigen::PartialPivLU<Eigen::MatrixXd> J(jacobian(kinematics, hand, q));
  const VectorXd along{{0.0, 1.0, 0.0, 0.0, 0.0, 0.0}};  // y of the hand; it does not turn
  Rates rates;
  rates.v = J.solve(along * line.rate);
  const double h = 1e-5;
  const Jacobian change =
      (jacobian(kinematics, hand, q + h * rates.v) - jacobian(kinematics, hand, q - h * rates.v)) /
      (2 * h);
  rates.a = J.solve(along * line.acceleration - change * rates.v);
  return rates;
}

std::vector<alembert::Plot> plots() {
  std::vector<alembert::Plot> all(3);
  all[0].title = "Hand along the line x = 1.33, z = 1.80";
  all[0].y_label = "y, m";
  all[0].lines.push_back({"s(t)", {}, {}});
  all[1].title = "Joint angles, from their start";
  all[1].y_label = "deg";
  all[2].title = "Driving torques";
  all[2].y_label = "N m";
  for (alembert::Plot& plot : all) plot.x_label = "t, s";
  for (int i = 1; i <= 6; ++i) {
    all[1].lines.push_back({"θ" + std::to_string(i), {}, {}});
    all[2].lines.push_back({"τ" + std::to_string(i), {}, {}});
  }
  return all;
}

/// The paper's start, with the digits of theta_4 put right (93.6 for 39.6).
VectorXd printed_start() { return VectorXd{{0.0, 68.5, -135.0, 93.6, 90.0, 90.0}} * degree; }

std::vector<alembert::IkResult> follow_line(const alembert::Model& model, alembert::FrameId hand) {
  alembert::Kinematics<double> kinematics(model);
  kinematics.update(printed_start());
  const Eigen::Isometry3d nearly = kinematics.pose(hand);
  std::vector<Eigen::Isometry3d> path;
  for (int step = 0; step <= steps; ++step) {
    Eigen::Isometry3d pose = nearly;  // keeps the orientation
    pose.translation() << 1.33, Line(duration * step / steps).s, 1.80;
    path.push_back(pose);
  }
  std::cout << "the printed start misses the line by "
            << 1e3 * (nearly.translation() - path[0].translation()).norm() << " mm\n";
  return inverse_kinematics_path(model, hand, path, printed_start());
}

int main(int argc, char** argv) try {
  const auto model = alembert::compile(alembert::load_robot("models/angeles_6r.yaml"));
  const alembert::FrameId hand = model.frame("hand");
  const auto answers = follow_line(model, hand);
  if (answers.size() != steps + 1 || !answers.back().solved()) {
    std::cerr << "the line is left after " << answers.size() << " poses\n";
    return 1;
  }
  const auto kane = alembert::Formulations::get("kane").make<double>(model);
  alembert::InverseDynamics<double> kernel(model);
  alembert::Kinematics<double> kinematics(model);
  auto figure = plots();
  std::ofstream csv;
  if (argc > 1) csv.open(std::string(argv[1]) + "/angeles_line.csv");
  if (argc > 1 && !csv) {
    std::cerr << "cannot write into " << argv[1] << '\n';
    return 1;
  }
  csv << "t,y,theta1,theta2,theta3,theta4,theta5,theta6,tau1,tau2,tau3,tau4,tau5,tau6\n"
      << std::setprecision(12);

  VectorXd tau(6), expected(6), largest = VectorXd::Zero(6);
  double disagreement = 0.0;
  for (int step = 0; step <= steps; ++step) {
    const double t = duration * step / steps;
    const Line line(t);
    const VectorXd& q = answers[static_cast<std::size_t>(step)].q;
    const Rates rates = joint_rates(kinematics, hand, q, line);
    (*kane)(q, rates.v, rates.a, tau);
    kernel(q, rates.v, rates.a, expected);
    disagreement = std::max(disagreement, (tau - expected).norm() / expected.norm());
    largest = largest.cwiseMax(tau.cwiseAbs());

    csv << t << ',' << line.s;
    for (const double x : q) csv << ',' << x;
    for (const double x : tau) csv << ',' << x;
    csv << '\n';
    figure[0].lines[0].x.push_back(t), figure[0].lines[0].y.push_back(line.s);
    for (std::size_t i = 0; i < 6; ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      figure[1].lines[i].x.push_back(t), figure[2].lines[i].x.push_back(t);
      figure[1].lines[i].y.push_back((q[k] - answers[0].q[k]) / degree);
      figure[2].lines[i].y.push_back(tau[k]);
    }
  }
  if (argc > 1) {
    std::ofstream(std::string(argv[1]) + "/angeles_line.svg")
        << alembert::svg(figure, "A six-axis arm along a line in one second",
                         "Angeles, Ma, Rojas 1988, section 7.2; 0.5 m by a 3-4-5 polynomial; "
                         "torques by Kane's equations");
  }
  std::cout << "largest torques  " << largest.transpose() << '\n';
  return disagreement < 1e-12 ? 0 : 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
