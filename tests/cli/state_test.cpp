// State files: every way of writing the same state, and every way of getting it wrong.
#include <gtest/gtest.h>

#include "program.hpp"

namespace alembert::testing::state_test {

class States : public ::testing::Test {
 protected:
  Outcome torques(const std::string& state) const {
    bench.write("state.json", state);
    return bench.run({"id", "arm.urdf", "--state", "state.json", "--json"});
  }

  void expect_refused(const std::string& state, const std::string& words) const {
    const Outcome outcome = torques(state);
    EXPECT_EQ(outcome.code, 1) << state;
    EXPECT_TRUE(only_an_error(outcome)) << state;
    EXPECT_TRUE(contains(outcome.err, words)) << state;
    EXPECT_TRUE(contains(outcome.err, "\n  fix: ")) << state;
  }

  Workbench bench;
  const std::string plain = R"({"q":[0.1,-0.2,0.05],"v":[1,2,3],"a":[-1,0.5,0.25]})";
};

TEST_F(States, ArraysFollowTheModel) {
  const Json document = torques(plain).json();
  EXPECT_EQ(document.at("joints"), Json({"j1", "j2", "j3"}));
  const Json quick = bench
                         .run({"id", "arm.urdf", "--q", "0.1,-0.2,0.05", "--v", "1,2,3", "--a",
                               "-1,0.5,0.25", "--json"})
                         .json();
  EXPECT_EQ(document, quick);
}

TEST_F(States, JointsGiveAnOrderThatTheAnswerKeeps) {
  const Json tau = torques(plain).json().at("samples")[0].at("tau");
  const Json document =
      torques(R"({"joints":["j3","j1","j2"],"q":[0.05,0.1,-0.2],"v":[3,1,2],"a":[0.25,-1,0.5]})")
          .json();
  EXPECT_EQ(document.at("joints"), Json({"j3", "j1", "j2"}));
  EXPECT_EQ(document.at("samples")[0].at("tau"), Json({tau[2], tau[0], tau[1]}));
}

TEST_F(States, MapsGoByName) {
  const std::string by_name =
      R"({"q":{"j3":0.05,"j1":0.1,"j2":-0.2},"v":{"j1":1,"j2":2,"j3":3},"a":[-1,0.5,0.25]})";
  EXPECT_EQ(torques(by_name).json(), torques(plain).json());
}

TEST_F(States, SamplesGiveOneAnswerEach) {
  const Json document =
      torques(R"({"note":"kept","samples":[)" + plain + ",\n" + R"({"q":[0,0,0]}]})").json();
  ASSERT_EQ(document.at("samples").size(), 2);
  EXPECT_EQ(document.at("samples")[0], torques(plain).json().at("samples")[0]);
  EXPECT_EQ(document.at("samples")[1], torques(R"({"q":[0,0,0]})").json().at("samples")[0]);
}

TEST_F(States, ComeFromStandardInput) {
  const Outcome outcome = bench.run({"id", "arm.urdf", "--state", "-", "--json"}, plain);
  EXPECT_EQ(outcome.json(), torques(plain).json());
}

TEST_F(States, SayWhatWasTakenAsZero) {
  const Outcome outcome = torques(R"({"q":[0,0,0],"v":[0,0,0]})");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "note: state.json: 'a' is not given: taken as zero\n");
}

TEST_F(States, MovingBaseActsLikeGravity) {
  // A base that accelerates upwards at g feels twice the gravity.
  const Json lifted = torques(R"({"q":[0.3,0.4,0.1],"base":{"acceleration":[0,0,9.81]}})").json();
  const Json heavy =
      bench.run({"id", "arm.urdf", "--q", "0.3,0.4,0.1", "--gravity", "0,0,-19.62", "--json"})
          .json();
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(lifted.at("samples")[0].at("tau")[i], heavy.at("samples")[0].at("tau")[i], 1e-12);
  }
}

