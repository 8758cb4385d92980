// After a mistake, the advice that helps: the right verb, the option that was meant, the file that
// is there; for programs as JSON.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "program.hpp"

namespace alembert::testing::mistakes_test {

class Mistake : public ::testing::Test {
 protected:
  std::string project(const std::string& name) const {
    return std::string(ALEMBERT_SOURCE_DIR) + "/" + name;
  }

  Workbench bench;
};

TEST_F(Mistake, ARobotInPlaceOfAProblemIsToldOfNew) {
  const std::string yaml = project("models/two_link.yaml");
  for (const std::string verb : {"predict", "certify", "verify", "export"}) {
    for (const std::string& robot : {yaml, std::string("arm.urdf")}) {
      const Outcome outcome = bench.run({verb, robot});
      EXPECT_EQ(outcome.code, 1) << verb;
      EXPECT_TRUE(contains(outcome.err, "not a motion problem")) << verb;
      EXPECT_TRUE(contains(outcome.err, "alembert new " + robot)) << verb;
    }
  }
}

TEST_F(Mistake, AProblemInPlaceOfARobotIsToldOfPredict) {
  const std::string problem = project("examples/xiang_1.yaml");
  EXPECT_TRUE(contains(bench.run({"check", problem}).out, "alembert predict " + problem));
  EXPECT_TRUE(contains(bench.run({"info", problem}).err, "alembert predict " + problem));
}

TEST_F(Mistake, OptionsAreGuessedByMeaning) {
  const auto advice = [&](const std::vector<std::string>& words) {
    const Outcome outcome = bench.run(words);
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_TRUE(contains(advice({"id", "arm.urdf", "--qd", "1,2,3"}), "did you mean '--v'?"));
  EXPECT_TRUE(contains(advice({"id", "arm.urdf", "--qd", "1,2,3"}), "has no option --qd"));
  EXPECT_TRUE(contains(advice({"id", "arm.urdf", "--qdd", "1,2,3"}), "did you mean '--a'?"));
  EXPECT_TRUE(contains(advice({"fd", "arm.urdf", "--torques", "1"}), "did you mean '--tau'?"));
  EXPECT_TRUE(contains(advice({"pose", "arm.urdf", "--link", "tool"}), "did you mean '--frame'?"));
  EXPECT_TRUE(contains(advice({"id", "arm.urdf", "--gravty", "0,0,1"}), "'--gravity'?"));
  EXPECT_TRUE(contains(advice({"id", "arm.urdf", "--Q", "1"}), "did you mean '--q'?"));
  EXPECT_TRUE(contains(advice({"id", "arm.urdf", "--qx", "1"}), "there is: --help, "));
}

TEST_F(Mistake, FilesAreGuessedFromTheirFolder) {
  for (const auto& [words, meant] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"info", "am.urdf"}, "'arm.urdf'"},
           {{"info", "arm.yaml"}, "'arm.urdf'"},
           {{"info", project("models/two_lnk.yaml")}, project("models/two_link.yaml")},
           {{"info", project("modles/two_link.yaml")}, project("models/two_link.yaml")},
           {{"predict", project("examples/xiang1.yaml")}, project("examples/xiang_1.yaml")},
           {{"id", project("models/stanford.yaml"), "--trajectory",
             project("examples/stanfrd.csv")},
            project("examples/stanford.csv")}}) {
    const Outcome outcome = bench.run(words);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(contains(outcome.err, "did you mean ") && contains(outcome.err, meant))
        << outcome.err;
  }
  EXPECT_TRUE(contains(bench.run({"info", "nothing_like_it.urdf"}).err, "check the path"));
}

// Whatever the verb and whatever is wrong: one document on standard output, the words beside it.
TEST_F(Mistake, ErrorsAreDocumentsWithJson) {
  for (const std::string& verb : verbs) {
    const Outcome unknown = bench.run({verb, "no_such.urdf", "--no-such-option", "--json"});
    EXPECT_EQ(unknown.code, 2) << verb;
    EXPECT_EQ(unknown.json().at("error").at("code"), "usage") << verb;
    EXPECT_TRUE(contains(unknown.err, "error: "));
    if (verb == "completion" || verb == "count" || verb == "new" || verb == "view") continue;
    const Outcome missing = bench.run({verb, "no_such.urdf", "--json"});
    EXPECT_NE(missing.code, 0) << verb;
    const Json document = missing.json();
    const Json error = verb == "check" ? document.at("findings")[0] : document.at("error");
    EXPECT_FALSE(error.at("reason").get<std::string>().empty()) << verb;
    EXPECT_TRUE(error.contains("fix") && error.contains("file") && error.contains("line")) << verb;
  }
  const Json wrong = bench.run({"no-such-verb", "--json"}).json();
  EXPECT_EQ(wrong.at("error").at("code"), "usage");
  const Json file = bench.run({"info", "am.urdf", "--json"}).json().at("error");
  EXPECT_EQ(file.at("code"), "file");
  EXPECT_EQ(file.at("file"), "am.urdf");
}

