// sensitivity: what is told, and what is refused.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing::sensitivity_test {

const std::string xiang_2 = ALEMBERT_SOURCE_DIR "/examples/xiang_2.yaml";

TEST(SensitivityVerb, AgreesWithDifferencesOfProblemAndRobot) {
  const Workbench bench;
  const Outcome told =
      bench.run({"sensitivity", xiang_2, "--of", "goal.q[0]", "--of",
                 "robot:joints[joint2].link.mass", "--of", "minimize.effort", "--check", "--json"});
  ASSERT_EQ(told.code, 0) << told.err;
  const Json numbers = told.json().at("numbers");
  ASSERT_EQ(numbers.size(), 3u);
  for (const Json& number : numbers) {
    const double slope = number.at("slope").get<double>();
    EXPECT_GT(slope, 0.0) << number.dump();
    EXPECT_NEAR(slope, number.at("by_differences").get<double>(), 1e-5 * std::max(1.0, slope));
  }
  EXPECT_NEAR(numbers[1].at("value").get<double>(), 0.5, 1e-15);
}

TEST(SensitivityVerb, RefusesPathsThatNameNothingAndNone) {
  const Workbench bench;
  const Outcome nothing = bench.run({"sensitivity", xiang_2, "--of", "goal.qq[0]"});
  EXPECT_EQ(nothing.code, 1);
  EXPECT_TRUE(contains(nothing.err, "--of: the path 'goal.qq[0]' names nothing")) << nothing.err;
  EXPECT_EQ(bench.run({"sensitivity", xiang_2}).code, 2);
}

}  // namespace alembert::testing::sensitivity_test
