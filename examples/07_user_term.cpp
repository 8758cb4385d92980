// A wish of your own in the objective: the arm goes as fast as it is told to, but keeps its hand
// near a line where a camera sees it. One term is a callable differentiated by dual numbers, the
// other a class with derivatives by hand; they are the same wish and find the same motion.
//
//   ./build/release/examples/07_user_term
#include <alembert/alembert.hpp>
#include <iostream>

namespace {

constexpr double arm_length = 0.4;  // m, both links of models/two_link.yaml
constexpr double height = 0.1;      // m, where the camera looks

/// (y - height)^2 of the hand, y = arm_length (sin q1 + sin(q1 + q2)).
class HandHeight : public alembert::PointFunction {
 public:
  int size() const override { return 1; }

  void value(const alembert::MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override {
    g[0] = off(point) * off(point);
  }
  void derivative(const alembert::MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override {
    D.row(0).head(2) = 2.0 * off(point) * slope(point).transpose();
  }
  void hessian(const alembert::MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override {
    const double first = arm_length * std::sin(point.q()[0]), both = off(point) + height - first;
    Eigen::Matrix2d bend;
    bend << -(first + both), -both, -both, -both;
    const Eigen::Vector2d y = slope(point);
    H.topLeftCorner(2, 2) += 2.0 * weights[0] * (y * y.transpose() + off(point) * bend);
  }

 private:
  static double off(const alembert::MotionPoint& point) {
    return arm_length * (std::sin(point.q()[0]) + std::sin(point.q()[0] + point.q()[1])) - height;
  }
  static Eigen::Vector2d slope(const alembert::MotionPoint& point) {
    const double both = arm_length * std::cos(point.q()[0] + point.q()[1]);
    return {arm_length * std::cos(point.q()[0]) + both, both};
  }
};

/// Mean square distance of the hand to the line, mm.
double distance_to_line(const alembert::Model& model, const alembert::Trajectory& motion) {
  alembert::Kinematics kinematics(model);
  double sum = 0.0;
  constexpr int steps = 2000;
  for (int i = 0; i < steps; ++i) {
    kinematics.update(motion.q(motion.duration() * (i + 0.5) / steps));
    const double y = kinematics.pose(model.frame("tip")).translation().y();
    sum += (y - height) * (y - height) / steps;
  }
  return 1e3 * std::sqrt(sum);
}

}  // namespace

int main(int argc, char** argv) try {
  const auto model =
      alembert::compile(alembert::load_robot(argc > 1 ? argv[1] : "models/two_link.yaml"));
  alembert::MotionProblem task(model);
  task.start.q = Eigen::Vector2d(-0.8, 2.0);
  task.goal.q = Eigen::Vector2d(0.9, -1.5);
  task.duration = {1.0, 1.0, {}};
  task.minimize = {.time = 0.0, .effort = 1e-3};
  const alembert::Solution plain = alembert::solve(task);

  task.minimize.terms = {{"seen", 100.0, std::make_shared<HandHeight>()}};
  const alembert::Solution by_hand = alembert::solve(task);

  const auto wish = [](const auto& q, const auto&, const auto&) {
    using std::sin;
    const auto off = arm_length * (sin(q[0]) + sin(q[0] + q[1])) - height;
    return off * off;
  };
  task.minimize.terms = {{"seen", 100.0, alembert::differentiated(wish)}};
  const alembert::Solution by_duals = alembert::solve(task);

  std::cout << "least effort alone: hand off the line by " << distance_to_line(model, plain.motion)
            << " mm\n"
            << "with the wish:      by " << distance_to_line(model, by_hand.motion) << " mm, "
            << by_hand.iterations << " iterations\n"
            << "by dual numbers:    by " << distance_to_line(model, by_duals.motion) << " mm, "
            << by_duals.iterations << " iterations\n";
  const bool good =
      plain.status == alembert::MotionStatus::solved &&
      by_hand.status == alembert::MotionStatus::solved &&
      std::abs(by_hand.objective - by_duals.objective) < 1e-6 &&
      distance_to_line(model, by_hand.motion) < 0.5 * distance_to_line(model, plain.motion);
  return good ? 0 : 1;
} catch (const alembert::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
