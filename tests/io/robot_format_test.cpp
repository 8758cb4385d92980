// The example in docs/robot-format.md is what it says: complete and accepted. Robots beyond any
// format's size are refused before anything is made of them.
#include <chrono>
#include <fstream>
#include <sstream>

#include "alembert/doctor.hpp"
#include "alembert/io.hpp"
#include "io_testing.hpp"

namespace alembert::testing::robot_format_test {

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

constexpr int too_many = 100'000;

#ifdef __SANITIZE_ADDRESS__
constexpr double patience = 60.0;  // s: several times slower, and not what users run
#else
constexpr double patience = 3.0;  // on a machine that is busy; alone, less than one
#endif

template <typename Read>
void expect_quick_refusal(Read read, int line) {
  const auto began = std::chrono::steady_clock::now();
  expect_error(read, line, {"robot has more than 10000 joints"});
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  EXPECT_LT(took.count(), patience);
}

TEST(RobotFormat, AHundredThousandJointsOfUrdfAreRefusedAtOnce) {
  std::string text = "<robot name=\"chain\">\n<link name=\"l0\"/>\n";
  for (int i = 1; i <= too_many; ++i) {
    const std::string here = std::to_string(i), before = std::to_string(i - 1);
    text += "<link name=\"l" + here +
            "\"><inertial><mass value=\"1\"/></inertial></link><joint name=\"j" + here +
            "\" type=\"continuous\"><parent link=\"l" + before + "\"/><child link=\"l" + here +
            "\"/></joint>\n";
  }
  text += "</robot>\n";
  expect_quick_refusal([&] { read_urdf(text, "chain.urdf"); }, 1);
}

TEST(RobotFormat, AHundredThousandJointsOfYamlAreRefusedAtOnce) {
  std::string text = "alembert: robot/1\nname: joints\njoints:\n";
  for (int i = 0; i < too_many; ++i) {
    text += "- {name: j" + std::to_string(i) + ", axis: z, link: {mass: 1, inertia: [1, 1, 1]}}\n";
  }
  expect_quick_refusal([&] { read_yaml(text, "chain.yaml"); }, 4 + 10'000);
}

}  // namespace alembert::testing::robot_format_test
