#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "alembert/io.hpp"
#include "full_robot.hpp"
#include "io_testing.hpp"

namespace alembert::testing::load_robot_test {

namespace fs = std::filesystem;

constexpr const char* urdf =
    "<robot name='r'><link name='a'/><link name='b'/>"
    "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>";

class LoadRobot : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("alembert_io_" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t file_count() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(LoadRobot, PicksTheReaderByEndingAndRootElement) {
  EXPECT_EQ(load_robot(file("a.yaml", full_robot)).name, "everything");
  EXPECT_EQ(load_robot(file("a.yml", full_robot)).name, "everything");
  EXPECT_EQ(load_robot(file("a.urdf", urdf)).name, "r");
  EXPECT_EQ(load_robot(file("a.URDF", urdf)).name, "r");
  EXPECT_EQ(load_robot(file("a.xml", urdf)).name, "r");
  EXPECT_EQ(load_robot(path("a.xml")).file, path("a.xml"));
}

TEST_F(LoadRobot, SaysWhatIsWrongWithTheFile) {
  const auto refused = [&](const std::string& name, const std::vector<std::string>& parts) {
    SCOPED_TRACE(name);
    expect_error([&] { load_robot(name); }, 0, parts);
  };
  refused(path("none.urdf"), {"none.urdf: there is no such file"});
  refused(folder_.string(), {"directory"});
  refused(file("empty.urdf", ""), {"empty"});
  refused(file("arm.stl", "x"), {"'.stl' are not read", ".yaml"});
  refused(file("arm", "x"), {"no ending"});
  refused(file("arm.urdf.xacro", "x"), {"xacro FILE"});
  refused(file("arm.sdf", "x"), {"URDF first"});
  refused(file("page.xml", "<html/>"), {"<html>", "<robot>", "<mujoco>"});
  refused("/dev/null", {"not a regular file"});
}

TEST_F(LoadRobot, SaysThatItMayNotReadTheFile) {
  const std::string closed = file("closed.urdf", urdf);
  fs::permissions(closed, fs::perms::none);
  const uid_t me = geteuid();
  const uid_t other = me == 0 ? 65534 : me;  // nothing is closed to root
  ASSERT_EQ(seteuid(other), 0);
  expect_error([&] { load_robot(closed); }, 0, {"closed.urdf: the file cannot be read"});
  ASSERT_EQ(seteuid(me), 0);
}

TEST_F(LoadRobot, RefusesHugeFilesWithoutReadingThem) {
  const std::string huge = file("huge.urdf", "x");
  fs::resize_file(huge, (64u << 20) + 1);
  expect_error([&] { load_robot(huge); }, 0, {"64 MiB"});
}

TEST_F(LoadRobot, SavesWholeFilesAndLeavesNoDrafts) {
  const Robot robot = load_robot(file("a.urdf", urdf));
  for (const char* name : {"b.yaml", "b.yml", "b.urdf"}) {
    save_robot(robot, path(name));
    expect_same_robot(robot, load_robot(path(name)), 0);
  }
  EXPECT_EQ(file_count(), 4u);
}

TEST_F(LoadRobot, RefusesToSaveWhatItCannotWrite) {
  const Robot robot = load_robot(file("a.urdf", urdf));
  expect_error([&] { save_robot(robot, path("b.xml")); }, 0, {"MJCF", ".yaml, .yml", ".urdf"});
  expect_error([&] { save_robot(robot, path("b.txt")); }, 0, {"'.txt'", ".yaml"});
  expect_error([&] { save_robot(robot, path("no/such/b.yaml")); }, 0, {"cannot be written"});
  fs::create_directories(folder_ / "taken.yaml" / "inside");
  expect_error([&] { save_robot(robot, path("taken.yaml")); }, 0, {"cannot be written"});
  EXPECT_EQ(file_count(), 2u);
}

TEST_F(LoadRobot, ARobotThatCannotBeWrittenLeavesTheOldFile) {
  const Robot helical = load_robot(file("a.yaml", full_robot));
  const std::string target = file("b.urdf", urdf);
  EXPECT_THROW(save_robot(helical, target), Error);
  EXPECT_EQ(load_robot(target).name, "r");
}

}  // namespace alembert::testing::load_robot_test
