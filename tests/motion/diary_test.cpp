// A search says what it tried, how that ended and what it cost.
#include <gtest/gtest.h>

#include <numeric>

#include "alembert/motion.hpp"
#include "alembert/motion_document.hpp"
#include "alembert/motion_file.hpp"
#include "alembert/report.hpp"

namespace alembert::test::diary_test {

MotionFile example(const char* name) {
  return load_motion_problem(std::string(ALEMBERT_SOURCE_DIR "/examples/") + name);
}

int iterations(const Diary& diary) {
  return std::accumulate(diary.begin(), diary.end(), 0,
                         [](int sum, const Attempt& a) { return sum + a.iterations; });
}

double seconds(const Diary& diary) {
  return std::accumulate(diary.begin(), diary.end(), 0.0,
                         [](double sum, const Attempt& a) { return sum + a.seconds; });
}

/// The last attempt that was kept gave the answer.
void expect_tells_all(const Solution& solution) {
  ASSERT_FALSE(solution.diary.empty());
  EXPECT_EQ(iterations(solution.diary), solution.iterations);
  EXPECT_LE(seconds(solution.diary), solution.seconds);
  const auto last = std::find_if(solution.diary.rbegin(), solution.diary.rend(),
                                 [](const Attempt& a) { return a.kept; });
  ASSERT_NE(last, solution.diary.rend());
  EXPECT_NEAR(last->objective, solution.objective, 1e-9 * solution.objective);
  EXPECT_EQ(last->segments, solution.motion.q.segments());
}

TEST(Diary, CountsEveryIteration) {
  for (const char* name : {"xiang_1.yaml", "seven_axis_reach.yaml", "four_bar.yaml"}) {
    SCOPED_TRACE(name);
    const Solution solution = solve(example(name).problem);
    ASSERT_EQ(solution.status, MotionStatus::solved);
    expect_tells_all(solution);
    EXPECT_EQ(solution.diary.front().kind, Attempt::Kind::guess);
  }
}

TEST(Diary, IsOfTheStartThatFoundTheMotion) {
  SolveOptions options;
  options.starts = 3;
  const Solution solution = solve(example("xiang_1.yaml").problem, options);
  ASSERT_EQ(solution.status, MotionStatus::solved);
  expect_tells_all(solution);
}

TEST(Diary, OfAProblemWithoutAnswerSaysThatLimitsGave) {
  MotionProblem problem = example("xiang_1.yaml").problem;
  problem.duration = {0.2, 0.2};
  const Solution solution = solve(problem);
  ASSERT_EQ(solution.status, MotionStatus::infeasible) << summary(solution);
  EXPECT_EQ(iterations(solution.diary), solution.iterations);
  EXPECT_EQ(solution.diary.back().kind, Attempt::Kind::least_given);
  EXPECT_TRUE(solution.diary.back().kept);
  for (std::size_t k = 0; k + 1 < solution.diary.size(); ++k) {
    EXPECT_FALSE(solution.diary[k].kept) << k;
  }
}

TEST(Diary, IsKeptInTheDocument) {
  const MotionFile file = example("seven_axis_reach.yaml");
  const Solution solution = solve(file.problem);
  const std::string text = write_motion(motion_document(file, solution, {}), "");
  const Diary read = read_motion(text, "motion.json").solution.diary;
  ASSERT_EQ(read.size(), solution.diary.size());
  for (std::size_t k = 0; k < read.size(); ++k) {
    const Attempt &ours = solution.diary[k], &theirs = read[k];
    EXPECT_EQ(theirs.kind, ours.kind);
    EXPECT_EQ(theirs.end, ours.end);
    EXPECT_EQ(theirs.kept, ours.kept);
    EXPECT_EQ(theirs.posture, ours.posture);
    EXPECT_EQ(theirs.segments, ours.segments);
    EXPECT_EQ(theirs.iterations, ours.iterations);
    EXPECT_EQ(theirs.seconds, ours.seconds);
    EXPECT_EQ(theirs.objective, ours.objective);
  }
}

}  // namespace alembert::test::diary_test
