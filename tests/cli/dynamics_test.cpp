// id, fd, mass, derivatives and pose on single states.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing::dynamics_test {

using Numbers = std::vector<double>;

class Dynamics : public ::testing::Test {
 protected:
  Json answer(const std::vector<std::string>& arguments) const {
    const Outcome outcome = bench.run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.json().at("samples")[0];
  }

  Workbench bench;
};

std::string list(const Json& numbers) {
  const std::string text = numbers.dump();
  return text.substr(1, text.size() - 2);
}

TEST_F(Dynamics, ForwardUndoesInverse) {
  const Json tau = answer({"id", "arm.urdf", "--q", "0.4,-0.7,0.1", "--v", "1,-2,0.5", "--a",
                           "3,-1,2", "--json"})
                       .at("tau");
  const Numbers a = answer({"fd", "arm.urdf", "--q", "0.4,-0.7,0.1", "--v", "1,-2,0.5", "--tau",
                            list(tau), "--json"})
                        .at("a");
  const Numbers expected = {3, -1, 2};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], expected[i], 1e-10);
}

TEST_F(Dynamics, HumanTableGivesUnits) {
  const Outcome outcome = bench.run({"id", "arm.urdf", "--q", "0.4,-0.7,0.1"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "rad/s^2"));
  EXPECT_TRUE(contains(outcome.out, "N m\n"));
  EXPECT_TRUE(contains(outcome.out, "N\n"));
}

TEST_F(Dynamics, IdealLeavesOutFriction) {
  const std::vector<std::string> moving = {"id",  "arm.urdf", "--q",   "0,0,0",
                                           "--v", "2,0,0",    "--json"};
  std::vector<std::string> ideal = moving;
  ideal.push_back("--ideal");
  const double with = answer(moving).at("tau")[0];
  const double without = answer(ideal).at("tau")[0];
  EXPECT_NEAR(with - without, 0.5 * 2, 1e-12);
}

