// Every word of the objective goes down against the fastest motion, measured by other means: dense
// samples, differences in time, the kinematics. And terms of the user's own.
#include <gtest/gtest.h>

#include "alembert/differentiated.hpp"
#include "alembert/io.hpp"
#include "alembert/kinematics.hpp"
#include "alembert/motion.hpp"
#include "alembert/report.hpp"
#include "support/compare.hpp"

namespace alembert::test {
namespace {

constexpr int steps = 20000;

MotionProblem lift() {
  MotionProblem problem(compile(load_robot(ALEMBERT_SOURCE_DIR "/models/two_link.yaml")));
  problem.start.q = Eigen::Vector2d(-1.2, 0.3);
  problem.goal.q = Eigen::Vector2d(0.4, -1.4);
  return problem;
}

/// Integral of value(before, after, dt) / dt … by the midpoints of dense samples.
template <typename Rate>
double integral(const MotionProblem& problem, const Trajectory& motion, Rate rate) {
  const std::vector<MotionSample> samples = sample(problem, motion, steps + 1);
  double sum = 0.0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double dt = samples[i].t - samples[i - 1].t;
    sum += dt * rate(samples[i - 1], samples[i], dt);
  }
  return sum;
}

double effort(const MotionSample& a, const MotionSample& b, double) {
  return 0.5 * (a.tau.squaredNorm() + b.tau.squaredNorm());
}
double energy(const MotionSample& a, const MotionSample& b, double) {
  return 0.5 *
         (a.tau.cwiseProduct(a.v).cwiseAbs().sum() + b.tau.cwiseProduct(b.v).cwiseAbs().sum());
}
double jerk(const MotionSample& a, const MotionSample& b, double dt) {
  return ((b.a - a.a) / dt).squaredNorm();
}
double torque_rate(const MotionSample& a, const MotionSample& b, double dt) {
  return ((b.tau - a.tau) / dt).squaredNorm();
}
double path(const Model& model, const MotionSample& a, const MotionSample& b, double dt) {
  Kinematics kinematics(model);
  kinematics.update(a.q);
  const Eigen::Vector3d from = kinematics.pose(model.frame("tip")).translation();
  kinematics.update(b.q);
  return (kinematics.pose(model.frame("tip")).translation() - from).norm() / dt;
}

struct Word {
  const char* name;
  Objective objective;
  double weight;
  double least_gain;  ///< this much less than the fastest motion of the same duration
};

class Objectives : public testing::TestWithParam<Word> {
 protected:
  double measured(const MotionProblem& problem, const Trajectory& motion) const {
    const std::string name = GetParam().name;
    if (name == "effort") return integral(problem, motion, effort);
    if (name == "energy") return integral(problem, motion, energy);
    if (name == "jerk") return integral(problem, motion, jerk);
    if (name == "torque_rate") return integral(problem, motion, torque_rate);
    return integral(problem, motion, [&](const auto& a, const auto& b, double dt) {
      return path(problem.model, a, b, dt);
    });
  }
};

TEST_P(Objectives, GoesDownAgainstTheFastestMotion) {
  MotionProblem problem = lift();
  const Solution fastest = solve(problem);
  ASSERT_EQ(fastest.status, MotionStatus::solved) << summary(fastest);
  problem.minimize = GetParam().objective;
  if (problem.minimize.path_length > 0.0) problem.minimize.path_frame = problem.model.frame("tip");
  // At most a half longer, so that going slowly is not all there is to gain.
  problem.duration.longest = 1.5 * fastest.motion.duration();
  const Solution gentle = solve(problem);
  ASSERT_EQ(gentle.status, MotionStatus::solved) << summary(gentle);
  EXPECT_GE(gentle.motion.duration(), fastest.motion.duration() * (1.0 - 1e-6));
  const double before = measured(problem, fastest.motion), after = measured(problem, gentle.motion);
  EXPECT_LT(after, (1.0 - GetParam().least_gain) * before);
  // … and what is reported is what is measured.
  double reported = 0.0;
  for (const auto& [name, value] : gentle.objective_terms) {
    if (name == GetParam().name) reported = value / GetParam().weight;
  }
  EXPECT_NEAR(reported, after, 5e-3 * after);
}

INSTANTIATE_TEST_SUITE_P(
    Words, Objectives,
    testing::Values(Word{"effort", {.time = 0.01, .effort = 1.0}, 1.0, 0.5},
                    Word{"energy", {.time = 0.1, .energy = 1.0}, 1.0, 0.3},
                    Word{"jerk", {.time = 0.01, .jerk = 1e-4}, 1e-4, 0.8},
                    Word{"torque_rate", {.time = 0.01, .torque_rate = 1e-3}, 1e-3, 0.8},
                    Word{"path_length", {.time = 0.01, .path_length = 1.0}, 1.0, 0.05}),
    [](const auto& word) { return word.param.name; });

/// sum (q - favoured)^2, by hand.
class Favour : public PointFunction {
 public:
  explicit Favour(Eigen::VectorXd q) : q_(std::move(q)) {}
  int size() const override { return 1; }
  void value(const MotionPoint& point, Eigen::Ref<Eigen::VectorXd> g) override {
    g[0] = (point.q() - q_).squaredNorm();
  }
  void derivative(const MotionPoint& point, Eigen::Ref<Eigen::MatrixXd> D) override {
    D.row(0).head(point.dofs) = 2.0 * (point.q() - q_).transpose();
  }
  void hessian(const MotionPoint& point, const Eigen::Ref<const Eigen::VectorXd>& weights,
               Eigen::Ref<Eigen::MatrixXd> H) override {
    H.diagonal().head(point.dofs).array() += 2.0 * weights[0];
  }

