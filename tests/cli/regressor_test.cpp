// alembert regressor.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing::regressor_test {

using Numbers = std::vector<double>;

class RegressorVerb : public ::testing::Test {
 protected:
  Json answer(std::vector<std::string> arguments) const {
    arguments.push_back("--json");
    const Outcome outcome = bench.run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json();
  }
  static Numbers product(const Json& matrix, const Json& parameters) {
    Numbers tau;
    for (const Json& row : matrix) {
      tau.push_back(0.0);
      for (std::size_t c = 0; c < row.size(); ++c) {
        tau.back() += row[c].get<double>() * parameters[c].at("value").get<double>();
      }
    }
    return tau;
  }
  void expect_torques(const Numbers& tau, const std::vector<std::string>& state) const {
    std::vector<std::string> arguments = {"id", "arm.urdf"};
    arguments.insert(arguments.end(), state.begin(), state.end());
    const Numbers expected = answer(arguments).at("samples")[0].at("tau");
    ASSERT_EQ(tau.size(), expected.size());
    for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_NEAR(tau[i], expected[i], 1e-9);
  }

  const std::vector<std::string> moving = {"--q",      "0.4,-0.7,0.1", "--v",
                                           "1,-2,0.5", "--a",          "3,-1,2"};
  Workbench bench;
};

TEST_F(RegressorVerb, TimesValuesIsTheTorque) {
  std::vector<std::string> arguments = {"regressor", "arm.urdf", "--drives", "--springs"};
  arguments.insert(arguments.end(), moving.begin(), moving.end());
  const Json document = answer(arguments);
  expect_torques(product(document.at("samples")[0].at("regressor"), document.at("columns")),
                 moving);
  EXPECT_EQ(document.at("joints"), Json({"j1", "j2", "j3"}));
}

TEST_F(RegressorVerb, FewerBaseParametersGiveTheSameTorque) {
  std::vector<std::string> arguments = {"regressor", "arm.urdf", "--drives", "--base-parameters"};
  arguments.insert(arguments.end(), moving.begin(), moving.end());
  const Json document = answer(arguments);
  const Json& base = document.at("base");
  expect_torques(product(document.at("samples")[0].at("regressor"), base.at("parameters")), moving);
  EXPECT_LT(base.at("count").get<std::size_t>(), document.at("columns").size());
  EXPECT_EQ(base.at("map").size(), base.at("count"));
  EXPECT_EQ(base.at("map")[0].size(), document.at("columns").size());
}

TEST_F(RegressorVerb, FollowsTheOrderOfTheInputAndTheMotionOfTheBase) {
  bench.write("state.json", R"({"joints": ["j3", "j1", "j2"], "q": [0.1, 0.4, -0.7],
      "v": [0.5, 1, -2], "a": [2, 3, -1], "base": {"angular_velocity": [0.1, 0.2, 0.3]}})");
  const Json document =
      answer({"regressor", "arm.urdf", "--drives", "--springs", "--state", "state.json"});
  expect_torques(product(document.at("samples")[0].at("regressor"), document.at("columns")),
                 {"--state", "state.json"});
  const Outcome outcome =
      bench.run({"regressor", "arm.urdf", "--base-parameters", "--state", "state.json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "a base that rests"));
}

TEST_F(RegressorVerb, ListsBaseParametersForPeopleWithoutAState) {
  const Outcome outcome = bench.run({"regressor", "arm.urdf", "--base-parameters"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "base parameters of"));
  EXPECT_TRUE(contains(outcome.out, "kg m^2"));
  EXPECT_EQ(bench.run({"regressor", "arm.urdf"}).code, 2);
}

TEST_F(RegressorVerb, RefusesWhatOverflowsAndWhatHasNoMass) {
  const Outcome outcome =
      bench.run({"regressor", "arm.urdf", "--q", "0,0,0", "--v", "1e200,1e200,1e200", "--json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(only_an_error(outcome));
}

/// Two axes 2e-9 rad apart: is the second link's turn about the first axis its own, or not?
TEST_F(RegressorVerb, EndsWithThreeWhereTheRankIsNotClear) {
  bench.write("nearly.yaml", R"(alembert: robot/1
name: nearly
convention: dh-modified
gravity: [0, -9.81, 0]
joints:
  - {name: a, dh: {theta: 0, d: 0, a: 0, alpha: 0}, link: {mass: 1, com: [0.1, 0, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}}
  - {name: b, dh: {theta: 0, d: 0, a: 0.5, alpha: 2e-9}, link: {mass: 1, com: [0.1, 0, 0], inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}}
)");
  const Outcome outcome = bench.run({"regressor", "nearly.yaml", "--base-parameters", "--json"});
  EXPECT_EQ(outcome.code, 3) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "rank is not clear"));
  EXPECT_TRUE(outcome.json().contains("base"));
}

}  // namespace alembert::testing::regressor_test
