// The collection of broken robots, tests/data/broken: each file is wrong in exactly one way, and
// must be told so by one message with its line and a fix.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "alembert/io.hpp"
#include "healthy.hpp"

namespace alembert::broken_test {

namespace fs = std::filesystem;
using Severity = Finding::Severity;

struct Broken {
  const char* file;
  int line;  ///< 0 where the file as a whole is at fault
  const char* reason;
};

constexpr Broken collection[] = {
    {"centimetres.urdf", 18, "lengths look like centimetres"},
    {"com_in_millimetres.urdf", 4, "mass centre of link 'base' lies 85 m"},
    {"degrees.yaml", 18, "upper limit of joint 'elbow' is 115 rad: it looks like degrees"},
    {"dh_without_convention.yaml", 16, "a DH row means nothing"},
    {"duplicate_joint.yaml", 14, "two joints are called 'shoulder' (first on line 5)"},
    {"duplicate_key.yaml", 21, "'mass' is written twice"},
    {"duplicate_link.urdf", 25, "two links are called 'upper' (first on line 11)"},
    {"empty.urdf", 0, "the file is empty"},
    {"empty.yaml", 0, "the file is empty"},
    {"entity_expansion.urdf", 2, "entities are not followed"},
    {"fixed_with_friction.yaml", 17, "fixed joint 'elbow' cannot have 'friction'"},
    {"frame_named_like_link.yaml", 24, "frame 'elbow' has the name of a link"},
    {"frame_on_unknown_link.yaml", 24, "'elbwo', which does not exist"},
    {"gravity_in_millimetres.yaml", 0, "gravity is 9810 m/s^2"},
    {"indefinite_tensor.urdf", 26, "inertia tensor of link 'lower' is not positive"},
    {"loop.urdf", 3, "joints 'elbow' and 'shoulder' form a loop"},
    {"loop.xml", 14, "closes a loop between bodies"},
    {"lower_above_upper.yaml", 18, "lower limit of joint 'elbow' (2) is above"},
    {"mass_on_the_axis.urdf", 26, "no inertia about the axis of joint 'elbow'"},
    {"massless_body.xml", 6, "mass and inertia of moving bodies"},
    {"massless_end.yaml", 20, "its mass is written as zero"},
    {"millimetres.yaml", 14, "lengths look like millimetres"},
    {"mimic_cycle.yaml", 9, "'shoulder' and 'elbow' follow each other in a circle"},
    {"mimic_unknown.urdf", 23, "follows joint 'sholder', which does not exist"},
    {"missing_inertia.urdf", 25, "no inertia is written for it"},
    {"missing_mesh.xml", 3, "could not open STL file"},
    {"misspelt_element.xml", 9, "unrecognized element in <sight>"},
    {"misspelt_key.yaml", 17, "unknown key 'axes'"},
    {"nan.urdf", 21, "has 'nan', which is not finite"},
    {"nan.xml", 6, "pos of <body> has 'nan'"},
    {"nan.yaml", 20, "is not a number (NaN)"},
    {"negative_effort.urdf", 23, "effort limit of joint 'elbow' is negative"},
    {"negative_friction.yaml", 14, "viscous friction of joint 'elbow' is negative"},
    {"negative_mass.yaml", 20, "mass of link 'elbow' is negative"},
    {"newer_version.yaml", 1, "'robot/9' is not known"},
    {"no_convention.yaml", 1, "no 'convention'"},
    {"no_joints.yaml", 1, "robot has no joints"},
    {"no_version.yaml", 1, "does not say that it is a robot"},
    {"not_a_number.yaml", 20, "'two', which is not a number"},
    {"not_xml.urdf", 1, "this is not XML"},
    {"only_fixed_joints.urdf", 4, "robot has only fixed joints"},
    {"outside_the_folder.xml", 2, "may lie outside the robot's folder"},
    {"parallel_universal.yaml", 14, "two axes of universal joint 'elbow' are parallel"},
    {"payload_nowhere.yaml", 25, "'gripper', which does not exist"},
    {"rpy_in_degrees.urdf", 21, "more than a turn: it looks like degrees"},
    {"rpy_in_degrees.yaml", 16, "more than a turn: it looks like degrees"},
    {"sdf.urdf", 2, "the root element is <sdf>"},
    {"tab_indent.yaml", 17, "indented by a tab, which YAML does not allow"},
    {"tensor_in_kg_mm2.urdf", 26, "it looks like kg mm^2"},
    {"triangle_inequality.xml", 6, "A + B >= C"},
    {"triangle_inequality.yaml", 20, "breaks the triangle inequality"},
    {"two_parents.urdf", 32, "'lower' is the child of two joints, 'elbow' and 'strut'"},
    {"two_roots.urdf", 32, "2 roots, links 'base' and 'stray'"},
    {"unclosed_tag.urdf", 22, "a tag is opened but not closed"},
    {"unknown_child.urdf", 18, "child link 'lowr', which does not exist"},
    {"unknown_convention.yaml", 3, "the convention 'dh-craig' is not known"},
    {"unknown_joint_type.urdf", 18, "has the type 'hinge'"},
    {"unknown_joint_type.yaml", 15, "'rotary', which is no joint type"},
    {"unknown_parent.yaml", 15, "parent of joint 'elbow' is 'sholder'"},
    {"unknown_tag.urdf", 23, "unknown tag <friction>"},
    {"wrong_count_limits.yaml", 18, "limits.position of joint 'elbow' has 3 entries"},
    {"wrong_count_xyz.urdf", 21, "xyz of <origin> of joint 'elbow' has 2 numbers"},
    {"xacro.urdf", 28, "'${mass}', which is not a number"},
    {"zero_axis.urdf", 18, "axis of joint 'elbow' is zero"},
    {"zero_gear.yaml", 14, "gear ratio of joint 'elbow' is zero"},
};

fs::path folder() { return fs::path(ALEMBERT_TEST_DATA) / "broken"; }

bool reads_mjcf() {
  try {
    read_mjcf("<mujoco/>", "none.xml");
  } catch (const Error& error) {
    return error.code() != Error::Code::unsupported;
  }
  return true;
}

/// Everything said about a file; a refusal to read it is one error.
std::vector<Finding> diagnose(const fs::path& path) {
  try {
    return examine(load_robot(path.string()));
  } catch (const Error& error) {
    Finding finding;
    finding.severity = Severity::error;
    finding.where = error.where();
    finding.reason = error.reason();
    finding.fix = error.fix();
    return {finding};
  }
}

class BrokenRobot : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenRobot, IsToldItsOneFaultWithLineAndFix) {
  const Broken& broken = GetParam();
  const fs::path path = folder() / broken.file;
  if (path.extension() == ".xml" && !reads_mjcf()) GTEST_SKIP() << "built without MuJoCo";
  const std::vector<Finding> findings = diagnose(path);
  ASSERT_EQ(findings.size(), 1u) << test::texts(findings);
  const Finding& finding = findings[0];
  EXPECT_EQ(finding.severity, Severity::error) << finding.text();
  EXPECT_EQ(finding.where.file, path.string());
  EXPECT_EQ(finding.where.line, broken.line) << finding.text();
  EXPECT_NE(finding.reason.find(broken.reason), std::string::npos) << finding.text();
  EXPECT_FALSE(finding.fix.empty()) << finding.text();
}

