// The example in docs/robot-format.md is what it says: complete and accepted.
#include <fstream>
#include <sstream>

#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "io_testing.hpp"

namespace alembert::testing {
namespace {

std::string example() {
  std::ifstream file(std::string(ALEMBERT_SOURCE_DIR) + "/docs/robot-format.md");
  std::stringstream page;
  page << file.rdbuf();
  const std::string text = page.str(), fence = "```yaml\n";
  const std::size_t start = text.find(fence);
  if (start == std::string::npos) return "";
  const std::size_t first = start + fence.size();
  return text.substr(first, text.find("```", first) - first);
}

TEST(RobotFormat, TheExampleOnThePageIsHealthy) {
  const Robot robot = read_yaml(example(), "robot-format.md");
  EXPECT_EQ(robot.joints.size(), 4u);
  EXPECT_EQ(robot.find_joint("finger_right")->parent, "elbow");
  for (const Finding& finding : examine(robot)) {
    EXPECT_EQ(finding.severity, Finding::Severity::note) << finding.text();
  }
  expect_same_robot(robot, read_yaml(write_yaml(robot), "again.yaml"), 1e-15);
}

}  // namespace
}  // namespace alembert::testing
