// What is said of an objective is what it is: integrals over random motions with friction, loads
// and payloads against an adaptive quadrature of independent dynamics.
#include <gtest/gtest.h>

#include "alembert/motion.hpp"
#include "motion/guess.hpp"
#include "motion/quadrature.hpp"
#include "support/random_problem.hpp"

namespace alembert::test::objective_test {

constexpr char models[] = ALEMBERT_SOURCE_DIR "/models";

/// Simpson's rule, halved until both halves agree with the whole.
template <typename F>
Eigen::Vector4d simpson(const F& f, double from, double to, const Eigen::Vector4d& at_from,
                        const Eigen::Vector4d& at_to, const Eigen::Array4d& allowed, int depth) {
  const double middle = 0.5 * (from + to), width = to - from;
  const Eigen::Vector4d at_middle = f(middle);
  const Eigen::Vector4d left = f(0.5 * (from + middle)), right = f(0.5 * (middle + to));
  const Eigen::Vector4d whole = width / 6.0 * (at_from + 4.0 * at_middle + at_to);
  const Eigen::Vector4d halves =
      width / 12.0 * (at_from + 4.0 * left + 2.0 * at_middle + 4.0 * right + at_to);
  if (depth == 0 || ((halves - whole).array().abs() <= allowed * width).all()) return halves;
  return simpson(f, from, middle, at_from, at_middle, allowed, depth - 1) +
         simpson(f, middle, to, at_middle, at_to, allowed, depth - 1);
}

/// Effort, energy, torque rate and jerk of a motion, by dynamics that share no code with it.
Eigen::Vector4d independent(const RandomProblem& made, const Trajectory& motion) {
  DenseCheck check(made.robot, made.problem, motion);
  const DenseSpline spline(motion.q);
  Eigen::Vector4d sum = Eigen::Vector4d::Zero();
  for (int e = 0; e < spline.segments(); ++e) {
    const double begin = spline.instant(e, 0.0), width = spline.instant(e, 1.0) - begin;
    const double h = 1e-5 * width;
    const auto integrand = [&](double t) {
      const double inside = std::clamp(t, begin + h, begin + width - h);
      const Eigen::VectorXd tau = check.torque_at(e, t), v = spline.at(e, t, 1);
      const Eigen::VectorXd rate =
          (check.torque_at(e, inside + h) - check.torque_at(e, inside - h)) / (2.0 * h);
      return Eigen::Vector4d(tau.squaredNorm(), tau.cwiseProduct(v).cwiseAbs().sum(),
                             rate.squaredNorm(), spline.at(e, t, 3).squaredNorm());
    };
    constexpr int parts = 16;
    std::vector<Eigen::Vector4d> at;
    Eigen::Array4d mean = Eigen::Array4d::Zero();
    for (int i = 0; i <= parts; ++i) {
      at.push_back(integrand(begin + width * i / parts));
      mean += at.back().array() / (parts + 1);
    }
    for (int i = 0; i < parts; ++i) {
      sum += simpson(integrand, begin + width * i / parts, begin + width * (i + 1) / parts, at[i],
                     at[i + 1], 1e-5 * mean + 1e-12, 12);
    }
  }
  return sum;
}

TEST(Objective, OfRandomMotionsIsWhatAnIndependentQuadratureFinds) {
  for (unsigned seed = 7001; seed < 7201; ++seed) {
    SCOPED_TRACE(seed);
    RandomProblem made = random_problem(seed, {.models = models});
    MotionProblem& problem = made.problem;
    problem.minimize = {.time = 0.0, .effort = 1.0, .energy = 1.0, .jerk = 1.0, .torque_rate = 1.0};
    problem.duration.longest = 100.0;
    problem.spline.segments = 6;
    problem.waypoints.clear();
    const Task task(problem);
    const GuessedPlaces places = guess_places(task);
    const double duration = guess_duration(problem, places);
    MotionProgram program =
        transcribe(task, time_shares(problem), duration, std::make_shared<Workers>(1));
    const Eigen::VectorXd x = guess_unknowns(places, program, duration, 0.2, seed);
    const Eigen::VectorXd measured = measured_costs(program, x);
    Eigen::Vector4d sums = Eigen::Vector4d::Zero();
    const std::vector<std::string> names{"effort", "energy", "torque_rate", "jerk"};
    for (std::size_t c = 0; c < program.costs().size(); ++c) {
      const auto it = std::find(names.begin(), names.end(), program.costs()[c].name);
      ASSERT_NE(it, names.end());
      sums[it - names.begin()] += measured[static_cast<Eigen::Index>(c)];
    }
    const Eigen::Vector4d expected = independent(made, program.motion(x));
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(sums[k], expected[k], 1e-4 * expected[k])
          << names[static_cast<std::size_t>(k)] << " of " << made.arm << ", " << made.friction;
    }
  }
}

TEST(Objective, OfAnAnswerIsWhatAnIndependentQuadratureFinds) {
  int solved = 0;
  for (unsigned seed = 7301; solved < 6 && seed < 7340; ++seed) {
    RandomProblem made = random_problem(seed, {.models = models, .only_profiles = true});
    if (made.friction != "coulomb" || made.problem.model.dofs() > 3) continue;
    SCOPED_TRACE(seed);
    made.problem.minimize.energy = 0.1;
    made.problem.minimize.torque_rate = 1e-5;
    const Solution solution = solve(made.problem);
    if (solution.status != MotionStatus::solved) continue;
    ++solved;
    const Eigen::Vector4d expected = independent(made, solution.motion);
    for (const auto& [name, value] : solution.objective_terms) {
      if (name == "time") continue;
      const double found = name == "energy" ? 0.1 * expected[1] : 1e-5 * expected[2];
      EXPECT_NEAR(value, found, 1e-4 * found) << name;
    }
  }
  EXPECT_EQ(solved, 6);
}

}  // namespace alembert::test::objective_test
