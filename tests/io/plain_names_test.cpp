// Names that could do harm where they are written: refused where they are read, harmless where a
// program made them.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "alembert/io.hpp"
#include "alembert/motion_document.hpp"
#include "alembert/robot_document.hpp"
#include "code_names.hpp"
#include "io/io_testing.hpp"
#include "partial_name.hpp"

namespace alembert::testing::plain_names_test {

std::string urdf(const std::string& robot, const std::string& link, const std::string& joint) {
  return "<robot name=\"" + robot + "\">\n<link name=\"base\"/>\n<link name=\"" + link +
         "\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" "
         "ixz=\"0\" iyz=\"0\"/></inertial></link>\n<joint name=\"" +
         joint + "\" type=\"continuous\"><parent link=\"base\"/><child link=\"" + link +
         "\"/></joint>\n</robot>\n";
}

TEST(PlainNames, OfUrdfAreRequired) {
  EXPECT_NO_THROW(read_urdf(urdf("a", "b", "c"), "a.urdf"));
  expect_error([] { read_urdf(urdf("a&#10;int x;", "b", "c"), "a.urdf"); }, 0,
               {"robot's name 'a?int x;' holds a control character"});
  expect_error([] { read_urdf(urdf("a", "b&#13;b", "c"), "a.urdf"); }, 3, {"link's name"});
  expect_error([] { read_urdf(urdf("a", "b", "c&#x1b;[2J"), "a.urdf"); }, 4, {"joint's name"});
  expect_error([] { read_urdf(urdf("a", "b", "c&#x85;d"), "a.urdf"); }, 4, {"joint's name"});
}

TEST(PlainNames, OfYamlAreRequired) {
  const auto robot = [](const std::string& name) {
    return "alembert: robot/1\nname: " + name +
           "\njoints:\n- {name: j, type: revolute, axis: z, link: {mass: 1, inertia: [1, 1, 1]}}\n";
  };
  expect_error([&] { read_yaml(robot("\"a\\nb\""), "a.yaml"); }, 2, {"name", "control character"});
}

TEST(PlainNames, OfDocumentsAreRequired) {
  const Robot robot = read_urdf(urdf("a", "b", "c"), "a.urdf");
  std::string text = write_robot(robot);
  const std::size_t at = text.find("\"c\"");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 3, "\"c\\n#error\"");
  expect_error([&] { read_robot(text, "robot.json"); }, 0, {"control character"});
}

TEST(PlainNames, CannotLeaveACommentOrAString) {
  EXPECT_EQ(within_comment("a\nsystem(\"x\");"), "a system(\"x\");");
  EXPECT_EQ(within_comment("a */ b /* c \\"), "a * / b / * c  ");
  EXPECT_EQ(within_comment("what?"
                           "?/"),
            "what?? /");
  EXPECT_EQ(within_string("a\"\n\\"), "a\\\"\\012\\\\");
  EXPECT_EQ(identifier_of("7 axis; x", "motion"), "motion_7_axis_x");
  EXPECT_EQ(identifier_of("int", "motion"), "motion_int");
  EXPECT_EQ(identifier_of("\n", "motion"), "motion");
  EXPECT_EQ(within_markdown("<b>[x](y) `c`\n# d"), "&lt;b&gt;\\[x\\](y) \\`c\\` # d");
}

/// The document of a problem that a program made, which may call things as it likes.
TEST(PlainNames, OfAHeaderAreNoCode) {
  MotionDocument document;
  document.problem.name = "reach\n#error a line of its own\n//";
  document.problem.robot.name = "arm\n#error another";
  document.problem.joints = {"j\"};\n#error a third\nchar x[] = {\""};
  const int degree = 3, segments = 2;
  const Eigen::VectorXd knots = BSpline::clamped_knots(degree, segments, 1.0);
  document.solution.motion.q = BSpline(degree, knots, Eigen::MatrixXd::Zero(5, 1));
  const std::string text = write_motion_header(document);
  EXPECT_EQ(text.find("\n#error"), std::string::npos) << text;
  const std::string file = ::testing::TempDir() + "plain_names.cpp";
  std::ofstream(file) << text;
  EXPECT_EQ(std::system(("c++ -std=c++17 -fsyntax-only -x c++ " + file).c_str()), 0) << text;
  std::filesystem::remove(file);
}

TEST(PartialName, IsNobodyElses) {
  const std::string one = partial_name("a.json"), other = partial_name("a.json");
  EXPECT_NE(one, other);
  EXPECT_EQ(one.find("a.json."), 0u);
}

}  // namespace alembert::testing::plain_names_test
