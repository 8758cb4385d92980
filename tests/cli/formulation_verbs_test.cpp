// count, compare and table.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "program.hpp"

namespace alembert::testing::formulation_verbs_test {

class FormulationVerbs : public ::testing::Test {
 protected:
  Json answer(const std::vector<std::string>& arguments) const {
    const Outcome outcome = bench.run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
  }
  /// The "methods" of an answer by name.
  std::map<std::string, Json> methods(const std::vector<std::string>& arguments) const {
    std::map<std::string, Json> by_name;
    const Json document = answer(arguments);
    for (const Json& method : document.at("methods")) by_name[method.at("name")] = method;
    return by_name;
  }

  Workbench bench;
};

TEST_F(FormulationVerbs, CountGivesThePrintedFigures) {
  const auto six = methods({"count", "--json"});
  const auto expect = [&](const std::string& name, long mul, long add) {
    ASSERT_TRUE(six.count(name)) << name;
    EXPECT_EQ(six.at(name).at("paper"), Json({{"mul", mul}, {"add", add}})) << name;
  };
  expect("waters", 7045, 5652);
  expect("hollerbach_4x4", 4388, 3586);
  expect("hollerbach_3x3", 2195, 1719);
  expect("newton_euler", 852, 738);
  expect("kane", 521, 435);
  expect("configuration_space", 468, 264);
  EXPECT_TRUE(six.at("silver").at("paper").is_null());
  // 105 n - 109: nothing that was meant for one joint.
  EXPECT_TRUE(methods({"count", "--joints", "1", "--json"}).at("kane").at("paper").is_null());
  EXPECT_FALSE(contains(bench.run({"count", "--joints", "1"}).out, "-4"));
}

TEST_F(FormulationVerbs, CountAgreesWithThePrintWhereTheProjectSaysSo) {
  for (const char* joints : {"2", "6", "12"}) {
    const auto counted = methods({"count", "--joints", joints, "--json"});
    for (const char* exact : {"waters", "configuration_space"}) {
      EXPECT_EQ(counted.at(exact).at("published"), counted.at(exact).at("paper")) << exact;
    }
    for (const char* additions : {"hollerbach_4x4", "hollerbach_3x3", "kane"}) {
      EXPECT_EQ(counted.at(additions).at("published").at("add"),
                counted.at(additions).at("paper").at("add"))
          << additions;
    }
    EXPECT_EQ(counted.at("silver").at("executed"), counted.at("newton_euler").at("executed"));
  }
}

TEST_F(FormulationVerbs, CountShowsThePolynomialsAndExplainsTheDifferences) {
  const Outcome outcome = bench.run({"count"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "106.5 n^2 + 620.5 n - 512"));
  EXPECT_TRUE(contains(outcome.out, "2 n^3 + n^2 "));
  EXPECT_TRUE(contains(outcome.out, "Walker, Orin"));
  EXPECT_FALSE(contains(outcome.out, "not a polynomial"));
  // Every method whose published count is not the print has a footnote.
  for (const auto& [name, method] : methods({"count", "--json"})) {
    if (method.at("paper") != method.at("published")) {
      EXPECT_TRUE(method.contains("note")) << name;
    }
  }
}

TEST_F(FormulationVerbs, CountTakesARobot) {
  const Json document = answer({"count", "arm.urdf", "--json", "--kernel"});
  EXPECT_EQ(document.at("joints"), 3);
  const Json& kernel = document.at("methods").back();
  EXPECT_EQ(kernel.at("name"), "inverse_dynamics");
  EXPECT_GT(kernel.at("executed").at("mul"), 0);
}

TEST_F(FormulationVerbs, CountRefusesWhatItCannotCount) {
  for (const char* joints : {"0", "65", "six", "2.5", ""}) {
    const Outcome outcome = bench.run({"count", std::string("--joints=") + joints});
    EXPECT_EQ(outcome.code, 2) << joints;
  }
  EXPECT_EQ(bench.run({"count", "arm.urdf", "--joints", "3"}).code, 2);
}

TEST_F(FormulationVerbs, CompareFindsAllInAgreement) {
  const Json document = answer({"compare", "arm.urdf", "--json"});
  const double most = document.at("largest_disagreement").get<double>();  // throws where null
  EXPECT_LT(most, 1e-12);
  EXPECT_GE(document.at("methods").size(), 9);
  for (const Json& method : document.at("methods")) {
    EXPECT_LE(method.at("error").get<double>(), most);
    EXPECT_GT(method.at("mul"), 0);
    EXPECT_GT(method.at("add"), 0);
    EXPECT_GT(method.at("ns").get<double>(), 0.0);
  }
  EXPECT_EQ(document.at("growth").at("methods").size(), document.at("methods").size());
}

TEST_F(FormulationVerbs, CompareDrawsAPicture) {
  const Outcome outcome = bench.run({"compare", "arm.urdf", "--plot", "operations.svg"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "largest disagreement"));
  const std::string picture = bench.read("operations.svg");
  EXPECT_TRUE(starts_with(picture, "<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_TRUE(contains(picture, ">kane ~ n<"));
  EXPECT_TRUE(contains(picture, ">newton_euler, silver ~ n<"));
  EXPECT_TRUE(contains(picture, "</svg>\n"));
}

TEST_F(FormulationVerbs, TableTellsMemoryAndErrorAndKeepsThem) {
  const Json made = answer({"table", "arm.urdf", "--method", "configuration_space", "--nodes", "9",
                            "--range", "-0.5,0.5", "--output", "arm.table", "--json"});
  EXPECT_EQ(made.at("bytes"), 8 * 9 * 9 * 9 * (3 + 6 + 18));
  EXPECT_LT(made.at("error").at("cubic").at("largest").get<double>(),
            made.at("error").at("linear").at("largest").get<double>());
  Json read = answer({"table", "arm.urdf", "--input", "arm.table", "--json"});
  EXPECT_EQ(read.at("error"), made.at("error"));
  EXPECT_EQ(read.at("axes"), made.at("axes"));
  const Outcome other = bench.run({"table", "gripper.urdf", "--input", "arm.table"});
  EXPECT_EQ(other.code, 1);
  EXPECT_TRUE(contains(other.err, "another robot"));
}

TEST_F(FormulationVerbs, TableThatDoesNotFitIsRefusedWithItsSize) {
  const Outcome outcome = bench.run({"table", "arm.urdf", "--method", "albus", "--nodes", "50",
                                     "--memory", "100", "--range", "-1,1"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "needs 3 TB of memory where 100 MB may be used"));
  EXPECT_TRUE(contains(outcome.err, "take at most "));
}

TEST_F(FormulationVerbs, TableNeedsAMethodOrAFile) {
  EXPECT_EQ(bench.run({"table", "arm.urdf"}).code, 2);
  EXPECT_EQ(bench.run({"table", "arm.urdf", "--method", "magic"}).code, 2);
  EXPECT_EQ(bench.run({"table", "arm.urdf", "--method", "albus", "--range", "1,0"}).code, 2);
  EXPECT_EQ(bench.run({"table", "arm.urdf", "--method", "albus", "--nodes", "1"}).code, 2);
}

}  // namespace alembert::testing::formulation_verbs_test
