#include <gtest/gtest.h>

#include <filesystem>

#include "program.hpp"

namespace alembert::testing::generate_test {

class Generate : public ::testing::Test {
 protected:
  Workbench bench;
};

TEST_F(Generate, WritesCodeHeaderTestAndWrapper) {
  const Outcome outcome =
      bench.run({"generate", "arm.urdf", "--call", "inverse_dynamics,pose", "--frame", "tool",
                 "--name", "arm", "--output", "code", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json result = outcome.json();
  EXPECT_EQ(result.at("name"), "arm");
  EXPECT_EQ(result.at("files"),
            Json({"code/arm.cpp", "code/arm.hpp", "code/arm_test.cpp", "code/arm_alembert.hpp"}));
  EXPECT_EQ(result.at("calls")[0].at("call"), "inverse_dynamics");
  const std::string said =
      std::to_string(result.at("calls")[0].at("mul").get<int>()) + " multiplications";
  EXPECT_TRUE(contains(bench.read("code/arm.cpp"), said));
}

TEST_F(Generate, SpeaksCAndCuda) {
  EXPECT_EQ(bench.run({"generate", "arm.urdf", "--language", "c", "--float", "--output", "."}).code,
            0);
  const Outcome cuda = bench.run({"generate", "arm.urdf", "--language", "cuda", "--float",
                                  "--fast-sines", "--name", "arm", "--output", ".", "--json"});
  EXPECT_EQ(cuda.code, 0);
  EXPECT_EQ(cuda.json().at("calls")[0].at("kernels"), Json({"arm_inverse_dynamics"}));
}

TEST_F(Generate, WritesTheCodeAloneToStandardOutput) {
  const Outcome outcome = bench.run({"generate", "arm.urdf", "--language", "c", "--output", "-"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(starts_with(outcome.out, "/* Equations of motion"));
  EXPECT_EQ(bench.run({"generate", "arm.urdf", "--json", "--output", "-"}).code, 2);
}

TEST_F(Generate, LeavesParametersOpenOnRequest) {
  const Outcome outcome =
      bench.run({"generate", "arm.urdf", "--base-parameters", "--inputs", "friction,payload",
                 "--payload-frame", "tool", "--name", "arm", "--output", "code", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json inputs = outcome.json().at("inputs");
  EXPECT_EQ(inputs.at("payload").size(), 10u);
  EXPECT_EQ(inputs.at("payload")[0].at("name"), "tool.m");
  EXPECT_GT(inputs.at("base").size(), 0u);
  EXPECT_TRUE(contains(bench.read("code/arm.hpp"), "friction_values["));
  EXPECT_EQ(bench.run({"generate", "arm.urdf", "--inputs", "mass", "--output", "code"}).code, 2);
  EXPECT_EQ(bench.run({"generate", "arm.urdf", "--payload-frame", "tool", "--output", "code"}).code,
            2);
}

TEST_F(Generate, RefusesWhatItDoesNotKnow) {
  const Outcome call = bench.run({"generate", "arm.urdf", "--call", "torque", "--output", "code"});
  EXPECT_EQ(call.code, 2);
  EXPECT_TRUE(contains(call.err, "inverse_dynamics"));
  EXPECT_EQ(bench.run({"generate", "arm.urdf"}).code, 2);
  EXPECT_EQ(bench.run({"generate", "arm.urdf", "--fast-sines", "--output", "code"}).code, 1);
  EXPECT_EQ(bench.run({"generate", "arm.urdf", "--name", "my arm", "--output", "code"}).code, 1);
  EXPECT_EQ(bench.run({"generate", "arm.urdf", "--call", "", "--output", "code"}).code, 2);
  EXPECT_EQ(bench.run({"generate", "arm.urdf", "--call", "pose,", "--output", "code"}).code, 0);
  EXPECT_TRUE(contains(
      bench.run({"generate", "arm.urdf", "--call", "pose, derivatives", "--output", "code"}).err,
      "no spaces"));
  const Outcome frame = bench.run({"generate", "arm.urdf", "--frame", "tool", "--output", "code"});
  EXPECT_EQ(frame.code, 2);
  EXPECT_TRUE(contains(frame.err, "--call pose"));
}

TEST_F(Generate, WritesAllFilesOrNone) {
  std::filesystem::create_directories(bench.path("code/arm_test.cpp"));
  const Outcome outcome = bench.run({"generate", "arm.urdf", "--name", "arm", "--output", "code"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "code/arm_test.cpp"));
  EXPECT_FALSE(std::filesystem::exists(bench.path("code/arm.cpp")));
  EXPECT_FALSE(std::filesystem::exists(bench.path("code/arm.hpp")));
}

}  // namespace alembert::testing::generate_test
