// What is refused of an MJCF file before MuJoCo sees it, or before anything is made of its answer.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "io/io_testing.hpp"

namespace alembert::testing::mjcf_refusals_test {

class MjcfRefusals : public ::testing::Test {
 protected:
  void SetUp() override {
    try {
      read_mjcf("<mujoco/>", "none.xml");
    } catch (const Error& error) {
      if (error.code() == Error::Code::unsupported) GTEST_SKIP() << "built without MuJoCo";
    }
  }
};

std::string mjcf(const std::string& inside, const std::string& before = "") {
  return "<mujoco model=\"a\">\n" + before + "<worldbody>\n" + inside + "</worldbody>\n</mujoco>\n";
}

TEST_F(MjcfRefusals, OfControlCharactersInNames) {
  const auto named = [](const std::string& body, const std::string& joint,
                        const std::string& site) {
    return mjcf("<body name=\"" + body + "\">\n<joint name=\"" + joint +
                "\"/>\n<geom size=\"0.1\"/>\n<site name=\"" + site + "\"/>\n</body>\n");
  };
  const std::string plain = named("b", "c", "d");
  EXPECT_NO_THROW(read_mjcf(plain, "a.xml"));
  std::string model = plain;
  model.replace(model.find("\"a\""), 3, "\"a&#10;int x;\"");
  expect_error([&] { read_mjcf(model, "a.xml"); }, 0,
               {"robot's name 'a?int x;' holds a control character"});
  expect_error([&] { read_mjcf(named("b&#13;b", "c", "d"), "a.xml"); }, 3, {"link's name"});
  expect_error([&] { read_mjcf(named("b", "c&#x1b;[2J", "d"), "a.xml"); }, 4, {"joint's name"});
  expect_error([&] { read_mjcf(named("b", "c", "d&#x85;d"), "a.xml"); }, 6, {"frame's name"});
}

/// Over which MuJoCo takes minutes.
TEST_F(MjcfRefusals, OfAHundredThousandJoints) {
  std::string bodies;
  for (int i = 0; i < 100'000; ++i) bodies += "<body><joint/><geom size=\"1\"/></body>\n";
  expect_error([&] { read_mjcf(mjcf(bodies), "a.xml"); }, 0, {"more than 10000 joints"});
  expect_error(
      [] {
        read_mjcf(mjcf("<body>\n<composite type=\"grid\" count=\"3000 3000 1\" spacing=\"1\">"
                       "<geom size=\"0.1\"/></composite>\n</body>\n"),
                  "a.xml");
      },
      4, {"more than 10000 joints"});
}

TEST_F(MjcfRefusals, OfPipesAndFoldersInsteadOfFiles) {
  namespace fs = std::filesystem;
  std::string folder = ::testing::TempDir() + "alembert-mjcf-XXXXXX";
  folder = mkdtemp(folder.data());
  ASSERT_EQ(mkfifo((folder + "/pipe.xml").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((folder + "/pipe.stl").c_str(), 0600), 0);
  fs::create_directory(folder + "/folder.xml");
  const std::string body = "<body><joint/><geom size=\"1\"/></body>\n";
  for (const char* before : {"<include file=\"pipe.xml\"/>\n", "<include file=\"folder.xml\"/>\n",
                             "<asset><mesh name=\"m\" file=\"pipe.stl\"/></asset>\n"}) {
    expect_error([&] { read_mjcf(mjcf(body, before), folder + "/a.xml"); }, 2,
                 {"a folder, a pipe or a device"});
  }
  fs::remove_all(folder);
}

}  // namespace alembert::testing::mjcf_refusals_test