TEST_F(States, BaseMotionEndsWithItsSample) {
  const Json document =
      torques(R"({"samples":[{"q":[0,0,0],"base":{"acceleration":[0,0,5]}},{"q":[0,0,0]}]})")
          .json();
  EXPECT_EQ(document.at("samples")[1], torques(R"({"q":[0,0,0]})").json().at("samples")[0]);
  EXPECT_NE(document.at("samples")[0], document.at("samples")[1]);
}

TEST_F(States, SyntaxErrorsGiveTheLine) {
  expect_refused("{\"q\": [0, 0, 0],\n\"v\": [0, 0, 0]\n\"a\": [0]}",
                 "state.json:3: error: not JSON");
  expect_refused(R"({"q": [NaN, 0, 0]})", "state.json:1: error: not JSON");
  expect_refused(R"({"q": [1e999, 0, 0]})", "state.json: error: ");
}

TEST_F(States, WrongSizesNameTheCoordinates) {
  expect_refused(R"({"q":[0,0]})", "'q' has 2 numbers where the robot has 3 coordinates");
  expect_refused(R"({"q":[0,0]})", "j1, j2, j3");
  expect_refused(R"({"q":[0,0,0],"v":[]})", "'v' has 0 numbers");
  expect_refused(R"({"q":{"j1":0,"j3":0}})", "'q' leaves out j2");
  expect_refused(R"({"joints":["j1"],"q":[0]})", "'joints' leaves out j2, j3");
}

TEST_F(States, FaultySamplesAreNumberedAndLocated) {
  expect_refused("{\"samples\":[\n{\"q\":[0,0,0]},\n{\"q\":[0,null,0]}]}",
                 "state.json:3: error: sample 2: q[1] is null");
  expect_refused("{\"samples\":[\n{\"q\":[0,0,0]}, 7]}",
                 "state.json:2: error: sample 2: not an object");
  expect_refused("{\"samples\":[]}", "'samples' is not a list with something in it");
}

TEST_F(States, UnknownNamesAreListed) {
  expect_refused(R"({"q":{"j1":0,"j2":0,"j3":0,"j4":0}})", "has no coordinate 'j4'");
  expect_refused(R"({"joints":["j1","j2","flange"],"q":[0,0,0]})", "use one of: j1, j2, j3");
  expect_refused(R"({"joints":["j1","j2","j2"],"q":[0,0,0]})", "names 'j2' twice");
  expect_refused(R"({"q":[0,0,0],"base":{"speed":[0,0,0]}})", "'base' has an unknown 'speed'");
}

TEST_F(States, OtherShapesAreRefused) {
  expect_refused("[1,2,3]", "not a state: the document is not an object");
  expect_refused(R"({"v":[0,0,0]})", "no joint values 'q'");
  expect_refused(R"({"q":3})", "'q' is neither a list nor a map by name");
  expect_refused(R"({"joints":"j1","q":[0,0,0]})", "'joints' is not a list of names");
  expect_refused(R"({"joints":[1,2,3],"q":[0,0,0]})", "'joints' holds something that is not a");
  expect_refused(R"({"q":[0,0,0],"base":3})", "'base' is not an object");
  const Outcome folder = bench.run({"id", "arm.urdf", "--state", "."});
  EXPECT_EQ(folder.code, 1);
  EXPECT_TRUE(contains(folder.err, "error: cannot read: "));
}

TEST_F(States, OtherSpellingsAreNotSilentlyZero) {
  expect_refused(R"({"q":[0,0,0],"qd":[1,1,1]})", "has 'qd' but no 'v'");
  expect_refused(R"({"positions":[0,0,0]})", "has 'positions' but no 'q'");
}

TEST_F(States, FollowersHaveNoValueOfTheirOwn) {
  bench.write("state.json", R"({"q":{"left":0.01,"right":0.01}})");
  const Outcome outcome = bench.run({"id", "gripper.urdf", "--state", "state.json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "joint 'right' follows 'left'"));
}

}  // namespace alembert::testing::state_test
