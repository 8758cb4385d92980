// A weight on jerk that problems on the ground have unless they say another.
#include <gtest/gtest.h>

#include <fstream>

#include "alembert/motion.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/standing.hpp"

namespace alembert::test::little_jerk_test {

const std::string folder = ALEMBERT_SOURCE_DIR;

MotionFile walking(const std::string& minimize) {
  std::ifstream in(folder + "/examples/walking_step.yaml");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t at = text.find("minimize:");
  text.replace(at, text.find('\n', at) - at, "minimize: " + minimize);
  return read_motion_problem(text, folder + "/examples/changed.yaml");
}

TEST(LittleJerk, IsThereUnlessAnotherIsSaid) {
  const double T = walking("exertion").problem.duration.longest;
  EXPECT_NEAR(walking("exertion").problem.minimize.jerk, 3e-7 * std::pow(T, 5), 1e-15);
  EXPECT_NEAR(walking("{exertion: 2}").problem.minimize.jerk, 6e-7 * std::pow(T, 5), 1e-15);
  EXPECT_EQ(walking("{exertion: 1, jerk: 0}").problem.minimize.jerk, 0.0);
  EXPECT_EQ(walking("{exertion: 1, jerk: 3e-8}").problem.minimize.jerk, 3e-8);
  EXPECT_EQ(walking("discomfort").problem.minimize.jerk, 0.0);
  // Torques of 150, 150 and 120 N m at most, both legs.
  const double square = (2 * 150.0 * 150.0 + 120.0 * 120.0) / 3.0;
  EXPECT_NEAR(walking("{effort: 1e-4}").problem.minimize.jerk,
              3e-7 * std::pow(T, 5) * 1e-4 * square, 1e-15);
}

/// It walks with it, and torques are still what is minimized: five parts in six.
TEST(LittleJerk, LeavesTorquesThePartThatCounts) {
  const MotionFile file = walking("exertion");
  const Solution found = solve(file.problem, file.options);
  ASSERT_EQ(found.status, MotionStatus::solved) << found.largest_violation;
  double jerk = 0.0;
  for (const auto& [name, value] : found.objective_terms) {
    if (name == "jerk") jerk = value;
  }
  EXPECT_GT(jerk, 0.0);
  EXPECT_LT(jerk, 0.2 * found.objective);
}

}  // namespace alembert::test::little_jerk_test