TEST_F(Dynamics, LockedJointsNeedNoNumbers) {
  const Numbers full =
      answer({"id", "arm.urdf", "--q", "0.4,-0.7,0.1", "--a", "3,-1,0", "--json"}).at("tau");
  const Numbers held =
      answer({"id", "arm.urdf", "--lock", "j3=0.1", "--q", "0.4,-0.7", "--a", "3,-1", "--json"})
          .at("tau");
  ASSERT_EQ(held.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(held[i], full[i], 1e-10);
  const Outcome unknown = bench.run({"id", "arm.urdf", "--lock", "middle=0", "--q", "0,0,0"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_TRUE(contains(unknown.err, "no joint named 'middle' to lock"));
  EXPECT_TRUE(contains(unknown.err, "use one of: j1, j2, j3"));
  for (const char* wrong : {"j3", "=1", "j3=wide", "j3=1,2"}) {
    EXPECT_EQ(bench.run({"id", "arm.urdf", "--lock", wrong, "--q", "0,0"}).code, 2) << wrong;
  }
}

TEST_F(Dynamics, MassMatrixMapsAccelerationsToTorques) {
  const Json M = answer({"mass", "arm.urdf", "--q", "0.4,-0.7,0.1", "--json"}).at("mass_matrix");
  const std::vector<std::string> id = {"id",        "arm.urdf", "--q",    "0.4,-0.7,0.1",
                                       "--gravity", "0,0,0",    "--json", "--a"};
  for (int column = 0; column < 3; ++column) {
    Numbers unit(3, 0.0);
    unit[static_cast<std::size_t>(column)] = 1.0;
    std::vector<std::string> arguments = id;
    arguments.push_back(list(unit));
    const Json tau = answer(arguments).at("tau");
    for (int row = 0; row < 3; ++row) {
      EXPECT_NEAR(M[row][column].get<double>(), tau[row].get<double>(), 1e-12);
    }
  }
}

TEST_F(Dynamics, MassMatrixFollowsTheOrderOfTheInput) {
  bench.write("permuted.json", R"({"joints":["j3","j1","j2"],"q":[0.1,0.4,-0.7]})");
  const Json M = answer({"mass", "arm.urdf", "--q", "0.4,-0.7,0.1", "--json"}).at("mass_matrix");
  const Json P =
      answer({"mass", "arm.urdf", "--state", "permuted.json", "--json"}).at("mass_matrix");
  const int order[] = {2, 0, 1};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) EXPECT_EQ(P[i][j], M[order[i]][order[j]]);
  }
}

TEST_F(Dynamics, DerivativesAreTheSlopesOfTheTorques) {
  const Json exact = answer({"derivatives", "arm.urdf", "--q", "0.4,-0.7,0.1", "--v", "1,-2,0.5",
                             "--a", "3,-1,2", "--json"});
  const char* const names[] = {"dtau_dq", "dtau_dv", "mass_matrix"};
  constexpr double h = 1e-6;
  for (int by = 0; by < 3; ++by) {
    for (std::size_t column = 0; column < 3; ++column) {
      const auto torques = [&](double step) {
        Numbers x[3] = {{0.4, -0.7, 0.1}, {1, -2, 0.5}, {3, -1, 2}};
        x[by][column] += step;
        return answer({"id", "arm.urdf", "--q", list(x[0]), "--v", list(x[1]), "--a", list(x[2]),
                       "--json"})
            .at("tau")
            .get<Numbers>();
      };
      const Numbers plus = torques(h), minus = torques(-h);
      for (std::size_t row = 0; row < 3; ++row) {
        EXPECT_NEAR(exact.at(names[by])[row][column].get<double>(),
                    (plus[row] - minus[row]) / (2 * h), 1e-7);
      }
    }
  }
}

TEST_F(Dynamics, DerivativesRefuseABaseThatMoves) {
  for (const char* base :
       {R"({"angular_velocity": [0, 0, 2]})", R"({"acceleration": [0, 1, 0]})"}) {
    const std::string state = std::string(R"({"q": [0.1, 0.2, 0], "base": )") + base + "}";
    const Outcome outcome = bench.run({"derivatives", "arm.urdf", "--state", "-", "--json"}, state);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_TRUE(only_an_error(outcome));
    EXPECT_TRUE(contains(outcome.err, "derivatives are those of a base that rests"));
  }
  const std::string resting = R"({"q": [0.1, 0.2, 0], "base": {"acceleration": [0, 0, 0]}})";
  EXPECT_EQ(bench.run({"derivatives", "arm.urdf", "--state", "-"}, resting).code, 0);
}

TEST_F(Dynamics, DerivativesByXiangAreTheKernels) {
  std::vector<std::string> arguments = {"derivatives", "arm.urdf", "--q",    "0.4,-0.7,0.1", "--v",
                                        "1,-2,0.5",    "--a",      "3,-1,2", "--json"};
  const Json kernel = answer(arguments);
  arguments.insert(arguments.end(), {"--method", "xiang"});
  const Json xiang = answer(arguments);
  for (const char* name : {"dtau_dq", "dtau_dv", "mass_matrix"}) {
    EXPECT_NE(kernel.at(name)[0][0], 0.0) << name;
    for (std::size_t i = 0; i < 9; ++i) {
      EXPECT_NEAR(xiang.at(name)[i / 3][i % 3].get<double>(),
                  kernel.at(name)[i / 3][i % 3].get<double>(), 1e-12)
          << name;
    }
  }
  arguments.back() = "other";
  EXPECT_EQ(bench.run(arguments).code, 2);
}

TEST_F(Dynamics, MassForPeopleGivesTheConditionNumber) {
  EXPECT_TRUE(contains(bench.run({"mass", "arm.urdf", "--q", "0,0,0"}).out, "condition number: "));
  EXPECT_TRUE(contains(bench.run({"mass", "massless.urdf", "--q", "0,0"}).out,
                       "condition number: infinite"));
}

TEST_F(Dynamics, SingularMassMatrixNamesTheCoordinate) {
  bench.write("states.json", R"({"samples":[{"q":[0,0],"v":[0,0],"tau":[1,1]}]})");
  const Outcome outcome = bench.run({"fd", "massless.urdf", "--state", "states.json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "mass matrix is singular: coordinate 'j2' moves no mass"));
  EXPECT_TRUE(contains(outcome.err, "alembert check massless.urdf"));
}

/// tau(without) - tau(with) of a load must be J^T (force; moment), with J from `pose --jacobian`.
TEST_F(Dynamics, LoadsActThroughTheJacobian) {
  const std::string q = "0.4,-0.7,0.1";
  bench.write("loads.json",
              R"({"loads":[{"frame":"tool","force":[3,-2,5],"moment":[0.5,1.5,-1]}]})");
  const Numbers wrench = {3, -2, 5, 0.5, 1.5, -1};
  const Json free = answer({"id", "arm.urdf", "--q", q, "--json"}).at("tau");
  const Json loaded =
      answer({"id", "arm.urdf", "--q", q, "--loads", "loads.json", "--json"}).at("tau");
  const Json J = answer({"pose", "arm.urdf", "--q", q, "--frame", "tool", "--jacobian", "--json"})
                     .at("frames")[0]
                     .at("jacobian");
  for (int joint = 0; joint < 3; ++joint) {
    double expected = 0.0;
    for (std::size_t row = 0; row < 6; ++row) expected += J[row][joint].get<double>() * wrench[row];
    EXPECT_NEAR(free[joint].get<double>() - loaded[joint].get<double>(), expected, 1e-12);
  }
}

TEST_F(Dynamics, LoadsKnowPointsAndAxes) {
  // At q = 0 the tool's axes are the world's; a force at a point is a force and a moment.
  bench.write("at.json", R"([{"frame":"tool","force":[0,0,2],"point":[0.1,0,0],"axes":"frame"}])");
  bench.write("pair.json", R"([{"frame":"tool","force":[0,0,2]},
                              {"frame":"tool","moment":[0,-0.2,0]}])");
  const Json at =
      answer({"id", "arm.urdf", "--q", "0,0,0", "--loads", "at.json", "--json"}).at("tau");
  const Json pair =
      answer({"id", "arm.urdf", "--q", "0,0,0", "--loads", "pair.json", "--json"}).at("tau");
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(at[i].get<double>(), pair[i].get<double>(), 1e-12);
}

TEST_F(Dynamics, FaultyLoadsAreRefused) {
  const std::vector<std::pair<std::string, std::string>> faulty = {
      {R"([{"frame":"hand","force":[0,0,1]}])", "hand"},
      {"[\n{\"frame\":\"tool\",\"torque\":[0,0,1]}]", "loads.json:2: error: load 1: needs"},
      {"[\n{\"frame\":\"tool\",\"force\":[0,0,1],\"torque\":[0,0,1]}]", "unknown key 'torque'"},
      {R"([{"frame":3,"force":[0,0,1]}])", "load 1: 'frame' is not a name"},
      {R"([{"frame":"tool","force":[0,0]}])", "'force' is not a list of three numbers"},
      {R"([{"frame":"tool","force":[0,0,1],"axes":"tool"}])", "'axes' is neither"},
      {R"({"frame":"tool"})", "no list of loads"},
  };
  for (const auto& [text, words] : faulty) {
    bench.write("loads.json", text);
    const Outcome outcome =
        bench.run({"id", "arm.urdf", "--q", "0,0,0", "--loads", "loads.json", "--json"});
    EXPECT_EQ(outcome.code, 1) << text;
    EXPECT_TRUE(contains(outcome.err, words)) << text;
    EXPECT_TRUE(only_an_error(outcome)) << text;
  }
}

TEST_F(Dynamics, PoseGivesTheSameOrientationThreeWays) {
  const Json sample =
      answer({"pose", "arm.urdf", "--q", "0.4,0.3,0.1", "--frame", "tool", "--json"});
  EXPECT_EQ(sample.at("frame"), "tool");
  EXPECT_EQ(sample.at("pose"), sample.at("frames")[0].at("pose"));
  const Json& frame = sample.at("frames")[0];
  const double angle = 0.7;  // both joints turn about y
  EXPECT_NEAR(frame.at("pose")[0][0].get<double>(), std::cos(angle), 1e-15);
  EXPECT_NEAR(frame.at("rpy")[1].get<double>(), angle, 1e-15);
  EXPECT_NEAR(frame.at("quaternion")[0].get<double>(), std::cos(angle / 2), 1e-15);
  EXPECT_NEAR(frame.at("quaternion")[2].get<double>(), std::sin(angle / 2), 1e-15);
  EXPECT_NEAR(frame.at("xyz")[0].get<double>(), 0.5 * std::cos(0.4) + 0.7 * std::cos(angle), 1e-15);
  EXPECT_NEAR(frame.at("xyz")[2].get<double>(), 0.5 - 0.5 * std::sin(0.4) - 0.7 * std::sin(angle),
              1e-15);
}

TEST_F(Dynamics, PoseShowsTheEndsUnlessAsked) {
  const Json ends = answer({"pose", "arm.urdf", "--q", "0,0,0", "--json"}).at("frames");
  ASSERT_EQ(ends.size(), 1);
  EXPECT_EQ(ends[0].at("frame"), "tool");
  const Json two = answer(
      {"pose", "arm.urdf", "--q", "0,0,0", "--frame", "link1", "--frame", "link2", "--json"});
  EXPECT_EQ(two.at("frames").size(), 2);
  EXPECT_FALSE(two.contains("pose"));
  EXPECT_TRUE(contains(bench.run({"pose", "arm.urdf", "--q", "0,0,0"}).out, "yaw [deg]"));
}

TEST_F(Dynamics, AnUnknownFrameIsRefusedWithTheList) {
  const Outcome outcome = bench.run({"pose", "arm.urdf", "--q", "0,0,0", "--frame", "tol"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "'tol'"));
  EXPECT_TRUE(contains(outcome.err, "tool"));
}

TEST_F(Dynamics, AnswersThatOverflowAreRefused) {
  const Outcome outcome =
      bench.run({"id", "arm.urdf", "--q", "0,0,0", "--v", "1e200,1e200,1e200", "--json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(only_an_error(outcome));
  EXPECT_TRUE(contains(outcome.err, "not finite"));
}

}  // namespace alembert::testing::dynamics_test
