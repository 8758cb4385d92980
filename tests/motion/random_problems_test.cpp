// What is called proven is true: random problems over rigid arms, looked at through dynamics,
// splines and distances that share no code with the library. benchmarks/problems has thousands.
#include <gtest/gtest.h>

#include "alembert/motion.hpp"
#include "support/random_problem.hpp"

namespace alembert::test::random_problems_test {

constexpr char models[] = ALEMBERT_SOURCE_DIR "/models";

TEST(RandomProblems, EveryLimitThatIsProvenHoldsAtEverySampleOfIndependentDynamics) {
  int proven = 0;
  constexpr int count = 25;
  for (unsigned seed = 5001; seed < 5001 + count; ++seed) {
    const RandomProblem made = random_problem(seed, {.models = models});
    const Solution solution = solve(made.problem);
    if (solution.certificate.method != MotionCertificate::Method::proven) continue;
    ++proven;
    DenseCheck check(made.robot, made.problem, solution.motion);
    for (const DenseFinding& finding : check.limits(4000)) {
      EXPECT_FALSE(finding.broken())
          << "seed " << seed << ", " << made.arm << ": " << finding.what << " " << finding.of
          << " by " << finding.excess << " at " << finding.time;
    }
    EXPECT_LT(check.missed(), 1e-6) << "seed " << seed;
  }
  EXPECT_GE(proven, 24);
}

TEST(RandomProblems, TheIndependentLookFindsALimitThatIsPassedByAMillionth) {
  int torques = 0, others = 0;
  for (unsigned seed = 5001; seed < 5013; ++seed) {
    RandomProblem made = random_problem(seed, {.models = models});
    const Solution solution = solve(made.problem);
    if (solution.status != MotionStatus::solved) continue;
    for (const DenseFinding& was :
         DenseCheck(made.robot, made.problem, solution.motion).limits(2000)) {
      if (was.excess < -0.5 * std::abs(was.limit) || was.of.rfind("joint ", 0) != 0) continue;
      MotionProblem tight = made.problem;
      const int j = std::stoi(was.of.substr(6));
      const double peak = was.limit > 0.0 ? was.limit + was.excess : -was.limit + was.excess;
      const double below = peak - 1e-6 * std::abs(was.limit);
      if (was.what == "torque") {
        (was.limit > 0.0 ? tight.limits.torque_upper : tight.limits.torque_lower)[j] =
            was.limit > 0.0 ? below : -below;
      } else if (was.what == "velocity") {
        tight.limits.velocity[j] = below;
      } else {
        continue;
      }
      bool found = false;
      for (const DenseFinding& now : DenseCheck(made.robot, tight, solution.motion).limits(2000)) {
        found = found || (now.what == was.what && now.broken());
      }
      EXPECT_TRUE(found) << "seed " << seed << ": " << was.what;
      ++(was.what == "torque" ? torques : others);
    }
  }
  EXPECT_GE(torques, 6);
  EXPECT_GE(others, 3);
}

}  // namespace alembert::test::random_problems_test
