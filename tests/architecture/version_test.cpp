// The version is written in one place; whatever tells it tells that.
#include "alembert/version.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace alembert::version_test {

std::string first_line(const std::string& file) {
  std::ifstream in(std::string(ALEMBERT_SOURCE_DIR) + "/" + file);
  std::string line;
  std::getline(in, line);
  return line;
}

TEST(Version, IsThatOfTheOneFile) { EXPECT_EQ(version(), first_line("VERSION")); }

TEST(Version, HasThreeNumbers) {
  int major = -1, minor = -1, patch = -1, length = 0;
  ASSERT_EQ(std::sscanf(version(), "%d.%d.%d%n", &major, &minor, &patch, &length), 3);
  EXPECT_EQ(version()[length], '\0');
}

TEST(Version, IsWrittenNowhereElseInTheBuild) {
  for (const char* file : {"CMakeLists.txt", "pyproject.toml", "python/alembert/__init__.py",
                           "python/alembert_build.py"}) {
    std::ifstream in(std::string(ALEMBERT_SOURCE_DIR) + "/" + file);
    ASSERT_TRUE(in) << file;
    const std::string text(std::istreambuf_iterator<char>(in), {});
    EXPECT_EQ(text.find(version()), std::string::npos) << file;
  }
}

}  // namespace alembert::version_test