INSTANTIATE_TEST_SUITE_P(Collection, BrokenRobot, ::testing::ValuesIn(collection),
                         [](const auto& test) {
                           std::string name = test.param.file;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(BrokenRobots, AreAllInTheTable) {
  std::set<std::string> listed, found;
  for (const Broken& broken : collection) listed.insert(broken.file);
  for (const auto& entry : fs::directory_iterator(folder())) {
    found.insert(entry.path().filename().string());
  }
  EXPECT_EQ(listed, found);
}

TEST(BrokenRobots, GetDifferentReasonsForDifferentFaults) {
  // The same fault in two formats may read the same; two faults never do.
  std::map<std::string, std::string> fault_of;
  for (const Broken& broken : collection) {
    const fs::path path = folder() / broken.file;
    if (path.extension() == ".xml" && !reads_mjcf()) continue;
    const std::vector<Finding> findings = diagnose(path);
    ASSERT_FALSE(findings.empty()) << path;
    const std::string fault = path.stem().string();
    const auto [other, is_new] = fault_of.emplace(findings[0].reason, fault);
    EXPECT_EQ(other->second, fault) << findings[0].text();
  }
}

class Nesting : public ::testing::TestWithParam<const char*> {};

TEST_P(Nesting, AMillionDeepIsRefused) {
  constexpr int depth = 1'000'000;
  const std::string ending = GetParam();
  if (ending == ".xml" && !reads_mjcf()) GTEST_SKIP() << "built without MuJoCo";
  const fs::path path =
      fs::path(::testing::TempDir()) / ("alembert_deep_" + std::to_string(getpid()) + ending);
  {
    std::ofstream file(path);
    if (ending == ".yaml") {
      file << "alembert: robot/1\nname: " << std::string(depth, '[') << std::string(depth, ']');
    } else {
      file << (ending == ".xml" ? "<mujoco>" : "<robot name=\"deep\">");
      for (int i = 0; i < depth; ++i) file << "<link>";
    }
  }
  const std::vector<Finding> findings = diagnose(path);
  fs::remove(path);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].severity, Severity::error);
  EXPECT_NE(findings[0].reason.find("nested too deep"), std::string::npos) << findings[0].text();
  EXPECT_FALSE(findings[0].fix.empty());
}

INSTANTIATE_TEST_SUITE_P(Formats, Nesting, ::testing::Values(".yaml", ".urdf", ".xml"),
                         [](const auto& test) { return std::string(test.param + 1); });

TEST(RealRobots, ValidateAndHaveNothingWorseThanImpossibleTensors) {
  const fs::path robots = fs::path(ALEMBERT_SOURCE_DIR) / ".." / "shared" / "robots";
  if (!fs::exists(robots)) GTEST_SKIP() << "no collection of real robots at " << robots;
  int count = 0;
  for (const auto& entry : fs::directory_iterator(robots)) {
    if (entry.path().extension() != ".urdf") continue;
    ++count;
    const Robot robot = load_robot(entry.path().string());
    EXPECT_NO_THROW(validate(robot)) << entry.path();
    // Some carry tensors that no body has, and that is all an examination may hold against them.
    for (const Finding& finding : test::of_severity(examine(robot), Severity::error)) {
      EXPECT_NE(finding.reason.find("triangle inequality"), std::string::npos) << finding.text();
    }
  }
  EXPECT_GT(count, 0);
}

}  // namespace alembert::broken_test
