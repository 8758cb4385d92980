// motion.json comes back as it went out.
#include "alembert/motion_record.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io_testing.hpp"

namespace alembert::testing {
namespace {

struct Written {
  MotionFile file = load_motion_problem(ALEMBERT_SOURCE_DIR "/examples/four_bar.yaml");
  Solution found = solve(file.problem, file.options);
  std::vector<MotionSample> samples = sample(file.problem, found.motion, 5);
};

const Written& written() {
  static const Written once;
  return once;
}

TEST(MotionRecord, RoundTripKeepsEveryBit) {
  const auto& [file, found, samples] = written();
  const std::string folder = ALEMBERT_SOURCE_DIR "/out";
  const MotionRecord record =
      read_motion(write_motion(file, found, samples, folder), folder + "/motion.json");
  EXPECT_EQ(record.name, "four_bar");
  EXPECT_EQ(record.robot, "four_bar");
  EXPECT_EQ(record.problem_file, file.file);
  EXPECT_EQ(record.robot_file, file.robot_file);
  EXPECT_EQ(record.joints, file.problem.model.coordinate_names());
  const Solution& back = record.solution;
  EXPECT_EQ(back.status, found.status);
  EXPECT_EQ(back.message, found.message);
  EXPECT_EQ(back.motion.q.degree(), found.motion.q.degree());
  EXPECT_EQ(back.motion.q.knots(), found.motion.q.knots());
  EXPECT_EQ(back.motion.q.control_points(), found.motion.q.control_points());
  EXPECT_EQ(back.motion.forces.control_points(), found.motion.forces.control_points());
  EXPECT_EQ(back.motion.forces.dofs(), 2);
  EXPECT_EQ(back.objective, found.objective);
  EXPECT_EQ(back.largest_violation, found.largest_violation);
  EXPECT_EQ(back.iterations, found.iterations);
  EXPECT_EQ(back.history.size(), found.history.size());
  ASSERT_EQ(back.active.size(), found.active.size());
  for (std::size_t i = 0; i < back.active.size(); ++i) {
    EXPECT_EQ(back.active[i].text(), found.active[i].text());
  }
  ASSERT_EQ(record.samples.size(), samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(record.samples[i].t, samples[i].t);
    EXPECT_EQ(record.samples[i].q, samples[i].q);
    EXPECT_EQ(record.samples[i].tau, samples[i].tau);
    EXPECT_EQ(record.samples[i].force, samples[i].force);
  }
}

TEST(MotionRecord, TheProblemComesBackOnTheMotionsGrid) {
  const auto& [file, found, samples] = written();
  MotionRecord record = read_motion(write_motion(file, found, {}, "."), "motion.json");
  EXPECT_TRUE(record.samples.empty());
  const MotionFile again = load_problem_of(record);
  EXPECT_EQ(again.problem.spline.segments, 40);
  EXPECT_EQ(again.problem.spline.degree, 5);
  const std::vector<MotionSample> resampled = sample(again.problem, record.solution.motion, 5);
  for (std::size_t i = 0; i < samples.size(); ++i) EXPECT_EQ(resampled[i].tau, samples[i].tau);
  record.joints[0] = "other";
  expect_error([&] { load_problem_of(record); }, 0, {"joints are not those of", "predict"});
}

TEST(MotionRecord, OtherDocumentsAreRefused) {
  const auto refused = [](const std::string& text, const std::string& part) {
    expect_error([&] { read_motion(text, "m.json"); }, 0, {part});
  };
  refused("[]", "not a predicted motion");
  refused("{}", "not a predicted motion");
  refused(R"({"alembert": "robot/1"})", "not a predicted motion");
  refused(R"({"alembert": "motion_result/9"})", "'motion_result/9'");
  refused(R"({"alembert": "motion_result/1"})", "no 'name'");
  expect_error([] { read_motion("{\n\n", "m.json"); }, 3, {"not JSON"});
  const auto& [file, found, samples] = written();
  const std::string good = write_motion(file, found, samples, ".");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  refused(with("\"status\":\"solved\"", "\"status\":\"splendid\""), "'splendid'");
  refused(with("\"degree\":5", "\"degree\":4"), "");
  refused(with("\"knots\":[0.0,", "\"knots\":["), "");
  refused(with("\"coupler\":[", "\"coupler\":[1.0,"), "different numbers of control points");
  refused(with("\"iterations\":", "\"iterations\":0.5,\"x\":"), "no whole number");
  refused(with("\"q\":[", "\"q\":[1.0,"), "not one number a joint");
  refused(with("\"duration\":", "\"duration\":3.0,\"x\":"), "the duration is 3 s, and the knots");
  refused(with("\"spline\":{\"degree\":5,\"duration\":",
               "\"spline\":{\"degree\":5,\"duration\":3.0,\"x\":"),
          "the duration is 3 s, and the knots");
}

}  // namespace
}  // namespace alembert::testing
