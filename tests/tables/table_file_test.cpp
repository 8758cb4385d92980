// Tables in files: what is written is read, and nothing else is.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "alembert/error.hpp"
#include "alembert/tables.hpp"
#include "support/random_robot.hpp"

namespace alembert::test::table_file_test {

using Eigen::VectorXd;
namespace fs = std::filesystem;

class TableFiles : public ::testing::Test {
 protected:
  TableFiles()
      : folder_(fs::temp_directory_path() / ("alembert-tables-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~TableFiles() override { fs::remove_all(folder_); }

  static Model model(unsigned seed) {
    Random random(seed);
    return compile(
        random_robot(random, {.joints = 2, .chain = true, .types = {JointType::revolute}}));
  }
  std::string path() const { return folder_ / "arm.table"; }
  std::string bytes() const {
    std::ifstream file(path(), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void write(const std::string& bytes) const { std::ofstream(path(), std::ios::binary) << bytes; }
  std::string refusal(const Model& model) const {
    try {
      DynamicsTable::load(path(), model);
    } catch (const Error& e) {
      EXPECT_EQ(e.where().file, path());
      EXPECT_FALSE(e.fix().empty());
      return e.reason();
    }
    return "not refused";
  }

  fs::path folder_;
};

TEST_F(TableFiles, GiveBackTheSameTable) {
  const Model arm = model(1);
  Random random(9);
  for (const std::string& name : table_method_names()) {
    DynamicsTable table(arm, table_method(name), {.nodes = 5});
    table.save(path());
    DynamicsTable again = DynamicsTable::load(path(), arm);
    EXPECT_EQ(again.method(), table.method());
    EXPECT_EQ(again.bytes(), table.bytes());
    VectorXd a(2), b(2);
    for (int s = 0; s < 20; ++s) {
      const VectorXd q = random.values(2), v = random.values(2), dv = random.values(2);
      ASSERT_TRUE(table(q, v, dv, a));
      ASSERT_TRUE(again(q, v, dv, b));
      EXPECT_EQ(a, b);
    }
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(TableFiles, DamagedBytesAreNoticed) {
  const Model arm = model(1);
  DynamicsTable(arm, TableMethod::configuration_space, {.nodes = 3}).save(path());
  const std::string good = bytes();
  for (std::size_t i = 0; i < good.size(); i += 3) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 0x10);
    write(bad);
    EXPECT_NE(refusal(arm), "not refused") << "byte " << i;
  }
}

TEST_F(TableFiles, AnyOtherLengthIsNoticed) {
  const Model arm = model(1);
  DynamicsTable(arm, TableMethod::configuration_space, {.nodes = 3}).save(path());
  const std::string good = bytes();
  for (std::size_t size = 0; size < good.size(); size += 13) {
    write(good.substr(0, size));
    EXPECT_NE(refusal(arm), "not refused") << size << " bytes";
  }
  write(good + std::string(8, 'x'));
  EXPECT_NE(refusal(arm), "not refused");
  write(good + "x");
  EXPECT_NE(refusal(arm), "not refused");
}

TEST_F(TableFiles, AnotherRobotIsNoticed) {
  DynamicsTable(model(1), TableMethod::configuration_space, {.nodes = 3}).save(path());
  EXPECT_NE(refusal(model(2)).find("another robot"), std::string::npos);
  Random random(1);
  Robot heavier =
      random_robot(random, {.joints = 2, .chain = true, .types = {JointType::revolute}});
  heavier.payloads.front().inertia.mass *= 1.01;
  EXPECT_NE(refusal(compile(heavier)).find("another robot"), std::string::npos);
}

TEST_F(TableFiles, OtherFilesAreNotTables) {
  write(std::string(1000, 'a'));
  EXPECT_NE(refusal(model(1)).find("not a table"), std::string::npos);
  fs::remove(path());
  EXPECT_NE(refusal(model(1)).find("cannot be opened"), std::string::npos);
}

TEST_F(TableFiles, AFolderThatIsNotThereIsRefused) {
  const DynamicsTable table(model(1), TableMethod::configuration_space, {.nodes = 3});
  EXPECT_THROW(table.save((folder_ / "nowhere" / "arm.table").string()), Error);
}

}  // namespace alembert::test::table_file_test
