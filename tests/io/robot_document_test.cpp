#include "alembert/robot_document.hpp"

#include "alembert/io.hpp"
#include "full_robot.hpp"
#include "io_testing.hpp"

namespace alembert::testing {
namespace {

TEST(RobotDocument, KeepsEveryBitAndEveryLine) {
  const Robot robot = read_yaml(full_robot, "full.yaml");
  const std::string written = write_robot(robot);
  const Robot again = read_robot(written, "document");
  expect_same_robot(robot, again, 0);
  EXPECT_EQ(write_robot(again), written);
  EXPECT_EQ(again.file, "full.yaml");
  EXPECT_EQ(again.joints[2].where.line, robot.joints[2].where.line);
  EXPECT_EQ(again.links[1].visuals.size(), 5u);
  EXPECT_EQ(again.findings.size(), robot.findings.size());
}

TEST(RobotDocument, SaysWhereItIsNotOne) {
  std::string text = write_robot(read_yaml(full_robot, "full.yaml"));
  const std::size_t at = text.find("\"gear\"");
  text.replace(at, 6, "\"gaer\"");
  try {
    read_robot(text, "document");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.reason().find("joints[0].gear"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace alembert::testing
