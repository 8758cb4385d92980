#include <string>
#include <vector>

#include "alembert/io.hpp"
#include "io_testing.hpp"

namespace alembert::testing::urdf_errors_test {

void expect_refused(const std::string& text, int line, const std::vector<std::string>& parts) {
  SCOPED_TRACE(text.substr(0, 200));
  expect_error([&] { read_urdf(text, "bad.urdf"); }, line, parts);
}

/// A robot of one joint with `inside` on line 3.
std::string with_joint(const std::string& inside, const std::string& type = "revolute") {
  return "<robot name='r'><link name='a'/><link name='b'/>\n<joint name='j' type='" + type +
         "'><parent link='a'/><child link='b'/>\n" + inside + "</joint></robot>";
}

/// A robot of one link with `inside` its <inertial> on line 2.
std::string with_inertial(const std::string& inside) {
  return "<robot name='r'><link name='a'>\n<inertial>" + inside + "</inertial></link></robot>";
}

constexpr const char* tensor = "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>";

TEST(UrdfErrors, SyntaxIsToldByLine) {
  expect_refused("<robot name='r'>\n<link name='a'>\n</robot>", 2, {"not XML", "closed"});
  expect_refused("<robot name='r'>\n<link name=a/>\n</robot>", 2, {"not XML", "attribute"});
  expect_refused("<robot name='r'>\n<!-- open\n</robot>", 2, {"not XML", "-->"});
  expect_refused("", 0, {"no element"});
  expect_refused("hello", 1, {"not XML", "text"});
  expect_refused("<robot name='r'><link name='a'/></robot>\n<robot/>", 2, {"second root"});
  expect_refused("<robot name='r'><link name='a'/></robot>\nhello <!-- -->", 2, {"text outside"});
  expect_refused("<!-- nothing else -->", 0, {"holds no XML element"});
  expect_refused("<robot name='r'>\n<link name='a' name='b'/></robot>", 2, {"twice"});
  expect_refused(std::string("<robot>\n\0</robot>", 17), 2, {"NUL"});
}

TEST(UrdfErrors, TheRootMustBeARobotWithLinks) {
  expect_refused("<sdf/>", 1, {"<sdf>", "not <robot>"});
  expect_refused("<mujoco/>", 1, {"<mujoco>", ".mjcf"});
  expect_refused("<robot name='r'/>", 1, {"no <link>"});
}

TEST(UrdfErrors, EntitiesAreRefusedNotFollowed) {
  expect_refused(
      "<?xml version='1.0'?>\n<!DOCTYPE lolz [<!ENTITY lol \"lol\">\n<!ENTITY lol2 "
      "\"&lol;&lol;&lol;\">]>\n<robot name='&lol2;'/>",
      2, {"entities are not followed"});
  expect_refused("<!DOCTYPE r SYSTEM 'file:///etc/passwd'>\n<robot name='r'/>", 1, {"DOCTYPE"});
  expect_refused("<robot name='r'>\n<!ENTITY a 'b'><link name='a'/></robot>", 2, {"ENTITY"});
}

TEST(UrdfErrors, AMillionNestedTagsAreRefusedNotFollowed) {
  std::string deep = "<robot name='r'>";
  for (int i = 0; i < 1'000'000; ++i) deep += "<link name='a'>";
  expect_refused(deep, 1, {"nested too deeply"});
}

TEST(UrdfErrors, RequiredPartsAreNamed) {
  expect_refused("<robot name='r'>\n<link/></robot>", 2, {"<link> has no name"});
  expect_refused("<robot name='r'><link name='a'/>\n<joint type='fixed'/></robot>", 2, {"no name"});
  expect_refused("<robot name='r'><link name='a'/>\n<joint name='j'/></robot>", 2,
                 {"joint 'j' has no type"});
  expect_refused("<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'/></robot>", 2,
                 {"joint 'j' has no <parent>"});
  expect_refused(
      "<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'><parent link='a'/>"
      "</joint></robot>",
      2, {"joint 'j' has no <child>"});
  expect_refused(
      "<robot name='r'><link name='a'/>\n<joint name='j' type='fixed'><parent/>"
      "<child link='a'/></joint></robot>",
      2, {"<parent> of joint 'j' has no link"});
  expect_refused(with_joint("<mimic multiplier='1'/>"), 3, {"<mimic> of joint 'j' has no joint"});
  expect_refused(with_joint("<axis/>"), 3, {"<axis> of joint 'j' has no xyz"});
}

TEST(UrdfErrors, AnInertialIsWholeOrAbsent) {
  expect_refused(with_inertial(tensor), 2, {"no <mass>"});
  expect_refused(with_inertial("<mass value='1'/>"), 2, {"no <inertia>", "ixx"});
  expect_refused(with_inertial("<mass/>" + std::string(tensor)), 2, {"no value"});
  expect_refused(
      with_inertial("<mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' izz='1'/>"), 2,
      {"<inertia> of link 'a' has no iyz"});
  expect_refused(with_inertial("<mass value='1'/><mass value='2'/>" + std::string(tensor)), 2,
                 {"a second <mass>"});
}

TEST(UrdfErrors, ASecondTagSaysWhichOneOtherReadersTake) {
  expect_refused(with_joint("<origin xyz='0 0 1'/>\n<origin xyz='0 0 2'/>"), 4,
                 {"joint 'j' has a second <origin>", "urdfdom", "take the first, on line 3"});
}

TEST(UrdfErrors, NumbersAreStrict) {
  expect_refused(with_joint("<origin xyz='0 0'/>"), 3,
                 {"xyz of <origin> of joint 'j' has 2 numbers", "write 3 numbers"});
  expect_refused(with_joint("<origin xyz='0 0 0 0'/>"), 3, {"4 numbers"});
  expect_refused(with_joint("<origin xyz='0 0 1m'/>"), 3, {"'1m'", "not a number"});
  expect_refused(with_joint("<origin xyz='0, 0, 1'/>"), 3, {"'0,'"});
  expect_refused(with_joint("<origin rpy='0 0 nan'/>"), 3, {"'nan'", "not finite"});
  expect_refused(with_joint("<limit lower='-inf' upper='1'/>"), 3, {"'-inf'", "not finite"});
  expect_refused(with_joint("<limit lower='' upper='1'/>"), 3, {"no lower"});
  expect_refused(with_joint("<axis xyz='${x} 0 1'/>"), 3, {"'${x}'", "xacro"});
  expect_refused(with_inertial("<mass value='1 kg'/>" + std::string(tensor)), 2, {"'kg'"});
  expect_refused(with_joint("<origin quat_xyzw='0 0 0 1'/>"), 3, {"quat_xyzw", "rpy"});
}

TEST(UrdfErrors, JointTypesAreListed) {
  expect_refused(with_joint("", "revolut"), 2,
                 {"'revolut'", "did you mean 'revolute'?",
                  "revolute, continuous, prismatic, fixed, floating, planar"});
  expect_refused(with_joint("", "spherical"), 2, {"'spherical'", "URDF does not know"});
}

TEST(UrdfErrors, SeveralDegreesCannotHaveFrictionOrFollow) {
  expect_refused(with_joint("<dynamics damping='1'/>", "floating"), 3,
                 {"joint 'j' has friction, but several degrees"});
  expect_refused(with_joint("<mimic joint='k'/>", "planar"), 3, {"joint 'j' mimics"});
}

}  // namespace alembert::testing::urdf_errors_test
