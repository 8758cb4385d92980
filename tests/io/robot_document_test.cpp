#include "alembert/robot_document.hpp"

#include "alembert/flexible_link.hpp"
#include "alembert/io.hpp"
#include "full_robot.hpp"
#include "io_testing.hpp"

namespace alembert::testing::robot_document_test {

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

TEST(RobotDocument, KeepsHowLinksBend) {
  const Robot robot = read_yaml(R"(alembert: robot/1
name: rod
convention: frames
joints:
  - name: pivot
    link:
      name: boom
      flexible:
        length: 2
        mass_per_length: [[0, 3], [2, 1.7]]
        EIy: 100
        EIz: [[0, 130], [2, 70]]
        GJ: 55
        EA: 1e6
        tip_mass: 0.3
        tip_inertia: [0.1, 0.2, 0.3]
        damping: [0.01, 0.02, 0.03]
        modes: {bending_y: 2, torsion: 1}
        shapes: clamped-tip-mass
        shape_tip: {mass: 0.7, inertia: 0.01}
)",
                                "rod.yaml");
  const std::string written = write_robot(robot);
  const Robot again = read_robot(written, "document");
  ASSERT_TRUE(again.links[1].flexible);
  EXPECT_EQ(write_robot(again), written);
  EXPECT_EQ(write_yaml(again), write_yaml(robot));
  const FlexibleLink& boom = *again.links[1].flexible;
  EXPECT_EQ(boom.mass_per_length.at(1.0), 2.35);
  EXPECT_EQ(boom.shape_tip->mass, 0.7);
  EXPECT_EQ(boom.shapes, ShapeFamily::clamped_tip_mass);
  EXPECT_EQ(boom.where.line, robot.links[1].flexible->where.line);
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

}  // namespace alembert::testing::robot_document_test