TEST_F(Mistake, ADocumentThatWasBegunEndsWithItsError) {
  std::string table = "q.j1,q.j2,q.j3\n";
  for (int row = 0; row < 4000; ++row) table += "0.1,0.2,0.1\n";
  bench.write("rows.csv", table + "0.1,zero,0.1\n");
  for (const std::string verb : {"id", "pose", "energy"}) {
    const Outcome outcome = bench.run({verb, "arm.urdf", "--trajectory", "rows.csv", "--json"});
    EXPECT_EQ(outcome.code, 1) << verb;
    const Json document = outcome.json();
    EXPECT_GT(document.at("samples").size(), 100u) << verb;
    EXPECT_EQ(document.at("error").at("line"), 4002) << verb;
  }
}

TEST_F(Mistake, ManyFindingsAreOneLineOfOtherVerbs) {
  std::string broken = bench.read("arm.urdf");
  for (const char* moment : {"ixx=\"0.01\"", "ixx=\"0.002\""}) {
    for (std::size_t at; (at = broken.find(moment)) != std::string::npos;) {
      broken.replace(at, std::string(moment).size(), "ixx=\"-1\"");
    }
  }
  bench.write("broken.urdf", broken);
  const Outcome outcome = bench.run({"mass", "broken.urdf", "--q", "0,0,0"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "3 errors: alembert check broken.urdf\n");
}

TEST(Help, FitsInAHundredColumns) {
  Workbench bench;
  for (const std::string& verb : verbs) {
    std::istringstream lines(bench.run({verb, "--help"}).out);
    for (std::string line; std::getline(lines, line);) {
      const auto columns = std::count_if(line.begin(), line.end(), [](unsigned char c) {
        return (c >> 6) != 2;  // not the rest of a character
      });
      EXPECT_LE(columns, 100) << verb << ": " << line;
    }
  }
}

// Of every verb that answers with JSON.
TEST(JsonAnswers, SayTheirUnits) {
  Workbench bench;
  const std::string two = std::string(ALEMBERT_SOURCE_DIR) + "/models/two_link.yaml";
  const std::string line = std::string(ALEMBERT_SOURCE_DIR) + "/examples/xiang_1.yaml";
  const std::string bends = std::string(ALEMBERT_SOURCE_DIR) + "/models/flexible_two_link.yaml";
  const std::vector<std::vector<std::string>> answers = {
      {"check", "arm.urdf"},
      {"info", "arm.urdf"},
      {"convert", "arm.urdf", "out.yaml"},
      {"pose", two, "--q", "0.1,0.2"},
      {"ik", two, "--frame", "tip", "--xyz", "0.5,0.3,0"},
      {"id", two, "--q", "0.1,0.2"},
      {"fd", two, "--q", "0.1,0.2", "--tau", "1,1"},
      {"mass", two, "--q", "0.1,0.2"},
      {"com", two, "--q", "0.1,0.2"},
      {"energy", two, "--q", "0.1,0.2"},
      {"derivatives", two, "--q", "0.1,0.2"},
      {"regressor", two, "--q", "0.1,0.2"},
      {"predict", line, "--no-verify"},
      {"certify", line},
      {"verify", line},
      {"simulate", line},
      {"simulate", two, "--q", "0.1,0.2", "--duration", "0.05"},
      {"export", line, "--rate", "500", "--output", "points.csv"},
      {"modes", bends, "--lock", "all"},
      {"count", "--joints", "3"},
      {"compare", two},
      {"table", two, "--method", "albus", "--nodes", "5"},
      {"generate", two, "--output", "code"},
      {"bench", two, "--time", "0.001"}};
  for (std::vector<std::string> words : answers) {
    words.push_back("--json");
    const Outcome outcome = bench.run(words);
    EXPECT_TRUE(outcome.code == 0 || outcome.code == 3) << words[0] << outcome.err;
    const Json document = outcome.json();
    ASSERT_TRUE(document.contains("units")) << words[0] << ": " << outcome.out.substr(0, 200);
    EXPECT_TRUE(document.at("units").is_object() && !document.at("units").empty()) << words[0];
  }
}

}  // namespace alembert::testing::mistakes_test
