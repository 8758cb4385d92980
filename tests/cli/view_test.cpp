// alembert view: pages of robots and motions, and what cannot be shown.
#include <gtest/gtest.h>

#include "cli/program.hpp"

namespace alembert::testing::view_test {

const std::string opening = "<script type=\"application/json\" id=\"document\">";

Json document_in(const std::string& page) {
  const std::size_t from = page.find(opening);
  if (from == std::string::npos) return nullptr;
  const std::size_t begin = from + opening.size();
  return Json::parse(page.substr(begin, page.find("</script", begin) - begin));
}

TEST(View, WritesThePageOfARobotBesideNothingElse) {
  const Workbench bench;
  const std::size_t before = bench.listing().size();
  const Outcome outcome = bench.run({"view", "arm.urdf"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "written: arm.html\n");
  EXPECT_EQ(bench.listing().size(), before + 1);
  const Json document = document_in(bench.read("arm.html"));
  EXPECT_EQ(document["alembert"], "report/1");
  EXPECT_EQ(document["page"], "robot");
  EXPECT_EQ(document["command"], "alembert view arm.urdf");
  EXPECT_EQ(document["robots"][0]["coordinates"].size(), 3u);
}

TEST(View, RefusesDamagedForeignAndNewerMotions) {
  const Workbench bench;
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"{\"alembert\": \"motion_result/3\", ", "damaged.json:"},
      {"{\"pose\": [1, 2]}", "the file is not a predicted motion"},
      {"{\"alembert\": \"motion_result/9\"}", "use a newer alembert"},
  };
  for (const auto& [text, words] : wrong) {
    bench.write("damaged.json", text);
    const Outcome outcome = bench.run({"view", "damaged.json"});
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.err, words));
  }
}

}  // namespace alembert::testing::view_test