 private:
  Eigen::VectorXd q_;
};

const Eigen::Vector2d favoured(0.5, -2.0);

TEST(UserTerm, DrawsTheMotionAndIsPartOfTheObjective) {
  MotionProblem problem = lift();
  problem.duration = {1.5, 1.5, {}};
  problem.minimize = {.time = 0.0, .effort = 1e-3};
  const Solution plain = solve(problem);
  problem.minimize.terms = {{"favour", 2.0, std::make_shared<Favour>(favoured)}};
  const Solution drawn = solve(problem);
  ASSERT_EQ(plain.status, MotionStatus::solved) << summary(plain);
  ASSERT_EQ(drawn.status, MotionStatus::solved) << summary(drawn);
  const auto away = [](const MotionSample& a, const MotionSample& b, double) {
    return 0.5 * ((a.q - favoured).squaredNorm() + (b.q - favoured).squaredNorm());
  };
  const double before = integral(problem, plain.motion, away);
  const double after = integral(problem, drawn.motion, away);
  EXPECT_LT(after, 0.7 * before);
  ASSERT_EQ(drawn.objective_terms.size(), 2u);
  EXPECT_EQ(drawn.objective_terms[1].first, "favour");
  EXPECT_NEAR(drawn.objective_terms[1].second, 2.0 * after, 1e-4 * after);
  EXPECT_NEAR(drawn.objective, 1e-3 * integral(problem, drawn.motion, effort) + 2.0 * after,
              1e-5 * drawn.objective);
  // Optimal: the other motion is worse by the new measure.
  EXPECT_LT(drawn.objective, plain.objective + 2.0 * before);
}

TEST(UserTerm, DualNumbersDifferentiateACallable) {
  const auto wish = [](const auto& q, const auto& v, const auto& a) {
    using std::sin;
    return sin(q[0] * v[1]) * a[0] + q[1] * q[1] * a[1] * v[0];
  };
  const std::shared_ptr<PointFunction> term = differentiated(wish);
  MotionPoint point(2, 0);
  point.z << 0.3, -0.7, 1.1, 0.4, -0.9, 2.0, 0.0, 0.0;
  const double h = 1e-5;
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(1, 8), H = Eigen::MatrixXd::Zero(8, 8);
  term->derivative(point, D);
  term->hessian(point, Eigen::VectorXd::Constant(1, 1.0), H);
  for (int i = 0; i < 8; ++i) {
    MotionPoint up = point, down = point;
    up.z[i] += h;
    down.z[i] -= h;
    Eigen::VectorXd above(1), below(1);
    Eigen::MatrixXd slope_up = Eigen::MatrixXd::Zero(1, 8), slope_down = slope_up;
    term->value(up, above);
    term->value(down, below);
    term->derivative(up, slope_up);
    term->derivative(down, slope_down);
    EXPECT_NEAR(D(0, i), (above[0] - below[0]) / (2.0 * h), 1e-8);
    EXPECT_LT(largest_difference(H.row(i), (slope_up - slope_down) / (2.0 * h)), 1e-8);
  }
}

TEST(UserTerm, ByDualNumbersFindsTheSameMotionAsByHand) {
  MotionProblem problem = lift();
  problem.minimize.terms = {{"favour", 2.0, std::make_shared<Favour>(favoured)}};
  const Solution by_hand = solve(problem);
  const auto wish = [](const auto& q, const auto&, const auto&) {
    return (q[0] - favoured[0]) * (q[0] - favoured[0]) +
           (q[1] - favoured[1]) * (q[1] - favoured[1]);
  };
  problem.minimize.terms = {{"favour", 2.0, differentiated(wish)}};
  const Solution by_duals = solve(problem);
  EXPECT_EQ(by_hand.status, MotionStatus::solved) << summary(by_hand);
  EXPECT_NEAR(by_hand.objective, by_duals.objective, 1e-7);
}

}  // namespace
}  // namespace alembert::test
